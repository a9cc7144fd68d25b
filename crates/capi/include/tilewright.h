/* Tilewright: CUDA Tile IR from C. This file is made by cbindgen from crates/capi.
 *
 * - Every function may be called from any thread; objects may be shared by threads until they are freed.
 * - A function that can fail returns a tw_status. What went wrong is put into *error, if error is not null; free it with
 *   tw_error_free. Objects that a function makes belong to the caller, who frees them.
 * - Strings that are returned end with a zero byte; the length does not count it. They live as long as their object.
 * - Nothing unwinds across this border: a mistake inside of the library is TW_STATUS_INTERNAL.
 */

#ifndef TILEWRIGHT_H
#define TILEWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 How a call ended.
 */
typedef enum tw_status {
  /*
   Well.
   */
  TW_STATUS_OK = 0,
  /*
   The text, the bytecode or the module is wrong.
   */
  TW_STATUS_INVALID = 1,
  /*
   An argument does not fit; nothing was run.
   */
  TW_STATUS_ARGUMENT = 2,
  /*
   The program did something undefined; memory that it writes holds part of the results.
   */
  TW_STATUS_TRAP = 3,
  /*
   The engine cannot run it: no such entry, something that it does not do, too little memory.
   */
  TW_STATUS_LAUNCH = 4,
  /*
   The launch was cancelled; memory that it writes holds part of the results.
   */
  TW_STATUS_CANCELLED = 5,
  /*
   A mistake inside of the library; please report it.
   */
  TW_STATUS_INTERNAL = 6,
  /*
   The program cannot be compiled for the target, or `ptxas` is not there or refuses it.
   */
  TW_STATUS_COMPILE = 7,
} tw_status;

/*
 What executes a program.
 */
typedef enum tw_engine {
  /*
   Fast, on all cores.
   */
  TW_ENGINE_CPU = 0,
  /*
   The specification, executed literally.
   */
  TW_ENGINE_REFERENCE = 1,
  /*
   Compiled to PTX, which the emulator of PTX runs.
   */
  TW_ENGINE_PTX_EMU = 2,
  /*
   Compiled for the GPU of this machine, and run there through the CUDA driver.
   */
  TW_ENGINE_CUDA = 3,
} tw_engine;

/*
 What an argument is.
 */
typedef enum tw_arg_kind {
  /*
   `data` and `bytes`, for a pointer.
   */
  TW_ARG_MEMORY = 0,
  /*
   `integer`, for a number of any type.
   */
  TW_ARG_INTEGER = 1,
  /*
   `number`, for a float; it is rounded to the parameter's type.
   */
  TW_ARG_FLOAT = 2,
  /*
   `data` and `bytes`, for a multicast pointer: memory that holds a copy for each of `integer` devices, one after the other.
   */
  TW_ARG_MULTICAST = 3,
} tw_arg_kind;

/*
 What compiling made. It does not change.
 */
typedef struct tw_compiled tw_compiled;

/*
 What went wrong.
 */
typedef struct tw_error tw_error;

/*
 An entry that is ready to run: any number of times, on any threads, also at the same time. A child that fork made
 makes its own.
 */
typedef struct tw_kernel tw_kernel;

/*
 A tile program. It does not change.
 */
typedef struct tw_module tw_module;

/*
 What a sanitized run has to tell.
 */
typedef struct tw_report tw_report;

/*
 How a program is compiled. All zeros but for the target is the default: PTX alone, of four warps.
 */
typedef struct tw_compile_options {
  /*
   The target: "sm_90a".
   */
  const char *target;
  /*
   The path of `ptxas`, which makes machine code too; null: PTX alone. Nothing else looks for it.
   */
  const char *ptxas;
  /*
   How much `ptxas` optimises, from 1; 0: as much as it can.
   */
  uint32_t opt_level;
  /*
   Warps of a thread block, up to 32; 0: 4.
   */
  uint32_t warps;
  /*
   Code, and the text of levels, say which line of the program they come from.
   */
  bool line_info;
  /*
   Keeps the text of each level for tw_compiled_text.
   */
  bool keep_levels;
  /*
   Keeps what was done and what was not for tw_compiled_remarks and tw_compiled_remarks_json.
   */
  bool remarks;
} tw_compile_options;

/*
 A tile that a program hands to a function, or that the function fills.
 */
typedef struct tw_tile {
  /*
   The type of its elements: "f32".
   */
  const char *element;
  /*
   The number of dimensions.
   */
  size_t rank;
  /*
   An extent for each dimension, outermost first.
   */
  const uint32_t *extents;
  /*
   The number of elements.
   */
  size_t count;
  /*
   The bits of each element in row-major order, in the lowest bits of a number. Those of operands must not be written.
   */
  uint64_t *bits;
} tw_tile;

/*
 A function of tiles. `constants` are the constant arguments as the language spells them, with commas between them. It returns 0
 when all went well; another number ends the launch. It may be called from several threads at a time.
 */
typedef int32_t (*tw_extern_function)(void *user,
                                      const char *constants,
                                      const struct tw_tile *operands,
                                      size_t operand_count,
                                      const struct tw_tile *results,
                                      size_t result_count);

/*
 A function and its name.
 */
typedef struct tw_extern {
  /*
   The name by which programs call it.
   */
  const char *name;
  /*
   The function.
   */
  tw_extern_function function;
  /*
   Handed to the function.
   */
  void *user;
} tw_extern;

/*
 An argument of a launch.
 */
typedef struct tw_arg {
  /*
   A tw_arg_kind, which says which of the others counts.
   */
  uint32_t kind;
  /*
   The first byte of memory that is valid until the launch has ended. It is only written where the program writes.
   */
  void *data;
  /*
   How many bytes may be touched.
   */
  size_t bytes;
  /*
   A whole number; of multicast memory the number of devices.
   */
  int64_t integer;
  /*
   A float.
   */
  double number;
} tw_arg;

/*
 How a launch is run. All zeros is the default: all cores, no limit, blocks in order, prints are dropped.
 */
typedef struct tw_options {
  /*
   Threads to use at most; 0: as many as the machine has.
   */
  size_t threads;
  /*
   Steps that all tile blocks together may take; 0: no limit.
   */
  uint64_t steps;
  /*
   Seed of a shuffled order of tile blocks, on the reference interpreter; 0: by number.
   */
  uint64_t seed;
  /*
   May become true, from any thread, to end the launch at once; may be null.
   */
  const bool *cancel;
  /*
   Receives what the program prints; may be null. It is called on the thread that launches.
   */
  void (*print)(void *user, const char *text, size_t len);
  /*
   Handed to `print`.
   */
  void *user;
} tw_options;

/*
 Bytes that belong to the caller; text ends with a zero byte, which `len` does not count.
 */
typedef struct tw_bytes {
  /*
   The first byte.
   */
  uint8_t *data;
  /*
   How many there are.
   */
  size_t len;
  /*
   How many were allocated; for tw_bytes_free.
   */
  size_t capacity;
} tw_bytes;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The number of this interface: it changes when a program would have to be compiled again.
 */
uint32_t tw_abi_version(void);

/*
 The version of the library: "0.1.0".
 */
const char *tw_version(void);

/*
 Verifies a module and compiles it. Free what is made with tw_compiled_free.
 */
enum tw_status tw_compile(const struct tw_module *module,
                          const struct tw_compile_options *how,
                          struct tw_compiled **out,
                          struct tw_error **error);

/*
 Reads, verifies and compiles `len` bytes of text of any level from 1 to 4: of a tile program, or what tw_compiled_text gave.
 `name` is what messages call it. Free what is made with tw_compiled_free.
 */
enum tw_status tw_compile_text(const char *name,
                               const char *text,
                               size_t len,
                               const struct tw_compile_options *how,
                               struct tw_compiled **out,
                               struct tw_error **error);

/*
 The PTX.
 */
const char *tw_compiled_ptx(const struct tw_compiled *compiled);

/*
 The text of a level: "cuda_tile", "tileaa", "tileas", "nvvm" or "ptx"; null where it was not kept, the program is of a
 lower level itself, or there is no such level.
 */
const char *tw_compiled_text(const struct tw_compiled *compiled,
                             const char *level);

/*
 Machine code, and its length in `*len`; null and 0 where none was asked for. It lives as long as `compiled`.
 */
const uint8_t *tw_compiled_cubin(const struct tw_compiled *compiled,
                                 size_t *len);

/*
 How kernels are launched, as one JSON object: target, shared memory, and of each kernel its parameters, threads, cluster
 and dynamic shared memory.
 */
const char *tw_compiled_metadata(const struct tw_compiled *compiled);

/*
 What was done and what was not, as text for people; empty where it was not asked for.
 */
const char *tw_compiled_remarks(const struct tw_compiled *compiled);

/*
 The same as JSON, an object a line.
 */
const char *tw_compiled_remarks_json(const struct tw_compiled *compiled);

/*
 Frees what compiling made; null is fine.
 */
void tw_compiled_free(struct tw_compiled *compiled);

/*
 The whole message, with excerpts of the source: as the command line prints it.
 */
const char *tw_error_message(const struct tw_error *error);

/*
 The diagnostics as JSON, an object a line; empty where the message is a sentence of its own.
 */
const char *tw_error_json(const struct tw_error *error);

/*
 Frees an error; null is fine.
 */
void tw_error_free(struct tw_error *error);

/*
 Admits calls of external functions (the preview `simt`) in a module that was parsed. No other thread may use it meanwhile.
 */
void tw_module_enable_simt(struct tw_module *module);

/*
 As tw_kernel_new, for a program that calls functions which it does not define: `externs` are `count` of them. They must be
 there until the kernel is freed.
 */
enum tw_status tw_kernel_new_with_externs(const struct tw_module *module,
                                          const char *entry,
                                          uint32_t engine,
                                          const struct tw_extern *externs,
                                          size_t count,
                                          struct tw_kernel **out,
                                          struct tw_error **error);

/*
 Verifies a module and prepares an entry for an engine. `entry` may be null where there is only one.
 */
enum tw_status tw_kernel_new(const struct tw_module *module,
                             const char *entry,
                             uint32_t engine,
                             struct tw_kernel **out,
                             struct tw_error **error);

/*
 The name of the entry.
 */
const char *tw_kernel_entry(const struct tw_kernel *kernel);

/*
 The number of parameters.
 */
size_t tw_kernel_param_count(const struct tw_kernel *kernel);

/*
 The name of a parameter, from 0; empty where the module has none.
 */
const char *tw_kernel_param_name(const struct tw_kernel *kernel, size_t index);

/*
 The type of a parameter: `f32`, `ptr<f32>`.
 */
const char *tw_kernel_param_type(const struct tw_kernel *kernel, size_t index);

/*
 Whether the program may write the memory of a parameter; when not, it never does.
 */
bool tw_kernel_writes(const struct tw_kernel *kernel, size_t index);

/*
 Runs all tile blocks of a grid of three extents, each at least 1, and returns when they have ended. `how` may be null.
 Memory of arguments may overlap where they point to one type.
 */
enum tw_status tw_launch(const struct tw_kernel *kernel,
                         const uint32_t *grid,
                         const struct tw_arg *args,
                         size_t count,
                         const struct tw_options *how,
                         struct tw_error **error);

/*
 Frees a kernel; null is fine. No launch of it may be running.
 */
void tw_kernel_free(struct tw_kernel *kernel);

/*
 Runs a kernel that was prepared for the engine TW_ENGINE_PTX_EMU, and counts the instructions and accesses of its threads, as
 the JSON of `tilewright run --counters=json`. Memory holds the results of the launch. Free the text with tw_bytes_free.
 */
enum tw_status tw_count(const struct tw_kernel *kernel,
                        const uint32_t *grid,
                        const struct tw_arg *args,
                        size_t count,
                        const struct tw_options *how,
                        struct tw_bytes *out,
                        struct tw_error **error);

/*
 Runs a kernel once without measuring, then `runs` times, and writes the seconds of each of these runs into `seconds`. Memory is
 not restored between runs.
 */
enum tw_status tw_bench(const struct tw_kernel *kernel,
                        const uint32_t *grid,
                        const struct tw_arg *args,
                        size_t count,
                        const struct tw_options *how,
                        double *seconds,
                        size_t runs,
                        struct tw_error **error);

/*
 Parses `len` bytes of text. `name` is what messages call it.
 */
enum tw_status tw_parse(const char *name,
                        const char *text,
                        size_t len,
                        struct tw_module **out,
                        struct tw_error **error);

/*
 Decodes bytecode of any version.
 */
enum tw_status tw_decode(const uint8_t *data,
                         size_t len,
                         struct tw_module **out,
                         struct tw_error **error);

/*
 Checks every rule of the language; the error has everything that is wrong.
 */
enum tw_status tw_module_verify(const struct tw_module *module, struct tw_error **error);

/*
 Canonical text. Free it with tw_bytes_free.
 */
enum tw_status tw_module_text(const struct tw_module *module,
                              struct tw_bytes *out,
                              struct tw_error **error);

/*
 Bytecode of version 13.`minor`; 0: of the lowest version that holds the module. Free it with tw_bytes_free.
 */
enum tw_status tw_module_bytecode(const struct tw_module *module,
                                  uint32_t minor,
                                  struct tw_bytes *out,
                                  struct tw_error **error);

/*
 Runs passes on a copy of a module, and returns the copy: `passes` is a list such as `canonicalize,cse`; null runs the
 passes that clean up. Free it with tw_module_free.
 */
enum tw_status tw_module_optimize(const struct tw_module *module,
                                  const char *passes,
                                  struct tw_module **out,
                                  struct tw_error **error);

/*
 Formats `len` bytes of text; comments and names are kept. `name` is the name of the file in messages. Free the text with
 tw_bytes_free.
 */
enum tw_status tw_format(const char *name,
                         const char *text,
                         size_t len,
                         struct tw_bytes *out,
                         struct tw_error **error);

/*
 The number of entries.
 */
size_t tw_module_entry_count(const struct tw_module *module);

/*
 The name of an entry, from 0. Free it with tw_bytes_free.
 */
enum tw_status tw_module_entry(const struct tw_module *module,
                               size_t index,
                               struct tw_bytes *out,
                               struct tw_error **error);

/*
 Frees a module; null is fine. Kernels that were made of it stay.
 */
void tw_module_free(struct tw_module *module);

/*
 Frees bytes that a function put into `bytes`, and empties it; null is fine.
 */
void tw_bytes_free(struct tw_bytes *bytes);

/*
 Runs a kernel on the reference interpreter under the eyes of the sanitizer. `checks` names kinds of findings, as
 `tilewright run --sanitize=KINDS` does, or is null; `schedules` more orders of the tile blocks are tried as long as
 nothing is found. All memory must be writable if `schedules` is not 0. What the program does is in the report, and no error.
 */
enum tw_status tw_sanitize(const struct tw_kernel *kernel,
                           const uint32_t *grid,
                           const struct tw_arg *args,
                           size_t count,
                           const char *checks,
                           uint32_t schedules,
                           const struct tw_options *how,
                           struct tw_report **out,
                           struct tw_error **error);

/*
 The number of findings.
 */
size_t tw_report_count(const struct tw_report *report);

/*
 The documented code of a finding, from 0: "E0570".
 */
const char *tw_report_code(const struct tw_report *report, size_t index);

/*
 A finding with excerpts of the source: as the command line prints it.
 */
const char *tw_report_text(const struct tw_report *report, size_t index);

/*
 A finding as a JSON object: file, line, column, message, notes.
 */
const char *tw_report_json(const struct tw_report *report, size_t index);

/*
 Frees a report; null is fine.
 */
void tw_report_free(struct tw_report *report);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TILEWRIGHT_H */
