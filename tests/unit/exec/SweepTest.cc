// Tests how an executable runs a sweep whose kernels keep rows in scratch, and that damaged sweeps
// are refused.
#include "exec/thunks/Sweep.h"

#include "../contraction/PlainKernels.h"
#include "contraction/plan/TileChoice.h"
#include "exec/Executable.h"
#include "exec/thunks/Kinds.h"
#include "exec/verify/Verify.h"

#include <gtest/gtest.h>
#include <vector>

namespace lz::exec {
namespace {

using contraction::TiledContraction;
using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;

constexpr int64_t kRows = 601, kTerms = 30, kColumns = 40, kResults = 24;

enum : BufferId { X, W, U, Out, Product, Table, Last, Sums, SweepScratch };

float* numbersOf(void* const* buffers, size_t i) {
  return static_cast<float*>(buffers[i]);
}

// buffers: product, product. Doubles its elements in place.
void doubleRows(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t i = lo * kColumns; i < hi * kColumns; ++i)
    numbersOf(buffers, 1)[i] = 2 * numbersOf(buffers, 0)[i];
}

// buffers: product, sums
void sumsOfRows(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t row = lo; row < hi; ++row) {
    numbersOf(buffers, 1)[row] = 0;
    for (int64_t j = 0; j < kColumns; ++j)
      numbersOf(buffers, 1)[row] += numbersOf(buffers, 0)[row * kColumns + j];
  }
}

// buffers: product, table
void plusOne(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t i = lo * kColumns; i < hi * kColumns; ++i)
    numbersOf(buffers, 1)[i] = numbersOf(buffers, 0)[i] + 1;
}

// buffers: the last product, sums, out. Subtracts the sum of the row.
void lessSum(void* const* buffers, int64_t lo, int64_t hi) {
  for (int64_t i = lo * kResults; i < hi * kResults; ++i)
    numbersOf(buffers, 2)[i] = numbersOf(buffers, 0)[i] - numbersOf(buffers, 1)[i / kResults];
}

TiledContraction sweptProduct(int64_t n, int64_t k) {
  TiledContraction dot;
  dot.m = kRows, dot.n = n, dot.k = k;
  dot.lhs = {DType::F32, {}, {{kRows, k}}, {{k, 1}}, {}};
  dot.rhs = {DType::F32, {}, {{n, 1}}, {{k, n}}, {}};
  dot.outM = {{kRows, n}}, dot.outN = {{n, 1}};
  dot.kernels = &contraction::plainKernels<float, 6, 8>();
  dot = contraction::tiledWithLhs(dot, 0);
  dot.isInSweep = dot.outByRows = true;
  dot.ownByRows = k == kColumns;
  return dot;
}

// p = x w, s = sums of the rows of 2 p, out = (2 p + 1) u - s
Sweep threeKernels() {
  auto plan = sweep::planSweep({sweptProduct(kColumns, kTerms), sweptProduct(kResults, kColumns)},
                               {4}, /*threads=*/3);
  EXPECT_TRUE(plan.has_value());
  Sweep s{"dot", *plan, {{X, W, Product, {}, {}}, {Table, U, Last, {}, {}}}, SweepScratch, {Sums}};
  s.products[0].epilogue = {{{"doubleRows", doubleRows, kRows, 10, {Product, Product}, 1}, 1},
                            {{"sumsOfRows", sumsOfRows, kRows, 10, {Product, Sums}, 1}, 1},
                            {{"plus_one", plusOne, kRows, 10, {Product, Table}, 1}, 1}};
  s.products[1].epilogue = {{{"less_sum", lessSum, kRows, 10, {Last, Sums, Out}, 2}, 1}};
  return s;
}

ExecutableSpec specWith(const Sweep& s) {
  ExecutableSpec spec;
  spec.inputs = {{DType::F32, {kRows, kTerms}},
                 {DType::F32, {kTerms, kColumns}},
                 {DType::F32, {kColumns, kResults}}};
  spec.outputs = {{DType::F32, {kRows, kResults}}};
  for (int32_t i = 0; i < 3; ++i)
    spec.buffers.push_back({BufferKind::Input, spec.inputs[size_t(i)].numBytes(), i, 0, {}});
  spec.buffers.push_back({BufferKind::Output, spec.outputs[0].numBytes(), 0, 0, {}});
  for (BufferId id = Product; id <= Sums; ++id)
    spec.buffers.push_back({BufferKind::Rows});
  spec.arenaBytes = s.plan.scratchBytes();
  spec.buffers.push_back({BufferKind::Temp, spec.arenaBytes, -1, 0, {}});
  spec.body.thunks = {makeSweep(s)};
  spec.body.contents = {{{{X, 1}, {W, 1}, {U, 1}, {Out, 0, 1}, {SweepScratch, 0, 1}}, {}, {}, {}}};
  spec.ends = {{Out, 1}};
  spec.runBytes = bytesOfRun(spec);
  return spec;
}

TEST(Sweep, KernelsFindTheRowsThatAreKept) {
  std::vector<float> x(kRows * kTerms), w(kTerms * kColumns), u(kColumns * kResults);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i % 7) - 3;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = float(i % 5) - 2;
  for (size_t i = 0; i < u.size(); ++i)
    u[i] = float(i % 3) - 1;
  for (int threads : {1, 3}) {
    std::vector<StorageRef> args;
    for (std::vector<float>* values : {&x, &w, &u})
      args.push_back(Storage::borrow(values->data(), int64_t(values->size()) * 4, {}));
    auto device = Device::host({.threads = threads});
    auto result = Executable(specWith(threeKernels())).run(*device, args);
    ASSERT_TRUE(result.ok()) << result.status();
    for (size_t i = 0; i < size_t(kRows); ++i) {
      float sum = 0, expected[kResults] = {};
      for (size_t j = 0; j < size_t(kColumns); ++j) {
        float p = 0;
        for (size_t k = 0; k < size_t(kTerms); ++k)
          p += x[i * kTerms + k] * w[k * kColumns + j];
        sum += 2 * p;
        for (size_t r = 0; r < size_t(kResults); ++r)
          expected[r] += (2 * p + 1) * u[j * kResults + r];
      }
      for (size_t r = 0; r < size_t(kResults); ++r)
        ASSERT_EQ(result->outputs[0]->as<float>()[i * kResults + r], expected[r] - sum) << i;
    }
  }
}

TEST(Sweep, IsPrintedWithTheRowsThatItKeeps) {
  const std::string text = Executable(specWith(threeKernels())).print();
  for (const char* line : {"sweep dot scratch tmp8 keeps rows7\n", "plan: keeps rows of 4 bytes\n",
                           "on its rows doubleRows grid 601 x 10 ns reads rows4 writes rows4\n",
                           "on its rows less_sum grid 601 x 10 ns reads rows6 rows7 writes out0\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

// Returns the message for the sweep after `change`.
template <typename Change> std::string verifiedSweep(Change change) {
  Sweep s = threeKernels();
  change(s);
  return std::string(verify(specWith(s)).message());
}

void expectRefused(const std::string& message, const std::string& reason) {
  EXPECT_NE(message.find(reason), std::string::npos) << message;
}

TEST(Sweep, RowsThatCannotExistAreRefused) {
  EXPECT_EQ(verifiedSweep([](Sweep&) {}), "");
  expectRefused(verifiedSweep([](Sweep& s) { s.kept.clear(); }), "exists by rows only");
  expectRefused(verifiedSweep([](Sweep& s) { s.kept.push_back(Sums); }),
                "keeps 2 arrays, but its plan keeps 1");
  for (BufferId id : {X, Out, Product, Table, Last})
    expectRefused(verifiedSweep([&](Sweep& s) {
                    s.kept = {id};
                    s.products[0].epilogue.erase(s.products[0].epilogue.begin() + 1);
                    s.products[1].epilogue[0].kernel.buffers[1] = Last;
                  }),
                  "keeps rows of an array that has other rows");
  // No kernel makes the sums, or the kernel that makes them is too late.
  expectRefused(verifiedSweep([](Sweep& s) {
                  s.products[0].epilogue[1].kernel.buffers = {Product, Product};
                }),
                "reads rows that no kernel has made");
  // The rows of the last product do not exist yet.
  expectRefused(verifiedSweep([](Sweep& s) { s.products[0].epilogue[1].kernel.buffers[0] = Last; }),
                "exists by rows only");
}

TEST(Sweep, RowsThatAreKeptFitIntoTheCache) {
  const std::vector<TiledContraction> products{sweptProduct(kColumns, kTerms),
                                               sweptProduct(kResults, kColumns)};
  const Caches caches{.second = 1 << 20, .last = 32 << 20, .cores = 2};
  for (int64_t bytes : {INT64_MIN, int64_t(-1), int64_t(0), int64_t(100'000), INT64_MAX})
    EXPECT_FALSE(sweep::planSweep(products, {4, bytes}, 3, caches)) << bytes;
  const auto few = sweep::planSweep(products, {}, 3, caches),
             many = sweep::planSweep(products, {40'000, 40'000}, 3, caches);
  ASSERT_TRUE(few && many);
  EXPECT_EQ(many->rowsOfChunk, 6); // a tile
  EXPECT_LT(many->rowsOfChunk, few->rowsOfChunk);
  EXPECT_GE(many->threadBytes(), few->products[1].plan.threadBytes() + 2 * 6 * 40'000);
}

} // namespace
} // namespace lz::exec
