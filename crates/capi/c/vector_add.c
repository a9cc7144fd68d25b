/* Adds two vectors with a tile program: parse, run on all cores, look for races, go to bytecode and back.
 *
 *     cc vector_add.c $(pkg-config --cflags --libs tilewright) -o vector_add
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright.h>

static const char *const PROGRAM =
    "cuda_tile.module @m {\n"
    "  entry @add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %scale: tile<f32>) {\n"
    "    %i = iota : tile<8xi32>\n"
    "    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
    "    %x8 = broadcast %x1 : tile<1xptr<f32>> -> tile<8xptr<f32>>\n"
    "    %xp = offset %x8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>\n"
    "    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
    "    %y8 = broadcast %y1 : tile<1xptr<f32>> -> tile<8xptr<f32>>\n"
    "    %yp = offset %y8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>\n"
    "    %z1 = reshape %z : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
    "    %z8 = broadcast %z1 : tile<1xptr<f32>> -> tile<8xptr<f32>>\n"
    "    %zp = offset %z8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>\n"
    "    %a, %t0 = load_ptr_tko weak %xp : tile<8xptr<f32>> -> tile<8xf32>, token\n"
    "    %b, %t1 = load_ptr_tko weak %yp : tile<8xptr<f32>> -> tile<8xf32>, token\n"
    "    %s1 = reshape %scale : tile<f32> -> tile<1xf32>\n"
    "    %s8 = broadcast %s1 : tile<1xf32> -> tile<8xf32>\n"
    "    %c = fma %b, %s8, %a : tile<8xf32>\n"
    "    %done = print_tko \"adding\\0A\" -> token\n"
    "    %t2 = store_ptr_tko weak %zp, %c : tile<8xptr<f32>>, tile<8xf32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

/* Ends the program with the message of an error. */
static void must(tw_status status, tw_error *error)
{
    if (status != TW_STATUS_OK) {
        fprintf(stderr, "%s\n", tw_error_message(error));
        tw_error_free(error);
        exit(1);
    }
}

static void print(void *user, const char *text, size_t len)
{
    fwrite(text, 1, len, user);
}

static tw_arg memory(void *data, size_t bytes)
{
    tw_arg arg = {TW_ARG_MEMORY, data, bytes, 0, 0};
    return arg;
}

/* A program that is wrong says where, why, and what to do. */
static void show_an_error(void)
{
    tw_module *module = NULL;
    tw_error *error = NULL;
    const char *text = "cuda_tile.module @m { entry @k() { retrun } }";
    tw_status status = tw_parse("wrong.mlir", text, strlen(text), &module, &error);
    printf("status %d, module %s\n%s\n", (int)status, module ? "made" : "none", tw_error_message(error));
    tw_error_free(error);
}

/* Memory that is too small is a trap, not a crash. */
static void show_a_trap(const tw_kernel *kernel, tw_arg *args, const uint32_t *grid)
{
    tw_error *error = NULL;
    args[1].bytes = 16;
    tw_status status = tw_launch(kernel, grid, args, 4, NULL, &error);
    printf("status %d: %.79s\n", (int)status, tw_error_message(error));
    tw_error_free(error);

    tw_report *report = NULL;
    error = NULL;
    must(tw_sanitize(kernel, grid, args, 4, NULL, 0, NULL, &report, &error), error);
    printf("%d finding: %s\n", (int)tw_report_count(report), tw_report_code(report, 0));
    tw_report_free(report);
}

int main(void)
{
    tw_module *module = NULL;
    tw_module *again = NULL;
    tw_kernel *kernel = NULL;
    tw_error *error = NULL;
    tw_bytes bytecode = {NULL, 0, 0};
    const uint32_t grid[3] = {1, 1, 1};
    float x[8], y[8], z[8];
    size_t i;

    printf("interface %u\n", (unsigned)tw_abi_version());
    must(tw_parse("vector_add.mlir", PROGRAM, strlen(PROGRAM), &module, &error), error);
    must(tw_module_verify(module, &error), error);

    must(tw_module_bytecode(module, 0, &bytecode, &error), error);
    must(tw_decode(bytecode.data, bytecode.len, &again, &error), error);
    tw_bytes_free(&bytecode);
    tw_module_free(module);

    must(tw_kernel_new(again, "add", TW_ENGINE_CPU, &kernel, &error), error);
    tw_module_free(again);
    for (i = 0; i < tw_kernel_param_count(kernel); i++)
        printf("%s%s", i ? ", " : "parameters: ", tw_kernel_param_type(kernel, i));
    printf("\n");

    for (i = 0; i < 8; i++) {
        x[i] = (float)i;
        y[i] = 10;
        z[i] = 0;
    }
    tw_arg args[4] = {memory(x, sizeof x), memory(y, sizeof y), memory(z, sizeof z), {TW_ARG_FLOAT, NULL, 0, 0, 0.5}};
    tw_options options = {0};
    options.print = print;
    options.user = stdout;
    must(tw_launch(kernel, grid, args, 4, &options, &error), error);
    for (i = 0; i < 8; i++)
        printf("%g%c", z[i], i < 7 ? ' ' : '\n');

    show_an_error();
    show_a_trap(kernel, args, grid);
    tw_kernel_free(kernel);
    return 0;
}
