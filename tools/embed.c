/* embed OUT FILE...: writes the templates as C arrays; a template's name is its path below templates/. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *template_name(const char *path)
{
    static const char folder[] = "/templates/";
    const char *name = path;
    for (const char *at = path; (at = strstr(at, folder)) != NULL; at++) name = at + sizeof folder - 1;
    return name;
}

static int failed(const char *what, const char *path)
{
    fprintf(stderr, "embed: cannot %s %s: %s\n", what, path, strerror(errno));
    return EXIT_FAILURE;
}

/* Bytes and not a string literal: compilers limit how long those may be.  A NUL follows the text. */
static int write_text(FILE *out, int number, const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in) return failed("read", path);
    fprintf(out, "static const char text%d[] = {", number);
    int c;
    for (*size = 0; (c = getc(in)) != EOF; ++*size)
        fprintf(out, "%s%d,", *size % 24 ? "" : "\n", c < 128 ? c : c - 256);
    fprintf(out, "0};\n");
    int bad = ferror(in);
    fclose(in);
    return bad ? failed("read", path) : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: embed OUT FILE...\n");
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    size_t *sizes = calloc((size_t)argc, sizeof *sizes);
    if (!out || !sizes) return failed("write", argv[1]);
    fprintf(out, "#include <stddef.h>\n");
    for (int i = 2; i < argc; i++)
        if (write_text(out, i, argv[i], &sizes[i]) != EXIT_SUCCESS) return EXIT_FAILURE;
    fprintf(out, "struct sni_embedded { const char *name, *text; size_t size; };\n"
                 "extern const struct sni_embedded sni_embedded_templates[];\n"
                 "const struct sni_embedded sni_embedded_templates[] = {\n");
    for (int i = 2; i < argc; i++)
        fprintf(out, "    {\"%s\", text%d, %zu},\n", template_name(argv[i]), i, sizes[i]);
    fprintf(out, "    {0, 0, 0}};\n");
    free(sizes);
    if (ferror(out) || fclose(out) != 0) return failed("write", argv[1]);
    return EXIT_SUCCESS;
}
