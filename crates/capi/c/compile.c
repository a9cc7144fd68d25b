/* Compiles a tile program to PTX, and looks at what the compiler did.
 *
 *     cc compile.c $(pkg-config --cflags --libs tilewright) -o compile
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright.h>

static const char *const PROGRAM =
    "cuda_tile.module @m {\n"
    "  entry @double(%x: tile<ptr<f32>>) {\n"
    "    %i = iota : tile<128xi32>\n"
    "    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
    "    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<128xptr<f32>>\n"
    "    %p = offset %xs, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>\n"
    "    %v, %t = load_ptr_tko weak %p : tile<128xptr<f32>> -> tile<128xf32>, token\n"
    "    %w = addf %v, %v : tile<128xf32>\n"
    "    %s = store_ptr_tko weak %p, %w token=%t : tile<128xptr<f32>>, tile<128xf32> -> token\n"
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

/* A target that does not exist is an error with the nearest name. */
static void show_an_error(const tw_module *module)
{
    tw_compile_options how = {0};
    tw_compiled *compiled = NULL;
    tw_error *error = NULL;
    how.target = "sm_91";
    tw_status status = tw_compile(module, &how, &compiled, &error);
    printf("status %d, %s\n%s\n", (int)status, compiled ? "compiled" : "nothing", tw_error_message(error));
    tw_error_free(error);
}

/* Prints the first line of a text that begins with a word. */
static void show_line(const char *text, const char *word)
{
    while (text) {
        const char *end = strchr(text, '\n');
        if (strncmp(text, word, strlen(word)) == 0) {
            printf("%.*s\n", (int)(end ? (size_t)(end - text) : strlen(text)), text);
            return;
        }
        text = end ? end + 1 : NULL;
    }
}

int main(void)
{
    tw_module *module = NULL;
    tw_compiled *compiled = NULL;
    tw_compiled *again = NULL;
    tw_error *error = NULL;
    tw_compile_options how = {0};
    size_t bytes = 1;

    must(tw_parse("double.mlir", PROGRAM, strlen(PROGRAM), &module, &error), error);
    show_an_error(module);

    how.target = "sm_90a";
    how.keep_levels = true;
    how.remarks = true;
    must(tw_compile(module, &how, &compiled, &error), error);
    tw_module_free(module);
    show_line(tw_compiled_ptx(compiled), ".target");
    show_line(tw_compiled_text(compiled, "tileas"), "tileas.module");
    printf("%s", tw_compiled_metadata(compiled));
    show_line(tw_compiled_remarks(compiled), "in function");
    show_line(tw_compiled_remarks_json(compiled), "{");
    const uint8_t *cubin = tw_compiled_cubin(compiled, &bytes);
    printf("machine code: %s, %u bytes\n", cubin ? "made" : "not asked for", (unsigned)bytes);

    /* The text of a level compiles too, and gives the same PTX. */
    const char *level = tw_compiled_text(compiled, "nvvm");
    must(tw_compile_text("double.nvvm", level, strlen(level), &how, &again, &error), error);
    printf("%s\n", strcmp(tw_compiled_ptx(compiled), tw_compiled_ptx(again)) == 0 ? "the same PTX" : "other PTX");
    tw_compiled_free(again);
    tw_compiled_free(compiled);
    return 0;
}
