// Routines of LAPACK (linalg/spec/LapackTable.h): LU and QR by algorithms of ours, all others by
// LAPACK. What a call needs is its plan.
#include "base/Cancel.h"
#include "exec/Linalg.h"
#include "exec/MatrixCalls.h"
#include "linalg/Lu.h"
#include "linalg/Qr.h"
#include "linalg/lapack/Routines.h"

#include <array>
#include <mutex>
#include <numeric>
#include <utility>

namespace lz::exec {
using linalg::LapackFunction;

namespace {

using linalg::LaneGroup;
using linalg::Machine;

// Calls fn(T()) for the first operand's type.
template <typename Fn> auto visitElement(const CallSignature& signature, Fn fn) {
  switch (signature.operands[0].dtype) {
  case DType::F64:
    return fn(double());
  case DType::C64:
    return fn(Complex<float>());
  case DType::C128:
    return fn(Complex<double>());
  default:
    return fn(float());
  }
}

// Multiplications and additions of real numbers.
double flopsOf(const TensorType& matrix, double count) {
  const auto m = double(linalg::rowsOf(matrix)), n = double(linalg::columnsOf(matrix));
  return (isComplex(matrix.dtype) ? 4 : 1) * m * n * count;
}

// Of a real type in lanes if these take less: `needs` counts what a group takes.
template <typename T, typename Needs>
BatchWork orInLanes(const CallSignature& s, const BatchWork& work, Needs needs) {
  if constexpr (kIsComplex<T>)
    return work;
  else
    return work.orInLanes(linalg::lanesOf(s.cpu, sizeof(T)), needs());
}

// Fitted to 2 to 64 rows of f32 and f64 of each class.
constexpr MatrixCost kLuCost{60, 60, 0.02, 0.07}, kQrCost{150, 80, 0.03, 0.1},
    kFormQCost{200, 60, 0.006, 0.14};

BatchWork luWork(const CallSignature& s) {
  const int64_t m = linalg::rowsOf(s.operands[0]), n = linalg::columnsOf(s.operands[0]),
                steps = std::min(m, n);
  const double flops = flopsOf(s.operands[0], double(steps));
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    const BatchWork work{linalg::numMatrices(s.operands[0]), flops, kLuCost.ns(s, steps, flops),
                         linalg::luScratch<T>(*s.kernels, 1, m, n),
                         linalg::luScratch<T>(*s.kernels, s.threads, m, n)};
    return orInLanes<T>(s, work, [&] { return linalg::luNeeds<T>(s.cpu, m, n); });
  });
}

BatchWork qrWork(const CallSignature& s) {
  const int64_t m = linalg::rowsOf(s.operands[0]), n = linalg::columnsOf(s.operands[0]),
                steps = std::min(m, n);
  const double flops = flopsOf(s.operands[0], 2 * double(steps));
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    const BatchWork work{linalg::numMatrices(s.operands[0]), flops, kQrCost.ns(s, steps, flops),
                         linalg::qrScratch<T>(*s.kernels, 1, m, n),
                         linalg::qrScratch<T>(*s.kernels, s.threads, m, n)};
    return orInLanes<T>(s, work, [&] { return linalg::qrNeeds<T>(s.cpu, m, n); });
  });
}

linalg::FormQShape shapeOfQ(const CallSignature& s) {
  return {linalg::rowsOf(s.results[0]), linalg::columnsOf(s.results[0]), s.operands[1].dims.back(),
          linalg::columnsOf(s.operands[0])};
}

BatchWork formQWork(const CallSignature& s) {
  const linalg::FormQShape q = shapeOfQ(s);
  const double flops = flopsOf(s.results[0], 4 * double(q.count));
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    const BatchWork work{
        linalg::numMatrices(s.operands[0]), flops, kFormQCost.ns(s, q.count, flops),
        linalg::formQScratch<T>(*s.kernels, 1, q.rows, q.columns, q.count),
        linalg::formQScratch<T>(*s.kernels, s.threads, q.rows, q.columns, q.count)};
    return orInLanes<T>(s, work, [&] { return linalg::formQNeeds<T>(s.cpu, q); });
  });
}

// Whether the batch is done, in groups of lanes: Fn(T(), group, first matrix).
template <typename Fn> bool ranInLanes(const CallArgs& args, const BatchWork& work, Fn fn) {
  if (work.lanes == 0)
    return false;
  visitReal(args.signature, [&](auto zero) {
    forGroups(args, work, [&](const LaneGroup& group, int64_t first) { fn(zero, group, first); });
  });
  return true;
}

// Then(info, matrix) for each matrix.
template <typename Then> void factorLu(const CallArgs& args, const BatchWork& work, Then then) {
  const bool isDone = ranInLanes(args, work, [&](auto zero, const LaneGroup& group, int64_t first) {
    using T = decltype(zero);
    const TensorType& type = args.operand(0).type;
    std::array<int32_t, linalg::kMostLanes> info;
    linalg::factorLu<T>(group, linalg::rowsOf(type), linalg::columnsOf(type),
                        matrixOf<T>(args.operand(0), first).data,
                        matrixOf<T>(args.result(0), first).data,
                        vectorOf<int32_t>(args.result(1), first), info.data());
    for (int64_t lane = 0; lane < group.matrices; ++lane)
      then(info[size_t(lane)], first + lane);
  });
  if (isDone)
    return;
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      const int64_t info = linalg::factorLu<T>(machine, matrixOf<T>(args.operand(0), i),
                                               matrixOf<T>(args.result(0), i),
                                               vectorOf<int32_t>(args.result(1), i), scratch);
      if (!isCancelled()) // pivots may be any numbers
        then(int32_t(info), i);
    });
  });
}

void getrf(const CallArgs& args, const BatchWork& work) {
  const absl::Span<int32_t> infos = args.result(2).as<int32_t>();
  factorLu(args, work, [&](int32_t info, int64_t i) { infos[size_t(i)] = info; });
}

// As XLA has it: pivots from 0 on, and which row of a comes to each row of the product.
void lu(const CallArgs& args, const BatchWork& work) {
  const int64_t numRows = args.result(2).type.dims.back(), steps = args.result(1).type.dims.back();
  factorLu(args, work, [&](int32_t, int64_t i) {
    int32_t* pivots = vectorOf<int32_t>(args.result(1), i);
    int32_t* rows = vectorOf<int32_t>(args.result(2), i);
    std::iota(rows, rows + numRows, 0);
    for (int64_t step = 0; step < steps; ++step)
      std::swap(rows[step], rows[--pivots[step]]);
  });
}

void geqrf(const CallArgs& args, const BatchWork& work) {
  const bool isDone = ranInLanes(args, work, [&](auto zero, const LaneGroup& group, int64_t first) {
    using T = decltype(zero);
    const TensorType& type = args.operand(0).type;
    linalg::factorQr<T>(group, linalg::rowsOf(type), linalg::columnsOf(type),
                        matrixOf<T>(args.operand(0), first).data,
                        matrixOf<T>(args.result(0), first).data,
                        vectorOf<T>(args.result(1), first));
  });
  if (isDone)
    return;
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      linalg::factorQr<T>(machine, matrixOf<T>(args.operand(0), i), matrixOf<T>(args.result(0), i),
                          vectorOf<T>(args.result(1), i), scratch);
    });
  });
}

void orgqr(const CallArgs& args, const BatchWork& work) {
  const linalg::FormQShape shape = shapeOfQ(args.signature);
  const bool isDone = ranInLanes(args, work, [&](auto zero, const LaneGroup& group, int64_t first) {
    using T = decltype(zero);
    linalg::formQ<T>(group, shape, matrixOf<T>(args.operand(0), first).data,
                     vectorOf<T>(args.operand(1), first), matrixOf<T>(args.result(0), first).data);
  });
  if (isDone)
    return;
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      linalg::formQ<T>(machine, matrixOf<T>(args.operand(0), i), vectorOf<T>(args.operand(1), i),
                       shape.count, matrixOf<T>(args.result(0), i), scratch);
    });
  });
}

// Those of ours.
struct Routine {
  LapackFunction function;
  BatchWork (*work)(const CallSignature& signature);
  void (*run)(const CallArgs& args, const BatchWork& work);
};
constexpr Routine kRoutines[] = {
    {LapackFunction::Geqrf, qrWork, geqrf},
    {LapackFunction::Getrf, luWork, getrf},
    {LapackFunction::Lu, luWork, lu},
    {LapackFunction::Orgqr, formQWork, orgqr},
};

const Routine* findRoutine(LapackFunction function) {
  for (const Routine& routine : kRoutines)
    if (routine.function == function)
      return &routine;
  return nullptr;
}

struct LapackPlan : CallPlan {
  int64_t bytes() const override { return int64_t(sizeof(*this)); }

  // One of both.
  const Routine* ours = nullptr;
  const linalg::LapackRoutine* theirs = nullptr;
  linalg::LapackNeeds needs{}; // of theirs
  BatchWork work{};
};
const LapackPlan& lapackPlanOf(const CallSignature& signature) {
  return static_cast<const LapackPlan&>(*signature.plan);
}

// LAPACK's own loops run on one thread, and so do groups: of a batch that keeps all threads busy
// each does matrices.
BatchWork workOf(const linalg::LapackNeeds& needs, int threads) {
  const int64_t groups = needs.groups();
  return {groups,           Machine::flops(needs.ns), 300 + needs.ns,
          needs.bytesOfOne, needs.bytesOfAll,         needs.inLanes || groups >= threads};
}

Status runTheirs(const CallArgs& args, const LapackPlan& plan) {
  const CallSignature& s = args.signature;
  std::array<const std::byte*, linalg::kMostLapackTensors> operands;
  std::array<std::byte*, linalg::kMostLapackTensors> results;
  for (size_t i = 0; i < s.operands.size(); ++i)
    operands[i] = args.operand(i).data;
  for (size_t i = 0; i < s.results.size(); ++i)
    results[i] = args.result(i).data;
  const auto option = lapackOptionsOf(s);
  const linalg::LapackTypes types{s.operands, s.results, option};
  const linalg::LapackData data{operands.data(), results.data()};
  std::mutex mutex;
  Status status = okStatus();
  forMatrices(args, plan.work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
    Status one = linalg::runLapack(*plan.theirs, types, data, i, plan.needs, machine, scratch);
    if (one.ok())
      return;
    const std::lock_guard<std::mutex> lock(mutex);
    status = std::move(one);
  });
  return status;
}

} // namespace

StatusOr<std::shared_ptr<const CallPlan>> planOfLapack(const CallSignature& signature) {
  const LapackFunction function =
      *linalg::lapackFunction(signature.attrsOf<LapackCallAttrs>().routine);
  auto plan = std::make_shared<LapackPlan>();
  plan->ours = findRoutine(function);
  if (plan->ours) {
    plan->work = plan->ours->work(signature);
    return plan;
  }
  plan->theirs = linalg::findLapack(function);
  const auto option = lapackOptionsOf(signature);
  LZ_ASSIGN_OR_RETURN(plan->needs,
                      needsOf(*plan->theirs, {signature.operands, signature.results, option},
                              *signature.kernels, signature.cpu, signature.threads));
  plan->work = workOf(plan->needs, signature.threads);
  return plan;
}

Status lapack(const CallArgs& args) {
  const LapackPlan& plan = lapackPlanOf(args.signature);
  if (plan.theirs)
    return runTheirs(args, plan);
  plan.ours->run(args, plan.work);
  return okStatus();
}

bool hasOwnLapack(LapackFunction function) {
  return findRoutine(function) != nullptr;
}

bool hasLapack(LapackFunction function) {
  return hasOwnLapack(function) || linalg::findLapack(function);
}

CallNeeds needsOfLapack(const CallSignature& signature) {
  return lapackPlanOf(signature).work.needs(signature.threads);
}

} // namespace lz::exec
