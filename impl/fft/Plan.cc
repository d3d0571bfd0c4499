#include "fft/Plan.h"

#include "absl/strings/str_join.h"
#include "base/Checked.h"
#include "fft/ColumnsStep.h"
#include "fft/LinesStep.h"

#include <algorithm>

namespace lz::fft {
namespace {

// The limit is so low that ChirpLine can square an index in 64 bits.
constexpr int64_t kMostLength = int64_t(1) << 30;

// The plan for arrays without elements.
class EmptyPlan : public Plan {
public:
  int64_t scratchBytes() const override { return 0; }
  int64_t tableBytes() const override { return 0; }
  double ns() const override { return 0; }
  void run(const void*, void*, std::byte*, ThreadPool&) const override {}
};

template <typename T> class PlanOf : public Plan {
public:
  explicit PlanOf(const Spec& spec) : kind_(spec.kind) {
    const size_t rank = spec.lengths.size();
    const int64_t last = spec.lengths.back();
    const bool isReal = kind_ == Kind::Rfft || kind_ == Kind::Irfft;
    int64_t lines = spec.batch, inner = isReal ? last / 2 + 1 : last;
    for (size_t d = 0; d + 1 < rank; ++d)
      lines *= spec.lengths[d];
    size_ = 2 * lines * inner;
    lines_ = std::make_unique<LinesStep<T>>(kind_, last, lines, spec.cpu, spec.threads);
    double scale = double(last);
    int64_t outer = lines;
    for (size_t d = rank - 1; d-- > 0;) {
      const int64_t n = spec.lengths[d];
      outer /= n;
      scale *= double(n);
      if (n > 1)
        columns_.push_back(
            std::make_unique<ColumnsStep<T>>(outer, n, inner, spec.cpu, spec.threads));
      inner *= n;
    }
    isInverse_ = kind_ == Kind::Ifft || kind_ == Kind::Irfft;
    scale_ = isInverse_ ? T(1 / scale) : T(1);
  }

  int64_t scratchBytes() const override {
    int64_t size = lines_->scratchSize();
    for (const auto& step : columns_)
      size = std::max(size, step->scratchSize());
    return (size + copySize()) * int64_t(sizeof(T));
  }

  int64_t tableBytes() const override {
    int64_t size = lines_->tableSize();
    for (const auto& step : columns_)
      size += step->tableSize();
    return size * int64_t(sizeof(T));
  }

  double ns() const override {
    double ns = lines_->ns();
    for (const auto& step : columns_)
      ns += step->ns();
    return ns;
  }

  void run(const void* in, void* out, std::byte* scratch, ThreadPool& pool) const override {
    const T* from = static_cast<const T*>(in);
    T *to = static_cast<T*>(out), *copy = reinterpret_cast<T*>(scratch), *rest = copy + copySize();
    if (kind_ == Kind::Irfft) {
      for (const auto& step : columns_) {
        step->run(from, copy, true, 1, rest, pool);
        from = copy;
      }
      return lines_->run(from, to, scale_, rest, pool);
    }
    lines_->run(from, to, columns_.empty() ? scale_ : T(1), rest, pool);
    for (const auto& step : columns_)
      step->run(to, to, isInverse_, step == columns_.back() ? scale_ : T(1), rest, pool);
  }

private:
  // Returns the size of the scratch for complex numbers between the steps, if the output is too
  // small for them.
  int64_t copySize() const {
    return kind_ == Kind::Irfft && !columns_.empty() ? alignedSize<T>(size_) : 0;
  }

  Kind kind_;
  bool isInverse_ = false;
  T scale_ = 1;
  int64_t size_ = 0; // size of the complex array, in numbers of T
  std::unique_ptr<LinesStep<T>> lines_;
  // One step for each transformed dim before the last one, in reverse order.
  std::vector<std::unique_ptr<ColumnsStep<T>>> columns_;
};

Status check(const Spec& spec) {
  if (spec.real != DType::F32 && spec.real != DType::F64)
    return invalidArgument("fft: the real and imaginary parts must be f32 or f64, but are ",
                           dtypeName(spec.real));
  if (spec.lengths.empty() || spec.lengths.size() > 3)
    return invalidArgument("fft: the number of transformed dimensions must be 1 to 3, but is ",
                           spec.lengths.size());
  for (int64_t length : spec.lengths)
    if (length < 0 || length > kMostLength)
      return invalidArgument("fft: each length must be 0 to ", kMostLength,
                             ", but the lengths are [", absl::StrJoin(spec.lengths, ", "), "]");
  return okStatus();
}

} // namespace

StatusOr<std::unique_ptr<const Plan>> Plan::make(const Spec& spec) {
  LZ_RETURN_IF_ERROR(check(spec));
  // The complex side of a real transform has up to two more real numbers in a line than the real
  // side.
  std::vector<int64_t> sizes = spec.lengths;
  sizes.back() = sizes.back() == 0 ? 0 : sizes.back() + 2;
  sizes.push_back(spec.batch);
  const CheckedInt bytes = checkedMultiply(checkedProduct(sizes), 2 * int64_t(byteSize(spec.real)));
  if (!bytes)
    return resourceExhausted("fft: a batch of ", spec.batch, " transforms with lengths [",
                             absl::StrJoin(spec.lengths, ", "),
                             "] takes more bytes than a process can address: use smaller shapes");
  if (*bytes == 0)
    return std::make_unique<const EmptyPlan>();
  if (spec.real == DType::F32)
    return std::make_unique<const PlanOf<float>>(spec);
  return std::make_unique<const PlanOf<double>>(spec);
}

} // namespace lz::fft
