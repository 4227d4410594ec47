/* Where nodes were recorded. */
#include <stdlib.h>
#include <string.h>

#include "graph/internal.h"

#define TEXT_MAX 160

typedef struct site { /* of one call, shared by its nodes */
    uint32_t refs;
    char text[TEXT_MAX];
} site;

typedef struct noted {
    const sni_node *node;
    site *site;
    struct noted *next, *prev; /* in the list of all */
} noted;

struct sni_sites {
    sni_map map; /* of noted, by node */
    noted *all;
    site *open, *last; /* of the call that is recording, NULL before its first node; of the one before */
};

static uint64_t hash_of(const sni_node *n)
{
    return (uint64_t)(uintptr_t)n * UINT64_C(0x9E3779B97F4A7C15);
}

static bool is_of(const void *item, const void *node)
{
    return ((const noted *)item)->node == node;
}

static void drop(site **s)
{
    if (*s && --(*s)->refs == 0) free(*s);
    *s = NULL;
}

static site *open_site(struct sni_sites *s)
{
    if (!s->open) s->open = calloc(1, sizeof *s->open);
    if (s->open && s->open->refs == 0) s->open->refs = 1;
    return s->open;
}

void sni_sites_start(sni_graph *g)
{
    if (!g->sites) g->sites = calloc(1, sizeof *g->sites);
}

void sni_sites_free(sni_graph *g)
{
    struct sni_sites *s = g->sites;
    if (!s) return;
    for (noted *n = s->all, *next; n; n = next) {
        next = n->next;
        drop(&n->site);
        free(n);
    }
    drop(&s->open);
    drop(&s->last);
    sni_map_free(&s->map);
    free(s);
    g->sites = NULL;
}

void sni_site_end(sni_graph *g)
{
    struct sni_sites *s = g->sites;
    if (!s) return;
    drop(&s->last);
    s->last = s->open;
    s->open = NULL;
}

static void set_text(site *s, const char *text)
{
    size_t n = strlen(text);
    if (n >= TEXT_MAX) n = TEXT_MAX - 1;
    memcpy(s->text, text, n);
    s->text[n] = 0;
}

void sni_site_text(sni_graph *g, const char *text)
{
    if (!g->sites) return;
    sni_site_end(g);
    site *s = open_site(g->sites);
    if (s) set_text(s, text);
}

void sni_site_label(sni_graph *g, const char *text)
{
    site *s = g->sites ? g->sites->last : NULL;
    if (s && !s->text[0]) set_text(s, text);
}

void sni_site_note(sni_graph *g, const sni_node *n)
{
    site *s = open_site(g->sites);
    noted *item = s ? malloc(sizeof *item) : NULL;
    if (!item) return;
    if (sni_map_insert(&g->sites->map, hash_of(n), item) < 0) {
        free(item);
        return;
    }
    s->refs++;
    *item = (noted){n, s, g->sites->all, NULL};
    if (item->next) item->next->prev = item;
    g->sites->all = item;
}

void sni_site_forget(sni_graph *g, const sni_node *n)
{
    noted *item = sni_map_find(&g->sites->map, hash_of(n), n, is_of);
    if (!item) return;
    sni_map_remove(&g->sites->map, hash_of(n), item);
    if (item->next) item->next->prev = item->prev;
    *(item->prev ? &item->prev->next : &g->sites->all) = item->next;
    drop(&item->site);
    free(item);
}

const char *sni_site_of(const sni_graph *g, const sni_node *n)
{
    const noted *item = g->sites ? sni_map_find(&g->sites->map, hash_of(n), n, is_of) : NULL;
    return item ? item->site->text : "";
}
