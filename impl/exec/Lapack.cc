// Routines of LAPACK (linalg/spec/LapackCalls.h): LU and QR by algorithms of ours, all others by
// LAPACK. What a call needs is its plan.
#include "base/Cancel.h"
#include "exec/Linalg.h"
#include "exec/MatrixCalls.h"
#include "linalg/Lu.h"
#include "linalg/Qr.h"
#include "linalg/lapack/Routines.h"

#include <array>
#include <atomic>
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
  std::string_view name;
  BatchWork (*work)(const CallSignature& signature);
  void (*run)(const CallArgs& args, const BatchWork& work);
};
constexpr Routine kRoutines[] = {
    {"geqrf", qrWork, geqrf},
    {"getrf", luWork, getrf},
    {"lu", luWork, lu},
    {"orgqr", formQWork, orgqr},
};

const Routine* findRoutine(std::string_view name) {
  for (const Routine& routine : kRoutines)
    if (routine.name == name)
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

// The letters and numbers of the call, by name.
auto optionsOf(const CallSignature& signature) {
  return [&signature](std::string_view name) { return signature.attr<int64_t>(name); };
}

int64_t aligned(int64_t bytes) {
  return (bytes + 63) / 64 * 64;
}

// LAPACK's own loops run on one thread: of a batch that keeps all threads busy each does matrices.
BatchWork workOf(const linalg::LapackNeeds& needs, int threads) {
  return {needs.count, Machine::flops(needs.ns), aligned(needs.bytesOfOne),
          aligned(needs.bytesOfAll), needs.count >= threads};
}

Status runTheirs(const CallArgs& args, const LapackPlan& plan) {
  const CallSignature& s = args.signature;
  std::array<const std::byte*, linalg::kMostLapackTensors> operands;
  std::array<std::byte*, linalg::kMostLapackTensors> results;
  for (size_t i = 0; i < s.operands.size(); ++i)
    operands[i] = args.operand(i).data;
  for (size_t i = 0; i < s.results.size(); ++i)
    results[i] = args.result(i).data;
  const auto option = optionsOf(s);
  const linalg::LapackTypes types{s.operands, s.results, option};
  const linalg::LapackData data{operands.data(), results.data()};
  std::atomic<bool> isRefused = false;
  forMatrices(args, plan.work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
    if (!linalg::runLapack(*plan.theirs, types, data, i, plan.needs, machine, scratch))
      isRefused = true;
  });
  if (isRefused && !isCancelled()) // of cancelled work numbers are any
    return internalError("LAPACK refuses an argument of ", std::string(plan.theirs->name));
  return okStatus();
}

} // namespace

StatusOr<std::shared_ptr<const CallPlan>> planOfLapack(const CallSignature& signature) {
  const std::string& name = signature.attr<std::string>("routine");
  auto plan = std::make_shared<LapackPlan>();
  plan->ours = findRoutine(name);
  if (plan->ours) {
    plan->work = plan->ours->work(signature);
    return plan;
  }
  plan->theirs = linalg::findLapack(name);
  const auto option = optionsOf(signature);
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

bool hasLapack(std::string_view routine) {
  return findRoutine(routine) || linalg::findLapack(routine);
}

CallNeeds needsOfLapack(const CallSignature& signature) {
  return lapackPlanOf(signature).work.needs(signature.threads);
}

} // namespace lz::exec
