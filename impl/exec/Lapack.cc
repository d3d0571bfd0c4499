// Runs routines of LAPACK (linalg/spec/LapackTable.h). Algorithms of this library compute LU and
// QR, and LAPACK itself computes the others. The plan of a call says how its matrices are computed,
// and which resources this computation needs.
#include "base/Cancel.h"
#include "exec/Linalg.h"
#include "exec/MatrixCalls.h"
#include "linalg/Lu.h"
#include "linalg/Qr.h"
#include "linalg/lapack/Routines.h"

#include <array>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

namespace lz::exec {
using linalg::LapackFunction;

namespace {

using linalg::LaneGroup;
using linalg::Machine;

// Calls fn(T()) for the element type of the first operand.
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

// Returns the number of multiply-adds of real numbers, if there are `count` multiply-adds for each
// element of the matrix. A complex multiply-add counts as four.
double productsOf(const TensorType& matrix, double count) {
  const auto m = double(linalg::rowsOf(matrix)), n = double(linalg::columnsOf(matrix));
  return (isComplex(matrix.dtype) ? 4 : 1) * m * n * count;
}

// Plans a batch. Only matrices of real numbers can be computed in lanes, with one matrix in each
// lane. `needs` returns the resources of a group of real matrices.
template <typename T, typename Needs>
BatchWork plannedFor(const CallSignature& s, const linalg::MatrixNeeds& one, Needs needs,
                     int64_t steps) {
  if constexpr (kIsComplex<T>)
    return planned<T>(s, one, std::nullopt, steps);
  else
    return planned<T>(s, one, needs(), steps);
}

BatchWork luWork(const CallSignature& s) {
  const int64_t m = linalg::rowsOf(s.operands[0]), n = linalg::columnsOf(s.operands[0]),
                steps = std::min(m, n);
  const double products = productsOf(s.operands[0], double(steps));
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    const linalg::MatrixNeeds one{nsOf(factorCosts(s).lu, s, steps, products),
                                  linalg::luScratch<T>(*s.kernels, 1, m, n),
                                  linalg::luScratch<T>(*s.kernels, s.threads, m, n)};
    return plannedFor<T>(s, one, [&] { return linalg::luNeeds<T>(s.cpu, m, n); }, steps);
  });
}

BatchWork qrWork(const CallSignature& s) {
  const int64_t m = linalg::rowsOf(s.operands[0]), n = linalg::columnsOf(s.operands[0]),
                steps = std::min(m, n);
  const double products = productsOf(s.operands[0], 2 * double(steps));
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    const linalg::MatrixNeeds one{nsOf(factorCosts(s).qr, s, steps, products),
                                  linalg::qrScratch<T>(*s.kernels, 1, m, n),
                                  linalg::qrScratch<T>(*s.kernels, s.threads, m, n)};
    return plannedFor<T>(s, one, [&] { return linalg::qrNeeds<T>(s.cpu, m, n); }, steps);
  });
}

linalg::FormQShape shapeOfQ(const CallSignature& s) {
  return {linalg::rowsOf(s.results[0]), linalg::columnsOf(s.results[0]), s.operands[1].dims.back(),
          linalg::columnsOf(s.operands[0])};
}

BatchWork formQWork(const CallSignature& s) {
  const linalg::FormQShape q = shapeOfQ(s);
  const double products = productsOf(s.results[0], 4 * double(q.count));
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    const linalg::MatrixNeeds one{
        nsOf(factorCosts(s).formQ, s, q.count, products),
        linalg::formQScratch<T>(*s.kernels, 1, q.rows, q.columns, q.count),
        linalg::formQScratch<T>(*s.kernels, s.threads, q.rows, q.columns, q.count)};
    return plannedFor<T>(s, one, [&] { return linalg::formQNeeds<T>(s.cpu, q); }, q.count);
  });
}

// If the plan computes groups of matrices in lanes, calls fn(T(), group, first matrix) for each
// group. Otherwise returns false.
template <typename Fn> bool ranInLanes(const CallArgs& args, const BatchWork& work, Fn fn) {
  if (!work.plan.isInLanes)
    return false;
  visitReal(args.signature, [&](auto zero) {
    forGroups(args, work, [&](const LaneGroup& group, int64_t first) { fn(zero, group, first); });
  });
  return true;
}

// Factors each matrix of the batch, and then calls then(info, index of the matrix).
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
      if (!isCancelled()) // after a cancellation the pivots may be any numbers
        then(int32_t(info), i);
    });
  });
}

void getrf(const CallArgs& args, const BatchWork& work) {
  const absl::Span<int32_t> infos = args.result(2).as<int32_t>();
  factorLu(args, work, [&](int32_t info, int64_t i) { infos[size_t(i)] = info; });
}

// Returns the same results as XLA. Pivots count from 0. For each row of the product of the factors,
// the third result has the index of the same row in the matrix.
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

// A routine of LAPACK that this library implements.
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

struct LapackPlan : BatchWork {
  int64_t bytes() const override { return int64_t(sizeof(*this)); }

  // If Lazuli has its own algorithm for the routine, only `ours` is set. If LAPACK computes the
  // routine, only `theirs` is set.
  const Routine* ours = nullptr;
  const linalg::LapackRoutine* theirs = nullptr;
  linalg::WorkLengths lengths{}; // work space of LAPACK's routine
};
const LapackPlan& lapackPlanOf(const CallSignature& signature) {
  return static_cast<const LapackPlan&>(*signature.plan);
}

// Returns the number of successive parallel loops in the computation of one matrix. LAPACK's own
// loops run on one thread, but threads divide the calls of BLAS for blocks of columns. If a batch
// keeps all threads busy, returns a number so large that each matrix is computed by one thread.
int64_t loopsOf(const linalg::BatchPlan& plan, const TensorType& matrix, int threads) {
  if (plan.groups() >= threads)
    return std::numeric_limits<int64_t>::max();
  return linalg::blocksOf(std::min(linalg::rowsOf(matrix), linalg::columnsOf(matrix)));
}

// Calls `fn` for each matrix or each group of matrices that LAPACK's routine computes at a time.
void forParts(const CallArgs& args, const LapackPlan& plan, MatrixFn fn) {
  if (!plan.plan.isInLanes)
    return forMatrices(args, plan, fn);
  const CallSignature& s = args.signature;
  const Machine machine{*s.kernels, s.cpu, args.pool, 1};
  forGroups(args, plan, [&](const LaneGroup& group, int64_t first) {
    fn(machine, first / plan.plan.together(), group.scratch);
  });
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
  forParts(args, plan, [&](const Machine& machine, int64_t i, std::byte* scratch) {
    Status one =
        linalg::runLapack(*plan.theirs, types, data, i, plan.plan, plan.lengths, machine, scratch);
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
    static_cast<BatchWork&>(*plan) = plan->ours->work(signature);
    return plan;
  }
  plan->theirs = linalg::findLapack(function);
  const auto option = lapackOptionsOf(signature);
  LZ_ASSIGN_OR_RETURN(const linalg::LapackNeeds needs,
                      needsOf(*plan->theirs, {signature.operands, signature.results, option},
                              *signature.kernels, signature.cpu, signature.threads));
  plan->plan = needs.batch;
  plan->lengths = needs.lengths;
  plan->loops = loopsOf(plan->plan, signature.operands[plan->theirs->matrix], signature.threads);
  return plan;
}

Status lapack(const CallArgs& args) {
  const LapackPlan& plan = lapackPlanOf(args.signature);
  if (plan.theirs)
    return runTheirs(args, plan);
  plan.ours->run(args, plan);
  return okStatus();
}

bool hasOwnLapack(LapackFunction function) {
  return findRoutine(function) != nullptr;
}

bool hasLapack(LapackFunction function) {
  return hasOwnLapack(function) || linalg::findLapack(function);
}

CallNeeds needsOfLapack(const CallSignature& signature) {
  return lapackPlanOf(signature).needs(signature.threads);
}

} // namespace lz::exec
