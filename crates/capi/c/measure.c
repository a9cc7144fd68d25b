/* Formats a program, optimises it, and counts and times a launch of it.
 *
 *     cc measure.c $(pkg-config --cflags --libs tilewright) -o measure
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright.h>

static const char *const PROGRAM =
    "cuda_tile.module @m { entry @set(%x: tile<ptr<i32>>) {\n"
    "%two = constant <i32: 2> : tile<i32> // a factor\n"
    "%three = constant <i32: 3> : tile<i32>\n"
    "%six = muli %two, %three : tile<i32>\n"
    "%done = store_ptr_tko weak %x, %six : tile<ptr<i32>>, tile<i32> -> token\n"
    "return } }";

/* Ends the program with the message of an error. */
static void must(tw_status status, tw_error *error)
{
    if (status != TW_STATUS_OK) {
        fprintf(stderr, "%s\n", tw_error_message(error));
        tw_error_free(error);
        exit(1);
    }
}

/* Prints whether a check holds. */
static void show(const char *what, bool is_so)
{
    printf("%s: %s\n", what, is_so ? "yes" : "no");
}

int main(void)
{
    const uint32_t grid[3] = {1, 1, 1};
    int32_t x[1] = {0};
    tw_arg arg = {0};
    tw_bytes text = {0};
    tw_module *module = NULL;
    tw_module *optimized = NULL;
    tw_kernel *kernel = NULL;
    tw_error *error = NULL;
    double seconds[3] = {-1, -1, -1};

    must(tw_format("set.mlir", PROGRAM, strlen(PROGRAM), &text, &error), error);
    printf("%s", (const char *)text.data);
    tw_bytes_free(&text);

    must(tw_parse("set.mlir", PROGRAM, strlen(PROGRAM), &module, &error), error);
    must(tw_module_optimize(module, NULL, &optimized, &error), error);
    must(tw_module_text(optimized, &text, &error), error);
    show("the product is computed", strstr((const char *)text.data, "muli") == NULL);
    tw_bytes_free(&text);
    show("a pass that is none is refused",
         tw_module_optimize(module, "canonicalise", &optimized, &error) == TW_STATUS_INVALID);
    show("with the nearest", strstr(tw_error_message(error), "did you mean `canonicalize`?") != NULL);
    tw_error_free(error);

    arg.kind = TW_ARG_MEMORY;
    arg.data = x;
    arg.bytes = sizeof x;
    must(tw_kernel_new(module, NULL, TW_ENGINE_PTX_EMU, &kernel, &error), error);
    must(tw_count(kernel, grid, &arg, 1, NULL, &text, &error), error);
    show("instructions are counted", strstr((const char *)text.data, "\"classes\"") != NULL);
    tw_bytes_free(&text);
    must(tw_bench(kernel, grid, &arg, 1, NULL, seconds, 3, &error), error);
    show("runs are timed", seconds[0] > 0 && seconds[1] > 0 && seconds[2] > 0);
    printf("x = %d\n", (int)x[0]);

    tw_kernel_free(kernel);
    tw_module_free(optimized);
    tw_module_free(module);
    return 0;
}
