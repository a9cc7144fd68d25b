/* Calls a function of C from a tile program, and looks at what modules, kernels, errors and findings say.
 *
 *     cc externs.c $(pkg-config --cflags --libs tilewright) -o externs
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright.h>

static const char *const PROGRAM =
    "cuda_tile.module @m {\n"
    "  preview$func extern @scaled(%v: tile<4xi32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<4xi32>\n"
    "  entry @scale(%x: tile<ptr<i32>>, %times: tile<i32>) {\n"
    "    %i = iota : tile<4xi32>\n"
    "    %y = preview$call @scaled(%i) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>\n"
    "    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
    "    %x4 = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>\n"
    "    %p = offset %x4, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>\n"
    "    %t1 = reshape %times : tile<i32> -> tile<1xi32>\n"
    "    %t4 = broadcast %t1 : tile<1xi32> -> tile<4xi32>\n"
    "    %z = muli %y, %t4 : tile<4xi32>\n"
    "    %s = store_ptr_tko weak %p, %z : tile<4xptr<i32>>, tile<4xi32> -> token\n"
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

/* The function that the program calls: each element times the number that `user` points to. */
static int32_t scaled(void *user, const char *constants, const tw_tile *operands, size_t operand_count,
                      const tw_tile *results, size_t result_count)
{
    size_t i;
    (void)constants;
    if (operand_count != 1 || result_count != 1 || strcmp(operands[0].element, "i32") != 0)
        return 1;
    for (i = 0; i < results[0].count; i++)
        results[0].bits[i] = operands[0].bits[i] * *(const uint32_t *)user;
    return 0;
}

/* Calls are a preview, which is refused where nobody asked for it. */
static void show_the_preview(tw_module *module)
{
    tw_error *error = NULL;
    tw_status status = tw_module_verify(module, &error);
    const char *line = tw_error_json(error);
    printf("status %d: %.54s...\n", (int)status, line);
    tw_error_free(error);
    tw_module_enable_simt(module);
}

static void show_a_module(const tw_module *module)
{
    tw_bytes name = {NULL, 0, 0};
    tw_bytes text = {NULL, 0, 0};
    tw_error *error = NULL;
    size_t i;
    for (i = 0; i < tw_module_entry_count(module); i++) {
        must(tw_module_entry(module, i, &name, &error), error);
        printf("entry %s\n", (const char *)name.data);
        tw_bytes_free(&name);
    }
    must(tw_module_text(module, &text, &error), error);
    printf("%.24s...\n", (const char *)text.data);
    tw_bytes_free(&text);
}

static void show_a_kernel(const tw_kernel *kernel)
{
    size_t i;
    printf("%s(", tw_kernel_entry(kernel));
    for (i = 0; i < tw_kernel_param_count(kernel); i++)
        printf("%s%s: %s%s", i ? ", " : "", tw_kernel_param_name(kernel, i), tw_kernel_param_type(kernel, i),
               tw_kernel_writes(kernel, i) ? ", written" : "");
    printf(")\n");
}

/* Two tile blocks that write the same elements race. */
static void show_a_finding(const tw_kernel *kernel, const tw_arg *args)
{
    const uint32_t two[3] = {2, 1, 1};
    tw_report *report = NULL;
    tw_error *error = NULL;
    must(tw_sanitize(kernel, two, args, 2, "races", 0, NULL, &report, &error), error);
    printf("%d finding: %s\n", (int)tw_report_count(report), tw_report_code(report, 0));
    printf("%.95s...\n", tw_report_text(report, 0));
    printf("%.36s...\n", tw_report_json(report, 0));
    tw_report_free(report);
}

int main(void)
{
    tw_module *module = NULL;
    tw_kernel *kernel = NULL;
    tw_error *error = NULL;
    uint32_t ten = 10;
    const uint32_t grid[3] = {1, 1, 1};
    int32_t x[4] = {0, 0, 0, 0};
    const tw_extern function = {"scaled", scaled, &ten};
    const tw_arg args[2] = {{TW_ARG_MEMORY, x, sizeof x, 0, 0}, {TW_ARG_INTEGER, NULL, 0, 3, 0}};

    printf("%s\n", strlen(tw_version()) > 0 ? "a version" : "no version");
    must(tw_parse("scale.mlir", PROGRAM, strlen(PROGRAM), &module, &error), error);
    show_the_preview(module);
    show_a_module(module);
    must(tw_kernel_new_with_externs(module, NULL, TW_ENGINE_REFERENCE, &function, 1, &kernel, &error), error);
    tw_module_free(module);
    show_a_kernel(kernel);
    must(tw_launch(kernel, grid, args, 2, NULL, &error), error);
    printf("%d %d %d %d\n", (int)x[0], (int)x[1], (int)x[2], (int)x[3]);
    show_a_finding(kernel, args);
    tw_kernel_free(kernel);
    return 0;
}
