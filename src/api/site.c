/* Where a program's text recorded its arrays: what the macros tell while SINTER_CHECK looks for values. */
#include "api/context.h"

#include <stdio.h>
#include <string.h>

/* Macros read it after each call.  True until the option has been looked at. */
int sn_sites_ = 1;

static bool wanted(void)
{
    return (sni_option_int(SNI_OPTION_CHECK) & (SNI_CHECK_NAN | SNI_CHECK_INF)) != 0;
}

void sni_sites_follow(sni_context *c)
{
    bool want = wanted();
    __atomic_store_n(&sn_sites_, want, __ATOMIC_RELAXED);
    if (want) sni_sites_start(&c->graph);
}

void sn_site_(const char *file, int line)
{
    char text[256];
    sni_context *c = sni_context_get();
    if (c == NULL) return;
    if (c->graph.sites == NULL) {
        sni_sites_follow(c);
        return;
    }
    const char *name = strrchr(file, '/');
    snprintf(text, sizeof text, "%.140s:%d", name != NULL ? name + 1 : file, line);
    sni_site_label(&c->graph, text);
}
