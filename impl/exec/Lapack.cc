// Routines of LAPACK (hlo/shape/LapackCalls.h): LU and QR in blocks, by all threads; others by
// Eigen, each matrix on one thread.
#include "base/Cancel.h"
#include "exec/Linalg.h"
#include "exec/MatrixCalls.h"
#include "linalg/Lu.h"
#include "linalg/Qr.h"
#include "linalg/eigen/Routines.h"

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

// Those in blocks.
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
const Routine* routineOf(const CallSignature& signature) {
  return findRoutine(signature.attr<std::string>("routine"));
}

const linalg::DenseRoutine& denseOf(const CallSignature& signature) {
  return *linalg::findDense(signature.attr<std::string>("routine"));
}

BatchWork denseWork(const linalg::DenseRoutine& routine, const CallSignature& s) {
  const linalg::DenseNeeds needs = linalg::needsOf(routine, s.operands, s.results);
  const int64_t bytes = (needs.bytes + 63) / 64 * 64;
  return {needs.count, Machine::flops(needs.ns), bytes, bytes, true};
}

Status runDense(const CallArgs& args) {
  const CallSignature& s = args.signature;
  const linalg::DenseRoutine& routine = denseOf(s);
  const BatchWork work = denseWork(routine, s);
  const size_t numOperands = s.operands.size();
  std::vector<const std::byte*> operands;
  std::vector<std::byte*> results;
  for (size_t i = 0; i < numOperands; ++i)
    operands.push_back(args.operand(i).data);
  for (size_t i = 0; i < s.results.size(); ++i)
    results.push_back(args.result(i).data);
  auto option = [&](std::string_view name) { return s.attr<int64_t>(name); };
  const linalg::DenseCall call{s.operands, s.results, operands.data(), results.data(), option};
  std::atomic<bool> isExhausted = false;
  forMatrices(args, work, [&](const Machine&, int64_t i, std::byte* scratch) {
    if (!linalg::runDense(routine, i, call, {scratch, size_t(work.bytesOfOne)}))
      isExhausted = true;
  });
  return isExhausted ? resourceExhausted("no memory for a routine of LAPACK") : okStatus();
}

} // namespace

Status lapack(const CallArgs& args) {
  const Routine* routine = routineOf(args.signature);
  if (!routine)
    return runDense(args);
  routine->run(args, routine->work(args.signature));
  return okStatus();
}

bool hasLapack(std::string_view routine) {
  return findRoutine(routine) || linalg::findDense(routine);
}

CallNeeds needsOfLapack(const CallSignature& signature) {
  const Routine* routine = routineOf(signature);
  const BatchWork work =
      routine ? routine->work(signature) : denseWork(denseOf(signature), signature);
  return work.needs(signature.threads);
}

} // namespace lz::exec
