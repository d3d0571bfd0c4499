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
namespace {

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
  const auto m = double(rowsOf(matrix)), n = double(columnsOf(matrix));
  return (isComplex(matrix.dtype) ? 4 : 1) * m * n * count;
}

BatchWork luWork(const CallSignature& s) {
  const int64_t m = rowsOf(s.operands[0]), n = columnsOf(s.operands[0]);
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    return BatchWork{numMatrices(s.operands[0]), flopsOf(s.operands[0], double(std::min(m, n))),
                     linalg::luScratch<T>(*s.kernels, 1, m, n),
                     linalg::luScratch<T>(*s.kernels, s.threads, m, n)};
  });
}

BatchWork qrWork(const CallSignature& s) {
  const int64_t m = rowsOf(s.operands[0]), n = columnsOf(s.operands[0]);
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    return BatchWork{numMatrices(s.operands[0]), flopsOf(s.operands[0], 2 * double(std::min(m, n))),
                     linalg::qrScratch<T>(*s.kernels, 1, m, n),
                     linalg::qrScratch<T>(*s.kernels, s.threads, m, n)};
  });
}

BatchWork formQWork(const CallSignature& s) {
  const int64_t m = rowsOf(s.operands[0]), n = columnsOf(s.operands[0]),
                count = s.operands[1].dims.back();
  return visitElement(s, [&](auto zero) {
    using T = decltype(zero);
    return BatchWork{numMatrices(s.operands[0]), flopsOf(s.operands[0], 4 * double(count)),
                     linalg::formQScratch<T>(*s.kernels, 1, m, n, count),
                     linalg::formQScratch<T>(*s.kernels, s.threads, m, n, count)};
  });
}

void getrf(const CallArgs& args, const BatchWork& work) {
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      args.result(2).as<int32_t>()[size_t(i)] = int32_t(linalg::factorLu<T>(
          machine, matrixOf<T>(args.operand(0), i), matrixOf<T>(args.result(0), i),
          vectorOf<int32_t>(args.result(1), i), scratch));
    });
  });
}

// As XLA has it: pivots from 0 on, and which row of a comes to each row of the product.
void lu(const CallArgs& args, const BatchWork& work) {
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      int32_t* pivots = vectorOf<int32_t>(args.result(1), i);
      int32_t* rows = vectorOf<int32_t>(args.result(2), i);
      linalg::factorLu<T>(machine, matrixOf<T>(args.operand(0), i), matrixOf<T>(args.result(0), i),
                          pivots, scratch);
      if (isCancelled()) // pivots may be any numbers
        return;
      std::iota(rows, rows + args.result(2).type.dims.back(), 0);
      for (int64_t step = 0; step < args.result(1).type.dims.back(); ++step)
        std::swap(rows[step], rows[--pivots[step]]);
    });
  });
}

void geqrf(const CallArgs& args, const BatchWork& work) {
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      linalg::factorQr<T>(machine, matrixOf<T>(args.operand(0), i), matrixOf<T>(args.result(0), i),
                          vectorOf<T>(args.result(1), i), scratch);
    });
  });
}

void orgqr(const CallArgs& args, const BatchWork& work) {
  visitElement(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      const CallView tau = args.operand(1);
      linalg::formQ<T>(machine, matrixOf<T>(args.operand(0), i), vectorOf<T>(tau, i),
                       tau.type.dims.back(), matrixOf<T>(args.result(0), i), scratch);
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

// LAPACK's own loops run on one thread: of a batch that keeps all threads busy each does matrices.
BatchWork workOf(const linalg::LapackNeeds& needs, int threads) {
  return {needs.count, Machine::flops(needs.ns), needs.bytesOfOne, needs.bytesOfAll,
          needs.count >= threads};
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
  const LapackFunction function = *lapackFunction(signature.attr<std::string>("routine"));
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
                              *signature.kernels, signature.threads));
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
