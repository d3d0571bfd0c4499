// Failing allocations in compilations by the real compiler, from text and from recordings, and in
// the contractions that they make. Only allocations of Lazuli's own code fail. Allocations with a
// function of LLVM or MLIR on the stack never fail here. These include all allocations of passes,
// because MLIR calls the passes. When memory runs out, they are served from the reserve of a
// compilation (base/machine/Reserve.h).
#include "Scenario.h"

#include <vector>

namespace lz::test {
namespace {

FAILING_COMPILATIONS(InABarrier) {
  Owned<lz_tensor> y, s;
  LZ_TRY(recordExpression(world, y));
  LZ_TRY(recordSum(world, y.get(), s));
  LZ_TRY(lz_context_barrier(world.context.get(), nullptr, LZ_BARRIER_WAIT, nullptr));
  float sum = 0;
  LZ_TRY(lz_tensor_read(s.get(), &sum, sizeof sum));
  EXPECT_EQ(sum, 45);
  return expect(y.get(), 7.5, 10, 12.5, 15);
}

FAILING_COMPILATIONS(InAReadOfWhatIsPending) {
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(world, y));
  return expect(y.get(), 7.5, 10, 12.5, 15);
}

// Large enough to be packed, with an epilogue.
FAILING_COMPILATIONS(InAContraction) {
  constexpr int64_t kExtent = 160;
  static const std::vector<float> ones(kExtent * kExtent, 1);
  static std::vector<float> values(kExtent * kExtent);
  const int64_t dims[] = {kExtent, kExtent}, rows = 0, columns = 1;
  Owned<lz_tensor> a, b, product, sum;
  LZ_TRY(
      lz_tensor_from_host(world.device.get(), LZ_DTYPE_F32, dims, 2, ones.data(), nullptr, Out(a)));
  LZ_TRY(lz_negate(a.get(), nullptr, Out(b)));
  lz_dot_general_attributes dot{};
  dot.struct_size = sizeof dot;
  dot.lhs_contracting_dimensions = &columns;
  dot.num_lhs_contracting_dimensions = 1;
  dot.rhs_contracting_dimensions = &rows;
  dot.num_rhs_contracting_dimensions = 1;
  LZ_TRY(lz_dot_general(a.get(), b.get(), &dot, nullptr, Out(product)));
  LZ_TRY(lz_add(product.get(), a.get(), nullptr, Out(sum)));
  LZ_TRY(lz_tensor_read(sum.get(), values.data(), values.size() * sizeof(float)));
  EXPECT_EQ(values.front(), 1 - kExtent);
  EXPECT_EQ(values.back(), 1 - kExtent);
  return nullptr;
}

// A program with ops that are lowered in different ways: a call, a loop, a product, a reduction,
// elementwise ops, and ops that only move data.
constexpr char kText[] = R"(
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = stablehlo.while(%i = %zero, %v = %0) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, %x : tensor<4xf32>
      stablehlo.return %n, %w : tensor<i32>, tensor<4xf32>
    }
  %2 = stablehlo.dynamic_slice %1#1, %one, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  %3 = stablehlo.pad %2, %f, low = [1], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.reshape %1#1 : (tensor<4xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = stablehlo.reduce(%6 init: %f) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  return %3, %8 : tensor<4xf32>, tensor<2x2xf32>
}
)";

// The first result has the middle two numbers of 5 x, where x is 1, 2, 3, 4. The second has the row
// sums of a Gram matrix.
FAILING_COMPILATIONS(InAModule) {
  Owned<lz_module> module;
  LZ_TRY(lz_module_parse(world.context.get(), kText, SIZE_MAX, "a module.mlir", Out(module)));
  Owned<lz_string> text;
  LZ_TRY(lz_module_print(module.get(), Out(text)));
  Owned<lz_executable> executable;
  LZ_TRY(lz_module_compile(module.get(), nullptr, Out(executable)));
  Owned<lz_string> thunks, report;
  LZ_TRY(lz_executable_print(executable.get(), Out(thunks)));
  LZ_TRY(lz_executable_memory_report(executable.get(), Out(report)));
  Owned<lz_string> fingerprint;
  LZ_TRY(lz_executable_fingerprint(executable.get(), Out(fingerprint)));
  lz_tensor *input = world.x.get(), *outputs[2] = {};
  LZ_TRY(lz_executable_run(executable.get(), &input, 1, nullptr, outputs, 2));
  Owned<lz_tensor> padded(outputs[0]), sums(outputs[1]);
  LZ_TRY(expect(padded.get(), 0, 10, 15, 0));
  return expect(sums.get(), 400, 400, 900, 900);
}

// A tile of attention whose rows all have the same scores, so each output is the sum of a column of
// values. %t and %g exist only as rows in the scratch of the sweep.
constexpr char kSweep[] = R"(
func.func @main(%x: tensor<4xf32>) -> (tensor<4x256x64xf32>, tensor<4x256xf32>) {
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %q = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<4x256x64xf32>
  %v = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<4x256x64xf32>
  %s = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x256x64xf32>, tensor<4x256x64xf32>) -> tensor<4x256x256xf32>
  %scale = stablehlo.constant dense<0.125> : tensor<4x256x256xf32>
  %t = stablehlo.multiply %s, %scale : tensor<4x256x256xf32>
  %before = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<4x256xf32>
  %m1 = stablehlo.reduce(%t init: %f) applies stablehlo.maximum across dimensions = [2] : (tensor<4x256x256xf32>, tensor<f32>) -> tensor<4x256xf32>
  %m = stablehlo.maximum %before, %m1 : tensor<4x256xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<4x256xf32>) -> tensor<4x256x256xf32>
  %c = stablehlo.subtract %t, %mb : tensor<4x256x256xf32>
  %e = stablehlo.exponential %c : tensor<4x256x256xf32>
  %u = stablehlo.reduce(%e init: %f) applies stablehlo.add across dimensions = [2] : (tensor<4x256x256xf32>, tensor<f32>) -> tensor<4x256xf32>
  %d = stablehlo.subtract %before, %m : tensor<4x256xf32>
  %g = stablehlo.exponential %d : tensor<4x256xf32>
  %l0 = stablehlo.multiply %before, %g : tensor<4x256xf32>
  %l = stablehlo.add %l0, %u : tensor<4x256xf32>
  %p = stablehlo.dot_general %e, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x256x256xf32>, tensor<4x256x64xf32>) -> tensor<4x256x64xf32>
  %gb = stablehlo.broadcast_in_dim %g, dims = [0, 1] : (tensor<4x256xf32>) -> tensor<4x256x64xf32>
  %o0 = stablehlo.multiply %v, %gb : tensor<4x256x64xf32>
  %o1 = stablehlo.add %o0, %p : tensor<4x256x64xf32>
  return %o1, %l : tensor<4x256x64xf32>, tensor<4x256xf32>
}
)";

FAILING_COMPILATIONS(InASweep) {
  Owned<lz_module> module;
  LZ_TRY(lz_module_parse(world.context.get(), kSweep, SIZE_MAX, "a sweep.mlir", Out(module)));
  Owned<lz_executable> executable, loaded;
  LZ_TRY(lz_module_compile(module.get(), nullptr, Out(executable)));
  Owned<lz_string> text, bytes;
  LZ_TRY(lz_executable_print(executable.get(), Out(text)));
  EXPECT_NE(std::strstr(lz_string_data(text.get()), "keeps rows of "), nullptr)
      << lz_string_data(text.get());
  LZ_TRY(lz_executable_save(executable.get(), Out(bytes)));
  LZ_TRY(lz_executable_load(world.context.get(), lz_string_data(bytes.get()),
                            lz_string_size(bytes.get()), Out(loaded)));
  for (lz_executable* program : {executable.get(), loaded.get()}) {
    lz_tensor *input = world.x.get(), *outputs[2] = {};
    LZ_TRY(lz_executable_run(program, &input, 1, nullptr, outputs, 2));
    Owned<lz_tensor> sums(outputs[0]), counts(outputs[1]);
    static float values[4][256 * 64];
    LZ_TRY(lz_tensor_read(sums.get(), values, sizeof values));
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(values[i][i * 1000], 256 * float(i + 1));
  }
  return nullptr;
}

FAILING_COMPILATIONS(InEveryFormat) {
  Owned<lz_module> module;
  LZ_TRY(lz_module_parse(world.context.get(), kText, SIZE_MAX, "a module.mlir", Out(module)));
  for (lz_module_format format = LZ_MODULE_FORMAT_STABLEHLO; format <= LZ_MODULE_FORMAT_HLO_PROTO;
       ++format) {
    Owned<lz_string> bytes;
    LZ_TRY(lz_module_write(module.get(), format, Out(bytes)));
    EXPECT_GT(lz_string_size(bytes.get()), 0u);
  }
  return nullptr;
}

FAILING_COMPILATIONS(InPasses) {
  Owned<lz_module> module, made;
  LZ_TRY(lz_module_parse(world.context.get(), kText, SIZE_MAX, "a module.mlir", Out(module)));
  LZ_TRY(lz_module_verify(module.get()));
  LZ_TRY(lz_module_run_passes(module.get(), "lz-hlo", nullptr, Out(made)));
  Owned<lz_executable> executable;
  LZ_TRY(lz_module_compile(made.get(), nullptr, Out(executable)));
  return nullptr;
}

FAILING_COMPILATIONS(InACallOfAModule) {
  const char* text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                     "  %0 = stablehlo.add %x, %x : tensor<4xf32>\n"
                     "  return %0 : tensor<4xf32>\n"
                     "}\n";
  Owned<lz_module> module;
  LZ_TRY(lz_module_parse(world.context.get(), text, SIZE_MAX, nullptr, Out(module)));
  lz_tensor *input = world.x.get(), *output = nullptr;
  LZ_TRY(lz_module_call(module.get(), &input, 1, nullptr, &output, 1));
  Owned<lz_tensor> y(output);
  return expect(y.get(), 2, 4, 6, 8);
}

// One text does not parse, and the other parses but is refused.
FAILING_COMPILATIONS(InARefusedText) {
  Owned<lz_module> module;
  Error error(lz_module_parse(world.context.get(), "func.func @main() { return %0 }", SIZE_MAX,
                              nullptr, Out(module)));
  EXPECT_TRUE(error);
  return lz_status_code(error.get()) == LZ_INVALID_ARGUMENT ? nullptr : std::move(error);
}

FAILING_COMPILATIONS(InACompiledFunction) {
  Owned<lz_function> f;
  LZ_TRY(makeSquare(world, f));
  Owned<lz_executable> executable;
  LZ_TRY(lz_function_compile(f.get(), nullptr, Out(executable)));
  lz_tensor *input = world.x.get(), *output = nullptr;
  LZ_TRY(lz_executable_run(executable.get(), &input, 1, nullptr, &output, 1));
  Owned<lz_tensor> y(output);
  return expect(y.get(), 2, 6, 12, 20);
}

} // namespace
} // namespace lz::test
