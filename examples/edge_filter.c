/* Edges of an image by the Sobel operator: eight shifted reads of one array, one kernel.
 *
 *     edge_filter IMAGE.npy PICTURE.pgm
 *
 * IMAGE holds a uint8 array (height, width); PICTURE becomes a grey image that any viewer opens.
 * I. Sobel, G. Feldman, "An Isotropic 3x3 Image Gradient Operator" (1968). */
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>

/* The part of x that lies (dy, dx) away from the inner pixels; dy and dx are 0, 1 or 2. */
static sn_array shifted(sn_array x, int dy, int dx)
{
    return sn_slice(x, SN_RANGE(dy, dy < 2 ? dy - 2 : SN_NONE, 1), SN_RANGE(dx, dx < 2 ? dx - 2 : SN_NONE, 1));
}

/* Derivative across `x`: the far side less the near side, smoothed along the edge. */
static sn_array derivative(sn_array x, int along_y)
{
    sn_array sum = sn_scalar(0, SN_FLOAT32);
    for (int k = 0; k < 3; k++) {
        sn_array far = along_y ? shifted(x, 2, k) : shifted(x, k, 2);
        sn_array near = along_y ? shifted(x, 0, k) : shifted(x, k, 0);
        sum = sn_add(sum, sn_multiply(sn_subtract(far, near), k == 1 ? 2 : 1));
    }
    return sum;
}

static sn_array edges(sn_array image)
{
    sn_array x = sn_astype(image, SN_FLOAT32);
    sn_array strength = sn_hypot(derivative(x, 0), derivative(x, 1));
    return sn_astype(sn_minimum(strength, 255), SN_UINT8);
}

static int write_picture(const char *path, const unsigned char *pixels, const int64_t *dims)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        return -1;
    }
    size_t count = (size_t)(dims[0] * dims[1]);
    fprintf(file, "P5\n%lld %lld\n255\n", (long long)dims[1], (long long)dims[0]);
    size_t written = fwrite(pixels, 1, count, file);
    if (fclose(file) != 0 || written != count) {
        perror(path);
        return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: edge_filter IMAGE.npy PICTURE.pgm\n");
        return 2;
    }
    int status = EXIT_FAILURE;
    SN_SCOPE {
        sn_array image = sn_load(argv[1]);
        sn_array picture = edges(image);
        int64_t dims[SN_MAX_NDIM];
        sn_stats_reset();
        if (sn_eval(picture) < 0 || sn_shape(picture, dims) < 0) {
            fprintf(stderr, "edge_filter: %s\n", sn_error());
            break;
        }
        sn_stats stats;
        sn_stats_get(&stats);
        if (write_picture(argv[2], sn_data(picture), dims) < 0) break;
        printf("%s: %lld x %lld, mean edge strength %.3f, %llu kernel\n", argv[2], (long long)dims[1],
               (long long)dims[0], sn_item(sn_mean(picture)), (unsigned long long)stats.kernels);
        status = EXIT_SUCCESS;
    }
    sn_shutdown();
    return status;
}
