// A LAPACK routine writes only the scratch that needsOf states, for workspaces of any size.
#include "LapackTesting.h"

#include <tuple>

namespace lz::linalg {
namespace {

// Fills in a matrix whose numbers on the diagonal are far apart, so that it needs few iterations.
void fill(Tensors& tensors, size_t i) {
  const TensorType& type = tensors.types()[i];
  const int64_t columns = type.dims.size() < 2 ? 1 : type.dims.back();
  for (int64_t k = 0; k < type.numElements(); ++k) {
    const int64_t row = k / columns, column = k % columns;
    tensors.set(i, k, row == column ? double(row + 1) : 1e-3 / double(1 + (row * 7 + column) % 13));
  }
}

void runs(std::string_view name, std::vector<TensorType> operands, std::vector<TensorType> results,
          const Options& options) {
  Tensors in(std::move(operands)), out(std::move(results));
  for (size_t i = 0; i < in.types().size(); ++i)
    fill(in, i);
  if (name == "geqp3")
    for (int64_t j = 0; j < in.types()[1].numElements(); ++j)
      in.set(1, j, 0);
  run(name, in, out, options);
}

void runOfShape(DType d, int64_t m, int64_t n) {
  const int64_t k = std::min(m, n);
  const TensorType info = typed(DType::S32, {});
  for (int64_t mode : {'A', 'S', 'N'}) {
    const int64_t u = mode == 'A' ? m : k, v = mode == 'A' ? n : k;
    runs("gesdd", {typed(d, {m, n})},
         {typed(d, {m, n}), typed(partType(d), {k}), typed(d, {m, u}), typed(d, {v, n}), info},
         {{"mode", mode}});
  }
  runs("geqp3", {typed(d, {m, n}), typed(DType::S32, {n})},
       {typed(d, {m, n}), typed(DType::S32, {n}), typed(d, {k})}, {});
  runs("gtsv", {typed(d, {m}), typed(d, {m}), typed(d, {m}), typed(d, {m, n})},
       {typed(d, {m}), typed(d, {m}), typed(d, {m}), typed(d, {m, n}), info}, {});
  for (bool isAdjoint : {false, true}) {
    runs("ormqr", {typed(d, {m, k}), typed(d, {k}), typed(d, {m, n})}, {typed(d, {m, n})},
         {{"left", 1}, {"transpose", isAdjoint}});
    runs("ormqr", {typed(d, {n, k}), typed(d, {k}), typed(d, {m, n})}, {typed(d, {m, n})},
         {{"left", 0}, {"transpose", isAdjoint}});
  }
}

void runOfSize(DType d, int64_t n) {
  const bool isReal = !isComplex(d);
  const TensorType a = typed(d, {n, n}), info = typed(DType::S32, {}),
                   reals = typed(partType(d), {n}), beside = typed(partType(d), {n - 1}),
                   tau = typed(d, {n - 1}), vectors = typed(isReal ? complexType(d) : d, {n, n});
  for (int64_t mode : {'V', 'N'})
    runs("syevd", {a}, {a, reals, info}, {{"uplo", 'U'}, {"mode", mode}});
  runs("sytrd", {a}, {a, reals, beside, tau, info}, {{"uplo", 'U'}});
  runs("gehrd", {a}, {a, tau, info}, {});
  for (int64_t mode : {'V', 'N'}) {
    std::vector<TensorType> schur = {a, a}, eig(isReal ? 2 : 1, typed(d, {n}));
    schur.resize(isReal ? 4 : 3, typed(d, {n}));
    schur.insert(schur.end(), {info, info});
    eig.insert(eig.end(), {vectors, vectors, info});
    runs("gees", {a}, schur, {{"mode", mode}, {"sort", 'N'}});
    runs("geev", {a}, eig, {{"compute_left", mode}, {"compute_right", 'V'}});
    runs("geev", {a}, eig, {{"compute_left", 'V'}, {"compute_right", mode}});
  }
}

TEST(LapackMemory, IsEnoughAtAllShapes) {
  for (DType dtype : kTypes) {
    for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
             {1, 1}, {1, 300}, {300, 1}, {400, 20}, {20, 400}, {48, 49}})
      runOfShape(dtype, m, n);
    for (int64_t n : {1, 2, 17, 65, 130})
      runOfSize(dtype, n);
  }
}

TEST(LapackMemory, IsEnoughOfLargeMatrices) {
  const DType d = DType::F32;
  runOfShape(d, 2000, 20);
  runOfShape(d, 20, 2000);
  runOfSize(d, 600);
  runs("ormqr", {typed(d, {1000, 1000}), typed(d, {1000}), typed(d, {1000, 1})},
       {typed(d, {1000, 1})}, {{"left", 1}});
}

// The bits are the same for any number of threads, on matrices that are large enough to be divided.
TEST(LapackMemory, ThreadsShareMatricesWithoutAnotherBit) {
  for (DType d : kTypes) {
    const int64_t n = 260;
    const bool isReal = !isComplex(d);
    const TensorType a = typed(d, {n, n}), info = typed(DType::S32, {}),
                     reals = typed(partType(d), {n}), values = typed(d, {n}),
                     vectors = typed(isReal ? complexType(d) : d, {n, n});
    std::vector<TensorType> eig(isReal ? 2 : 1, values), schur = {a, a};
    eig.insert(eig.end(), {vectors, vectors, info});
    schur.resize(isReal ? 4 : 3, values);
    schur.insert(schur.end(), {info, info});
    const std::tuple<std::string_view, std::vector<TensorType>, Options> calls[] = {
        {"syevd", {a, reals, info}, {{"uplo", 'L'}, {"mode", 'V'}}},
        {"gesdd", {a, reals, a, a, info}, {{"mode", 'A'}}},
        {"geev", eig, {{"compute_left", 'V'}, {"compute_right", 'V'}}},
        {"gees", schur, {{"mode", 'V'}, {"sort", 'N'}}}};
    for (const auto& [name, types, options] : calls) {
      Tensors in({a}), alone(types);
      in.setMatrix(0, name == "syevd" ? hermitian(d, n) : randomOf(d, n, n));
      run(name, in, alone, options);
      for (int threads : {2, 3}) {
        Tensors shared(types);
        run(name, in, shared, options, threads);
        for (size_t r = 0; r < types.size(); ++r)
          EXPECT_EQ(alone.vector(r), shared.vector(r)) << name << " " << threads;
      }
    }
  }
}

// The routine copies the right side to columns. It does everything else in place.
TEST(LapackMemory, OfATridiagonalSystemIsThatOfItsRightSide) {
  const int64_t n = 1'000'000;
  const TensorType vector = typed(DType::F64, {n}), right = typed(DType::F64, {n, 1});
  const std::vector<TensorType> in = {vector, vector, vector, right},
                                out = {vector, vector, vector, right, typed(DType::S32, {})};
  auto option = [](std::string_view) { return int64_t(0); };
  const auto needs = needsOf(*findLapack(LapackFunction::Gtsv), {in, out, option},
                             kernelsOf(double(), 0), hostMachineClasses().back(), 1);
  ASSERT_TRUE(needs.ok()) << needs.status();
  EXPECT_GE(needs->batch.scratchBytes(), right.numBytes());
  EXPECT_LE(needs->batch.scratchBytes(), 2 * right.numBytes());
}

// The workspace, argument number eight, has only 1 number, which is too few.
TEST(LapackMemory, ThatARoutineRefusesIsAnErrorThatNamesIt) {
  const int64_t n = 20;
  Tensors in({typed(DType::F64, {n, n})}),
      out({typed(DType::F64, {n, n}), typed(DType::F64, {n}), typed(DType::S32, {})});
  in.setMatrix(0, hermitian(DType::F64, n));
  auto option = [](std::string_view name) { return int64_t(name == "uplo" ? 'L' : 'V'); };
  const LapackRoutine& routine = *findLapack(LapackFunction::Syevd);
  const LapackTypes types{in.types(), out.types(), option};
  auto needs = needsOf(routine, types, kernelsOf(double(), 0), hostMachineClasses().back(), 1);
  ASSERT_TRUE(needs.ok()) << needs.status();
  needs->lengths.numbers = 1;
  ScratchMemory scratch(needs->batch.scratchBytes());
  ThreadPool pool(1);
  const Status status =
      runLapack(routine, types, {in.pointers(), out.pointers()}, 0, needs->batch, needs->lengths,
                {kernelsOf(double(), 0), hostMachineClasses().back(), pool, 1}, scratch.begin());
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_EQ(
      status.message().find("[syevd] of tensor<20x20xf64>: LAPACK's DSYEVD refuses argument 8"), 0u)
      << status;
}

TEST(LapackMemory, OfSidesThatItsIntegersCannotSayIsRefused) {
  const LapackRoutine& routine = *findLapack(LapackFunction::Syevd);
  const std::vector<TensorType> in = {typed(DType::F64, {50'000, 50'000})},
                                out = {in[0], typed(DType::F64, {50'000}), typed(DType::S32, {})};
  auto option = [](std::string_view) { return int64_t('V'); };
  const auto needs =
      needsOf(routine, {in, out, option}, kernelsOf(double(), 0), hostMachineClasses().back(), 1);
  EXPECT_EQ(needs.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_NE(needs.status().message().find("50000x50000xf64"), std::string::npos) << needs.status();
}

} // namespace
} // namespace lz::linalg
