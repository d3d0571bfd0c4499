// Tests how an executable runs and prints kernels on the rows of a contraction.
#include "../contraction/PlainKernels.h"
#include "contraction/plan/TileChoice.h"
#include "exec/Executable.h"
#include "exec/thunks/Contraction.h"
#include "exec/thunks/Kinds.h"

#include <gtest/gtest.h>
#include <vector>

namespace lz::exec {
namespace {

using contraction::ContractionPlan;
using contraction::plainKernels;
using contraction::TiledContraction;
using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;

constexpr int64_t kRows = 601, kColumns = 40, kTerms = 30;

float* floats(void* const* buffers, size_t i) {
  return static_cast<float*>(buffers[i]);
}

// buffers: x, lhs. lhs = 2 x; a unit is a row.
void twice(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t i = lo * kTerms; i < hi * kTerms; ++i)
    floats(buffers, 1)[i] = 2 * floats(buffers, 0)[i];
}

// buffers: c, bias, y. y = c + bias; a unit is half a row.
void addBias(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t i = lo * kColumns / 2; i < hi * kColumns / 2; ++i)
    floats(buffers, 2)[i] = floats(buffers, 0)[i] + floats(buffers, 1)[i % kColumns];
}

// buffers: y, sums. A unit is a row.
void sumRows(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t row = lo; row < hi; ++row) {
    float sum = 0;
    for (int64_t j = 0; j < kColumns; ++j)
      sum += floats(buffers, 0)[row * kColumns + j];
    floats(buffers, 1)[row] = sum;
  }
}

TiledContraction product() {
  TiledContraction dot;
  dot.m = kRows, dot.n = kColumns, dot.k = kTerms;
  dot.lhs = {DType::F32, {}, {{kRows, kTerms}}, {{kTerms, 1}}, {}};
  dot.rhs = {DType::F32, {}, {{kColumns, 1}}, {{kTerms, kColumns}}, {}};
  dot.outM = {{kRows, kColumns}}, dot.outN = {{kColumns, 1}};
  dot.kernels = &plainKernels<float, 6, 8>();
  chooseTile(dot);
  return dot;
}

// Inputs are x, w and bias, outputs are y and sums. Only some rows of the operand and of the
// product exist at a time.
ExecutableSpec layer() {
  TiledContraction dot = product();
  ContractionPlan able = planContraction(dot, 3);
  EXPECT_TRUE(able.keepsRows && able.makesRows && able.privateOperand == 0);
  dot.outByRows = dot.ownByRows = true;
  ContractionPlan plan = planContraction(dot, 3);
  int64_t scratch = plan.scratchBytes();
  ExecutableSpec spec;
  spec.inputs = {
      {DType::F32, {kRows, kTerms}}, {DType::F32, {kTerms, kColumns}}, {DType::F32, {kColumns}}};
  spec.outputs = {{DType::F32, {kRows, kColumns}}, {DType::F32, {kRows}}};
  for (int32_t i = 0; i < 3; ++i)
    spec.buffers.push_back({BufferKind::Input, spec.inputs[size_t(i)].numBytes(), i, 0, {}});
  for (int32_t i = 0; i < 2; ++i)
    spec.buffers.push_back({BufferKind::Output, spec.outputs[size_t(i)].numBytes(), i, 0, {}});
  spec.buffers.push_back({BufferKind::Rows});                     // 5: the operand
  spec.buffers.push_back({BufferKind::Rows});                     // 6: the product
  spec.buffers.push_back({BufferKind::Temp, scratch, -1, 0, {}}); // 7: scratch
  spec.arenaBytes = scratch;
  Contraction contraction{"dot", plan, 5, 1, 6, 7};
  contraction.prologue = {{{"twice", twice, kRows, 10, {0, 5}, 1}, 1}};
  contraction.epilogue = {{{"add", addBias, 2 * kRows, 10, {6, 2, 3}, 2}, 2},
                          {{"sum", sumRows, kRows, 10, {3, 4}, 1}, 1}};
  spec.body.thunks = {makeContraction(contraction)};
  return spec;
}

TEST(RowKernels, RunInOrderOnTheRowsThatAreThere) {
  std::vector<float> x(kRows * kTerms), w(kTerms * kColumns), bias(kColumns);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i % 7) - 3;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = float(i % 5) - 2;
  for (size_t i = 0; i < bias.size(); ++i)
    bias[i] = float(i);
  for (int threads : {1, 3}) {
    std::vector<StorageRef> args = {Storage::borrow(x.data(), int64_t(x.size()) * 4, {}),
                                    Storage::borrow(w.data(), int64_t(w.size()) * 4, {}),
                                    Storage::borrow(bias.data(), int64_t(bias.size()) * 4, {})};
    auto device = Device::host({.threads = threads});
    auto result = Executable(layer()).run(*device, args);
    ASSERT_TRUE(result.ok()) << result.status();
    for (size_t i = 0; i < size_t(kRows); ++i) {
      float all = 0;
      for (size_t j = 0; j < size_t(kColumns); ++j) {
        float sum = bias[j];
        for (size_t k = 0; k < size_t(kTerms); ++k)
          sum += 2 * x[i * kTerms + k] * w[k * kColumns + j];
        ASSERT_EQ(result->outputs[0]->as<float>()[i * kColumns + j], sum) << i << " " << j;
        all += sum;
      }
      ASSERT_EQ(result->outputs[1]->as<float>()[i], all) << i;
    }
  }
}

TEST(RowKernels, ArePrintedBelowTheirContraction) {
  Executable executable(layer());
  std::string text = executable.print();
  EXPECT_NE(text.find("  rows5: in scratch, row by row\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reads rows5 in1 writes rows6 scratch tmp7\n"
                      "    for its rows twice grid 601 x 10 ns reads in0 writes rows5\n"
                      "    on its rows add grid 1202 x 10 ns reads rows6 in2 writes out0\n"
                      "    on its rows sum grid 601 x 10 ns reads out0 writes out1\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(executable.memoryReport().find("rows5"), std::string::npos);
}

// An executable is refused if a kernel needs rows that cannot exist.
TEST(RowKernels, CheckFindsRowsThatCannotBe) {
  TiledContraction dot = product();
  auto isPlanned = [&] { return checkPlan(planContraction(dot, 1)).ok(); };
  EXPECT_TRUE(isPlanned());
  dot.outM = {{kRows, kColumns + 1}};
  EXPECT_FALSE(hasDenseRows(dot));
  dot.outByRows = true;
  EXPECT_FALSE(isPlanned());
  dot.outByRows = false;
  dot.lhs.rows = {{kRows, 1}}, dot.lhs.k = {{kTerms, kRows}};
  EXPECT_TRUE(isPlanned());
  dot.ownByRows = true;
  EXPECT_FALSE(isPlanned());
}

} // namespace
} // namespace lz::exec
