"""Compiles NVVM IR, given on standard input, by the libNVVM at argv[1] for the architecture argv[2]; PTX goes to standard output."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
program = ctypes.c_void_p()
text = sys.stdin.buffer.read()
options = (ctypes.c_char_p * 1)(f"-arch={sys.argv[2]}".encode())


def text_of(size_of, give):
    size = ctypes.c_size_t()
    size_of(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    give(program, buffer)
    return buffer.value.decode(errors="replace")


def expect(status, what):
    if status != 0:
        log = text_of(library.nvvmGetProgramLogSize, library.nvvmGetProgramLog)
        sys.exit(f"libNVVM: {what} fails ({status}): {log}")


expect(library.nvvmCreateProgram(ctypes.byref(program)), "creating a program")
expect(library.nvvmAddModuleToProgram(program, text, ctypes.c_size_t(len(text)), b"module"), "reading")
expect(library.nvvmVerifyProgram(program, 1, options), "verifying")
expect(library.nvvmCompileProgram(program, 1, options), "compiling")
sys.stdout.write(text_of(library.nvvmGetCompiledResultSize, library.nvvmGetCompiledResult))
