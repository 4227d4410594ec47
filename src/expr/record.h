/* Recorder: values of subexpressions, and what the functions of functions.def are given.
 * Internal to src/expr. */
#ifndef SNI_EXPR_RECORD_H
#define SNI_EXPR_RECORD_H

#include "expr/ast.h"

/* Python's integers as far as they go here: SNI_INT_MIN to SNI_INT_MAX; products need the room above. */
__extension__ typedef __int128 sni_int;
#define SNI_INT_MIN ((sni_int)INT64_MIN)
#define SNI_INT_MAX ((sni_int)UINT64_MAX)

typedef struct sni_function sni_function;

typedef enum sni_value_kind {
    SNI_V_ABSENT, /* argument not given */
    SNI_V_NONE,
    SNI_V_ELLIPSIS,
    SNI_V_BOOL,
    SNI_V_INT,
    SNI_V_FLOAT,
    SNI_V_COMPLEX, /* Python numbers: weak */
    SNI_V_ARRAY,
    SNI_V_SEQUENCE,
    SNI_V_DTYPE,
    SNI_V_STRING,
    SNI_V_FUNCTION, /* or a method, bound to self */
    SNI_V_MODULE    /* np */
} sni_value_kind;

typedef struct sni_value {
    sni_value_kind kind;
    size_t offset; /* in the text, for messages about it */
    /* ARRAY: how it sees an array that may be written to; NULL: a value nobody else sees.  A plain alias is a
     * name's, to be given an origin when the name is written to or a view is made.  FUNCTION: of self. */
    sni_alias *alias;
    bool scalar; /* ARRAY: what NumPy gives as a scalar, which cannot be written to */
    union {
        bool boolean;
        sni_int integer;
        double real;
        struct {
            double re, im;
        } complex;
        sni_node *node; /* the recorder holds the reference */
        struct {
            struct sni_value *items;
            size_t count;
        } sequence;
        struct {
            sni_dtype id;
            bool python;
        } dtype; /* python: int, float, complex, bool, whose calls give Python numbers */
        sni_text string;
        struct {
            const sni_function *row;
            sni_node *self;
        } function;
    };
} sni_value;

typedef struct sni_recorder {
    sni_graph *g;
    sni_arena *arena;
    const sni_expr_name *names;
    size_t nnames;
    sni_alias *aliases;        /* of names */
    sni_map variables;         /* names assigned in the text */
    SNI_VEC(sni_alias *) seen; /* aliases made for the text, dropped at the end */
    SNI_VEC(sni_node *) owned; /* every node recorded, released at the end */
    const char *text;          /* the whole, for sites */
    size_t length;
    size_t error_offset;
    bool pointed; /* error_offset is set */
} sni_recorder;

/* What is recorded next stands at `offset` of the text: for the messages of SINTER_CHECK. */
void sni_site_at(sni_recorder *r, size_t offset); /* expr.c */
static inline void sni_site(sni_recorder *r, size_t offset)
{
    if (SNI_UNLIKELY(r->g->sites != NULL)) sni_site_at(r, offset);
}

/* Failure that points at `offset`, unless a deeper one has pointed already. */
int sni_fail_at(sni_recorder *r, size_t offset, int status, const char *format, ...) SNI_PRINTF(4, 5);
int sni_point(sni_recorder *r, size_t offset,
              int status); /* the same for a message already set; success passes */
/* Takes over a graph call's result as a value; NULL is the failure whose message the graph set. */
int sni_take(sni_recorder *r, size_t offset, sni_node *node, sni_value *out);
/* The same for two results, as a tuple; where one is NULL the other is released. */
int sni_take_pair(sni_recorder *r, size_t offset, sni_node *first, sni_node *second, sni_value *out);
int sni_take_array(sni_recorder *r, size_t offset, sni_node *node, sni_value *out); /* never a scalar: zeros(()) */

/* ---- arrays that are written to (view.c) --------------------------------------------------------------------------- */
/* A view of a value: `subject` is what graph functions make it of, sni_take_view takes over what they made and
 * makes it see what the value sees.  `frozen`: it is read-only. */
typedef struct sni_viewing {
    sni_node *subject;
    const sni_alias *of; /* NULL: of a value nobody else sees */
} sni_viewing;
int sni_view_of(sni_recorder *r, const sni_value *v, const char *what, sni_viewing *out);
int sni_take_view(sni_recorder *r, size_t offset, const sni_viewing *w, sni_node *node, bool frozen, sni_value *out);
sni_alias *sni_new_alias(sni_recorder *r); /* plain; NULL + message */
/* Gives a value that has an alias an origin. */
int sni_adopt(sni_recorder *r, sni_value *v);
/* The value after what was written since it was recorded; what sequences hold is renewed where it is taken out. */
int sni_renew(sni_recorder *r, sni_value *v);
int sni_write_statement(sni_recorder *r, const sni_ast *statement); /* assign.c */
int sni_record_operation(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a, const sni_value *b,
                         sni_value *out);                         /* record.c */
sni_op sni_operator(sni_token_kind op, const char **text);
int sni_assign_name(sni_recorder *r, sni_text name, sni_value *value); /* record.c */
int sni_record_name(sni_recorder *r, const sni_ast *node, sni_value *out);
/* The items of a subscript of an array: slices, or one mask, an array of bool. */
typedef struct sni_items {
    sni_slice items[2 * SNI_MAX_RANK];
    size_t count;
    sni_node *mask; /* NULL: items */
    bool element;   /* integers alone */
} sni_items;
int sni_record_items(sni_recorder *r, const sni_ast *node, sni_items *out); /* subscript.c */
const char *sni_value_name(const sni_value *v);                             /* "a number", "a string" */
int sni_record(sni_recorder *r, const sni_ast *statements, sni_value *out); /* record.c */

/* ---- Python numbers (number.c lexes them, python.c and complex.c compute) ------------------------------------------ */
static inline bool sni_is_real(const sni_value *v)
{
    return v->kind == SNI_V_BOOL || v->kind == SNI_V_INT || v->kind == SNI_V_FLOAT;
}
static inline bool sni_is_number(const sni_value *v)
{
    return sni_is_real(v) || v->kind == SNI_V_COMPLEX;
}
static inline bool sni_is_integer(const sni_value *v) /* what Python accepts as an index; a bool is one */
{
    return v->kind == SNI_V_BOOL || v->kind == SNI_V_INT;
}
sni_int sni_value_int(const sni_value *v);   /* BOOL, INT */
double sni_value_double(const sni_value *v); /* BOOL, INT, FLOAT; the real part of COMPLEX */
int sni_python_binary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a,
                      const sni_value *b, sni_value *out);
int sni_python_unary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a, sni_value *out);
int sni_complex_binary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a,
                       const sni_value *b, sni_value *out); /* one is COMPLEX */
int sni_complex_unary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a, sni_value *out);
int sni_complex_join(size_t offset, const sni_value *re, const sni_value *im, sni_value *out);
bool sni_python_truth(const sni_value *v);
/* int(v), float(v), complex(v), bool(v) */
int sni_python_convert(sni_recorder *r, const sni_value *v, sni_dtype to, sni_value *out);

/* ---- conversions of values (convert.c): each failure names `what` and points at the value ----------------- */
/* A Python number as an element of `dtype`, as NumPy's np.int8(300) does it: refused when out of range. */
int sni_to_scalar(sni_recorder *r, const sni_value *v, sni_dtype dtype, const char *what, sni_scalar *out);
sni_dtype sni_number_dtype(const sni_value *v); /* of np.asarray(number) */
int sni_to_number_node(sni_recorder *r, const sni_value *v, sni_node **out);
int sni_to_array(sni_recorder *r, const sni_value *v, const char *what, sni_node **out); /* np.asarray */
int sni_to_int(sni_recorder *r, const sni_value *v, const char *what, int64_t *out);
int sni_to_bool(sni_recorder *r, const sni_value *v, const char *what, bool *out);
int sni_to_dtype(sni_recorder *r, const sni_value *v, const char *what,
                 sni_dtype *out); /* absent, None: NONE */
typedef struct sni_dims {
    int rank;
    int64_t dims[SNI_MAX_RANK];
} sni_dims;
int sni_to_dims(sni_recorder *r, const sni_value *v, const char *what,
                sni_dims *out); /* int or sequence of ints */
typedef struct sni_axes {
    int count;
    int axes[SNI_MAX_RANK];
} sni_axes; /* count -1: None */
int sni_to_axes(sni_recorder *r, const sni_value *v, const char *what, sni_axes *out);
int sni_to_axis(sni_recorder *r, const sni_value *v, const char *what, int *out);
/* The order in memory, which no value depends on. */
int sni_check_order(sni_recorder *r, const sni_value *v);
/* What the names below are given when absent stays as it is. */
int sni_to_int_if(sni_recorder *r, const sni_value *v, const char *what, int64_t *out);
int sni_to_axis_if(sni_recorder *r, const sni_value *v, const char *what, int *out);
int sni_to_double_if(sni_recorder *r, const sni_value *v, const char *what, double *out);

/* ---- functions (functions.c, functions.def) ---------------------------------------------------------------- */
typedef struct sni_call {
    const sni_function *row;
    size_t offset;
    sni_value *args; /* one per parameter of the signature, ABSENT where not given */
} sni_call;

typedef int (*sni_handler)(sni_recorder *r, const sni_call *call, sni_value *out);
typedef int (*sni_getter)(sni_recorder *r, size_t offset, sni_node *self, sni_value *out);

struct sni_function {
    const char *name;
    sni_handler run;
    int code;              /* operation or reduction, for handlers that serve many */
    const char *signature; /* call.c reads it */
};

/* Argument of parameter `name`; an ABSENT value when not given or when the function has no such parameter. */
const sni_value *sni_arg(const sni_call *call, const char *name);
/* Binds the arguments of an AST_CALL to the signature and runs the function.  call.c */
int sni_call_function(sni_recorder *r, const sni_ast *call, const sni_function *f, const sni_value *self,
                      sni_value *out);
int sni_record_value(sni_recorder *r, const sni_ast *node, sni_value *out); /* record.c */

/* What a name that nothing is bound to means: a function, constant, dtype or np.  False: nothing. */
bool sni_find_name(sni_text name, sni_value *out);
const sni_function *sni_find_method(sni_text name);
sni_getter sni_find_attribute(sni_text name);
bool sni_is_later(sni_text name); /* NumPy has it, Sinter not yet */

/* Handlers: elementwise.c, compose.c, reductions.c, create.c, range.c, pattern.c, move.c, axes.c, spread.c, join.c, user.c. */
#define SN_HANDLER(name) int sni_run_##name(sni_recorder *r, const sni_call *call, sni_value *out);
SN_HANDLER(element)
SN_HANDLER(reduce)
SN_HANDLER(where)
SN_HANDLER(float_power)
SN_HANDLER(clip)
SN_HANDLER(round)
SN_HANDLER(isclose)
SN_HANDLER(array_equal)
SN_HANDLER(divmod)
SN_HANDLER(modf)
SN_HANDLER(sinc)
SN_HANDLER(is_infinity)
SN_HANDLER(diff)
SN_HANDLER(ediff1d)
SN_HANDLER(trapezoid)
SN_HANDLER(outer)
SN_HANDLER(nan_to_num)
SN_HANDLER(part)
SN_HANDLER(conj)
SN_HANDLER(angle)
SN_HANDLER(isreal)
SN_HANDLER(isrealobj)
SN_HANDLER(ptp)
SN_HANDLER(var)
SN_HANDLER(count_nonzero)
SN_HANDLER(nan_reduce)
SN_HANDLER(arg_extreme)
SN_HANDLER(nan_arg_extreme)
SN_HANDLER(average)
SN_HANDLER(array)
SN_HANDLER(arange)
SN_HANDLER(linspace)
SN_HANDLER(logspace)
SN_HANDLER(geomspace)
SN_HANDLER(eye)
SN_HANDLER(tri)
SN_HANDLER(triangle)
SN_HANDLER(diag)
SN_HANDLER(indices)
SN_HANDLER(full)
SN_HANDLER(filled)
SN_HANDLER(full_like)
SN_HANDLER(filled_like)
SN_HANDLER(reshape)
SN_HANDLER(transpose)
SN_HANDLER(ravel)
SN_HANDLER(squeeze)
SN_HANDLER(expand_dims)
SN_HANDLER(broadcast_to)
SN_HANDLER(broadcast_arrays)
SN_HANDLER(broadcast_shapes)
SN_HANDLER(meshgrid)
SN_HANDLER(tile)
SN_HANDLER(repeat)
SN_HANDLER(concatenate)
SN_HANDLER(append)
SN_HANDLER(stack)
SN_HANDLER(block)
SN_HANDLER(delete)
SN_HANDLER(insert)
SN_HANDLER(roll)
SN_HANDLER(pad)
SN_HANDLER(flip)
SN_HANDLER(flip_axis)
SN_HANDLER(swapaxes)
SN_HANDLER(matrix_transpose)
SN_HANDLER(moveaxis)
SN_HANDLER(rollaxis)
SN_HANDLER(diagonal)
SN_HANDLER(trace)
SN_HANDLER(atleast)
SN_HANDLER(astype)
SN_HANDLER(copy)
SN_HANDLER(dtype)
SN_HANDLER(user)
#undef SN_HANDLER
/* dtype(value): float32(2.0), int(3) */
int sni_run_cast(sni_recorder *r, size_t offset, const sni_value *type, const sni_value *v, sni_value *out);
int sni_literal(sni_recorder *r, const sni_value *v, sni_dtype dtype,
                sni_node **out); /* literal.c: nested sequences */
int sni_subscript_value(sni_recorder *r, const sni_ast *node, const sni_value *base,
                        sni_value *out);            /* subscript.c */
int sni_hold_node(sni_recorder *r, sni_node *node); /* the recorder owns the reference; NULL is a failure */

#endif
