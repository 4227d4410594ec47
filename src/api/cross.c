/* What crosses threads: chunks and their owners, cells of other threads, arrays that outlive theirs. */
#include "api/context.h"
#include "expr/raw.h"
#include "expr/user.h"

#include <stdlib.h>

_Atomic(sni_chunk *) sni_chunks[SNI_CHUNKS_MAX];
SNI_THREAD_LOCAL sni_context *sni_context_own;

static struct {
    pthread_mutex_t lock;
    pthread_once_t once;
    pthread_key_t key;
    bool keyed;            /* key was created */
    uint32_t chunks;       /* made so far */
    uint32_t contexts;     /* alive */
    sni_chunk *pool;       /* chunks without live cells */
    bool adopting;         /* orphans.graph is ready */
    sni_context orphans;   /* owns shared arrays whose thread has ended; its graph is under `lock` */
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};

static void release_storage(void *storage) { sni_buffer_release(storage); }

/* ---- chunks ---------------------------------------------------------------------------------------- */

static sni_chunk *chunk_make(void) /* under the registry's lock */
{
    if (registry.chunks == SNI_CHUNKS_MAX) {
        sni_fail(SN_ERR_MEMORY, "too many arrays are alive: %u", SNI_CHUNKS_MAX * SNI_CHUNK_CELLS);
        return NULL;
    }
    sni_chunk *chunk = calloc(1, sizeof *chunk);
    if (chunk == NULL || pthread_mutex_init(&chunk->lock, NULL) != 0) {
        free(chunk);
        sni_fail_memory(sizeof *chunk, "table of arrays");
        return NULL;
    }
    for (uint32_t k = 0; k < SNI_CHUNK_CELLS; k++) {
        chunk->cells[k].index = registry.chunks << SNI_CHUNK_BITS | k;
        atomic_store_explicit(&chunk->cells[k].generation, 1, memory_order_relaxed);
    }
    atomic_store_explicit(&sni_chunks[registry.chunks++], chunk, memory_order_release);
    return chunk;
}

static void chunk_adopt(sni_context *c, sni_chunk *chunk)
{
    chunk->next = c->chunks;
    c->chunks = chunk;
    for (uint32_t k = SNI_CHUNK_CELLS; k-- > 0;) {
        sni_cell *cell = &chunk->cells[k];
        if (atomic_load_explicit(&cell->generation, memory_order_relaxed) == 0) continue;
        cell->link.next = (sni_link *)c->free_cells;
        c->free_cells = cell;
    }
    atomic_store_explicit(&chunk->owner, c, memory_order_release);
}

static int chunk_take(sni_context *c)
{
    pthread_mutex_lock(&registry.lock);
    sni_chunk *chunk = registry.pool;
    if (chunk != NULL)
        registry.pool = chunk->next;
    else
        chunk = chunk_make();
    pthread_mutex_unlock(&registry.lock);
    if (chunk == NULL) return SN_ERR_MEMORY;
    chunk_adopt(c, chunk);
    return SN_OK;
}

/* Gives the chunk to the orphans, or to the pool when nothing in it is alive.  Under both locks. */
static void chunk_abandon(sni_chunk *chunk)
{
    bool empty = chunk->left == 0;
    atomic_store_explicit(&chunk->owner, empty ? NULL : &registry.orphans, memory_order_release);
    if (!empty) return;
    chunk->next = registry.pool;
    registry.pool = chunk;
}

static sni_chunk *chunk_of(sn_array x)
{
    if (x.index >> SNI_CHUNK_BITS >= SNI_CHUNKS_MAX) return NULL;
    return atomic_load_explicit(&sni_chunks[x.index >> SNI_CHUNK_BITS], memory_order_acquire);
}

sni_cell *sni_cell_new_slow(sni_context *c)
{
    if (atomic_exchange_explicit(&c->zombies, false, memory_order_acquire)) sni_cell_reap(c);
    if (c->free_cells == NULL && chunk_take(c) < 0) return NULL;
    sni_cell *cell = c->free_cells;
    c->free_cells = (sni_cell *)cell->link.next;
    return cell;
}

/* ---- cells of other threads --------------------------------------------------------------------------- */

sni_node *sni_import(sni_graph *g, const sni_node *n)
{
    const sni_node *base = n->kind == SNI_NODE_VIEW ? n->in[0] : n;
    const sni_layout *l = base->layout;
    sni_buffer *buffer = base->u.storage;
    sni_buffer_retain(buffer);
    sni_node *leaf = sni_leaf(g, base->dtype, l->rank, l->dims, SNI_STRIDES(l), buffer);
    if (leaf == NULL) {
        sni_buffer_release(buffer);
        return NULL;
    }
    if (n == base) return leaf;
    sni_node *view = sni_view(g, leaf, n->layout->rank, n->layout->dims, SNI_STRIDES(n->layout), n->u.offset);
    sni_node_release(g, leaf);
    return view;
}

/* The live cell behind a handle of another thread, to be used under the lock of its chunk. */
static sni_cell *find_crossable(sni_chunk *chunk, sn_array x)
{
    sni_cell *cell = &chunk->cells[x.index & (SNI_CHUNK_CELLS - 1)];
    if (!atomic_load_explicit(&cell->crossable, memory_order_acquire)) return NULL;
    return atomic_load_explicit(&cell->generation, memory_order_relaxed) == x.generation ? cell : NULL;
}

static int refuse_foreign(const sni_context *c, const sni_chunk *chunk, sn_array x)
{
    const sni_cell *cell = &chunk->cells[x.index & (SNI_CHUNK_CELLS - 1)];
    sni_context *owner = atomic_load_explicit(&chunk->owner, memory_order_relaxed);
    if (owner != c && owner != NULL &&
        atomic_load_explicit(&cell->generation, memory_order_relaxed) == x.generation)
        return sni_fail(SN_ERR_HANDLE, "array belongs to another thread; sn_eval or sn_share it there first");
    return sni_fail(SN_ERR_HANDLE, "array handle is stale: the array was freed or its scope has ended");
}

int sni_foreign_use(sni_context *c, sn_array x, sni_used *u)
{
    sni_chunk *chunk = chunk_of(x);
    if (chunk == NULL) return sni_fail(SN_ERR_HANDLE, "array handle was never made");
    if (atomic_load_explicit(&chunk->owner, memory_order_relaxed) == c) return refuse_foreign(c, chunk, x);
    pthread_mutex_lock(&chunk->lock);
    const sni_cell *cell = find_crossable(chunk, x);
    if (cell != NULL) *u = (sni_used){.node = sni_import(&c->graph, cell->node), .owned = true};
    pthread_mutex_unlock(&chunk->lock);
    if (cell == NULL) return refuse_foreign(c, chunk, x);
    return u->node != NULL ? SN_OK : sni_error_status();
}

bool sni_foreign_ok(const sni_context *c, sn_array x)
{
    sni_chunk *chunk = x.generation != 0 ? chunk_of(x) : NULL;
    if (chunk == NULL || atomic_load_explicit(&chunk->owner, memory_order_relaxed) == c) return false;
    pthread_mutex_lock(&chunk->lock);
    bool ok = find_crossable(chunk, x) != NULL;
    pthread_mutex_unlock(&chunk->lock);
    return ok;
}

/* ---- freeing what another thread made --------------------------------------------------------------------- */

static void free_orphan(sni_chunk *chunk, sni_cell *cell)
{
    pthread_mutex_lock(&registry.lock);
    sni_node_release(&registry.orphans.graph, cell->node);
    sni_cell_retire(cell);
    chunk->left--;
    if (chunk->left == 0) chunk_abandon(chunk);
    pthread_mutex_unlock(&registry.lock);
}

/* Its node is the owner's to release: the handle becomes stale now, the owner reaps the cell later. */
static void make_zombie(sni_context *owner, sni_cell *cell)
{
    uint32_t next = atomic_load_explicit(&cell->generation, memory_order_relaxed) + 1;
    atomic_store_explicit(&cell->generation, next, memory_order_relaxed);
    cell->zombie = true;
    atomic_store_explicit(&owner->zombies, true, memory_order_release);
}

int sni_foreign_free(const sni_context *c, sn_array x)
{
    sni_chunk *chunk = chunk_of(x);
    if (chunk == NULL) return sni_fail(SN_ERR_HANDLE, "array handle was never made");
    sni_context *owner = atomic_load_explicit(&chunk->owner, memory_order_relaxed);
    if (owner == c) return refuse_foreign(c, chunk, x);
    sni_deleters_hold();
    pthread_mutex_lock(&chunk->lock);
    sni_cell *cell = find_crossable(chunk, x);
    bool allowed = cell != NULL && cell->shared;
    owner = atomic_load_explicit(&chunk->owner, memory_order_relaxed);
    if (allowed && owner == &registry.orphans)
        free_orphan(chunk, cell);
    else if (allowed)
        make_zombie(owner, cell);
    pthread_mutex_unlock(&chunk->lock);
    sni_deleters_let_go();
    if (allowed) return SN_OK;
    if (cell == NULL) return refuse_foreign(c, chunk, x);
    return sni_fail(SN_ERR_HANDLE, "array belongs to another thread, which alone may free it; sn_share gives it to all");
}

void sni_cell_reap(sni_context *c)
{
    sni_deleters_hold(); /* one of them may free the next cell */
    for (sni_link *l = c->shared.next, *next; l != &c->shared; l = next) {
        sni_cell *cell = (sni_cell *)l;
        sni_chunk *chunk = sni_cell_chunk(cell);
        next = l->next;
        pthread_mutex_lock(&chunk->lock);
        bool zombie = cell->zombie;
        pthread_mutex_unlock(&chunk->lock);
        if (zombie) sni_cell_free(c, cell);
    }
    sni_deleters_let_go();
}

/* ---- contexts ------------------------------------------------------------------------------------------------ */

static void context_destroy(void *context);

static void make_key(void)
{
    registry.keyed = pthread_key_create(&registry.key, context_destroy) == 0;
}

static void frame_init(sni_frame *f) { f->cells.next = f->cells.prev = &f->cells; }

static int graph_start(sni_graph *g)
{
    if (sni_graph_init(g) < 0) return SN_ERR_MEMORY;
    g->storage_release = release_storage;
    g->evaluate = sni_evaluate;
    return SN_OK;
}

sni_context *sni_context_make(void)
{
    pthread_once(&registry.once, make_key);
    sni_context *c = calloc(1, sizeof *c);
    if (c == NULL || graph_start(&c->graph) < 0) {
        free(c);
        sni_fail_memory(sizeof *c, "a thread's arrays");
        return NULL;
    }
    frame_init(&c->outermost);
    c->top = &c->outermost;
    c->shared.next = c->shared.prev = &c->shared;
    c->graph.owner = c;
    if (!registry.keyed || pthread_setspecific(registry.key, c) != 0) {
        sni_graph_destroy(&c->graph);
        free(c);
        sni_fail(SN_ERR_MEMORY, "no thread-specific key is left for a thread's arrays");
        return NULL;
    }
    pthread_mutex_lock(&registry.lock);
    registry.contexts++;
    pthread_mutex_unlock(&registry.lock);
    sni_sites_follow(c);
    return sni_context_own = c;
}

/* A shared array outlives its thread: its storage moves to the graph of orphans. Under both locks. */
static sni_node *orphan(const sni_cell *cell)
{
    if (!registry.adopting) registry.adopting = graph_start(&registry.orphans.graph) >= 0;
    return registry.adopting ? sni_import(&registry.orphans.graph, cell->node) : NULL;
}

static void cell_end(sni_chunk *chunk, sni_cell *cell)
{
    sni_failure_release(cell->failure);
    sni_node *node = cell->shared && !cell->zombie && cell->node != NULL ? orphan(cell) : NULL;
    if (node == NULL) {
        if (cell->node != NULL || cell->weak || cell->failure != NULL) sni_cell_retire(cell);
        return;
    }
    cell->node = node;
    chunk->left++;
}

static void context_destroy(void *context)
{
    sni_context *c = context;
    sni_deleters_hold();
    sni_count_nodes(c);
    sni_captures_free(c);
    sni_frames_close(c, &c->outermost);
    for (sni_chunk *chunk = c->chunks, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        for (uint32_t k = 0; k < SNI_CHUNK_CELLS; k++) sni_cell_blind(c, &chunk->cells[k]);
        pthread_mutex_lock(&chunk->lock);
        pthread_mutex_lock(&registry.lock);
        chunk->left = 0;
        for (uint32_t k = 0; k < SNI_CHUNK_CELLS; k++) cell_end(chunk, &chunk->cells[k]);
        chunk_abandon(chunk);
        pthread_mutex_unlock(&registry.lock);
        pthread_mutex_unlock(&chunk->lock);
    }
    sni_graph_destroy(&c->graph);
    for (sni_frame *f = c->free_frames, *next; f != NULL; f = next) {
        next = f->outer;
        free(f);
    }
    sni_str_free(&c->pointed);
    free(c);
    sni_context_own = NULL;
    pthread_mutex_lock(&registry.lock);
    registry.contexts--;
    pthread_mutex_unlock(&registry.lock);
    sni_deleters_let_go(); /* what they make is in a new context, which ends like this one */
}

/* Every shared array whose thread has ended becomes stale. */
static void drop_orphans(void)
{
    sni_deleters_hold();
    for (uint32_t k = 0; k < SNI_CHUNKS_MAX; k++) {
        sni_chunk *chunk = atomic_load_explicit(&sni_chunks[k], memory_order_acquire);
        if (chunk == NULL) break;
        pthread_mutex_lock(&chunk->lock);
        bool mine = atomic_load_explicit(&chunk->owner, memory_order_relaxed) == &registry.orphans;
        for (uint32_t i = 0; mine && i < SNI_CHUNK_CELLS; i++)
            if (chunk->cells[i].node != NULL) free_orphan(chunk, &chunk->cells[i]);
        pthread_mutex_unlock(&chunk->lock);
    }
    pthread_mutex_lock(&registry.lock);
    if (registry.adopting) sni_graph_destroy(&registry.orphans.graph);
    registry.adopting = false;
    pthread_mutex_unlock(&registry.lock);
    sni_deleters_let_go();
}

/* Deleters may make arrays again: as often as POSIX asks of a thread that ends. */
static void end_own(void)
{
    for (int k = 0; k < 4 && sni_context_own != NULL; k++) {
        pthread_setspecific(registry.key, NULL);
        context_destroy(sni_context_own);
    }
}

int sn_shutdown(void)
{
    end_own();
    pthread_mutex_lock(&registry.lock);
    uint32_t others = registry.contexts;
    pthread_mutex_unlock(&registry.lock);
    if (others > 0) return sni_fail(SN_ERR_ARGUMENT, "%u other threads still use Sinter", others);
    drop_orphans();
    end_own();
    sni_current_own.lane_of = NULL; /* its stream ends with the device */
    sni_wait_compiles(0.2);
    sni_runtime_shutdown();
    sni_raws_clear();
    sni_users_clear(); /* no node and no plan is left that a formula belongs to */
    return SN_OK;
}
