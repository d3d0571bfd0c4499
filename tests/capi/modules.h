/* Small modules in text for the tests of modules and executables. */
#ifndef LAZULI_TESTS_CAPI_MODULES_H
#define LAZULI_TESTS_CAPI_MODULES_H

#include "check.h"

static const char* const dense =
    "func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) -> "
    "(tensor<4x5xf32>, tensor<4xf32>) {\n"
    "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
    "(tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>\n"
    "  %1 = stablehlo.tanh %0 : tensor<4x5xf32>\n"
    "  %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across "
    "dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> "
    "tensor<4xf32>\n"
    "  return %1, %2 : tensor<4x5xf32>, tensor<4xf32>\n"
    "}\n";

enum { kSide = 256, kBytes = kSide * kSide * 4 };

/* A product of a product needs a temporary and an output of kBytes each. */
static const char* const products =
    "func.func @main(%a: tensor<256x256xf32>) -> tensor<256x256xf32> {\n"
    "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, "
    "tensor<256x256xf32>) -> tensor<256x256xf32>\n"
    "  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<256x256xf32>, "
    "tensor<256x256xf32>) -> tensor<256x256xf32>\n"
    "  return %1 : tensor<256x256xf32>\n"
    "}\n";

/* A module for vectors of `n` elements: op(x, x) + constant. */
static inline const char* vectors(int n, const char* op, const char* constant) {
  static char text[1024];
  snprintf(text, sizeof text,
           "func.func @main(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n"
           "  %%c = stablehlo.constant dense<%s> : tensor<%dxf32>\n"
           "  %%0 = stablehlo.%s %%x, %%x : tensor<%dxf32>\n"
           "  %%1 = stablehlo.add %%0, %%c : tensor<%dxf32>\n"
           "  return %%1 : tensor<%dxf32>\n"
           "}\n",
           n, n, constant, n, op, n, n, n);
  return text;
}

/* Returns the address of the bytes of a tensor. */
static inline const void* addressOf(lz_tensor* tensor) {
  lz_view* view = NULL;
  OK(lz_tensor_acquire_view(tensor, &view));
  const void* data = lz_view_data(view);
  lz_view_release(view);
  return data;
}

static inline lz_module* parse(const Fixture* f, const char* text) {
  lz_module* module = NULL;
  OK(lz_module_parse(f->context, text, SIZE_MAX, "test.mlir", &module));
  return module;
}

static inline lz_executable* compileText(const Fixture* f, const char* text,
                                         const lz_compile_options* options) {
  lz_module* module = parse(f, text);
  lz_executable* executable = NULL;
  OK(lz_module_compile(module, options, &executable));
  lz_module_release(module);
  return executable;
}

static inline lz_memory_statistics memoryOf(const lz_executable* executable) {
  lz_memory_statistics m;
  m.struct_size = sizeof m;
  OK(lz_executable_get_memory(executable, &m));
  return m;
}

#endif
