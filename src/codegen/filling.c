#include "codegen/filling.h"

sni_str *sni_filling_key(sni_filling *f, const char *name)
{
    f->fills[f->count].key = name;
    return &f->values[f->count++];
}

int sni_filling_put(sni_filling *f, const char *name, sni_str *out)
{
    const char *text = sni_template(name);
    int status = text ? SN_OK : sni_fail(SN_ERR_INTERNAL, "there is no template %s", name);
    for (size_t i = 0; i < f->count; i++) {
        f->fills[i].value = sni_str_text(&f->values[i]);
        if (f->values[i].status < 0) status = f->values[i].status;
    }
    if (status >= 0) status = sni_template_fill(text, f->fills, f->count, out);
    for (size_t i = 0; i < f->count; i++) sni_str_free(&f->values[i]);
    f->count = 0;
    return status;
}
