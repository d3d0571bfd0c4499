// Internal to RandomProgram: draws a program op by op. If the shape rule of an op refuses the
// draft, another one is drawn, so the code that draws need not follow all rules.
#pragma once

#include "RandomProgram.h"
#include "absl/functional/function_ref.h"
#include "semantics/shape/Infer.h"
#include "spec/Enums.inc.h" // generated: ComparisonDirection

#include <random>

namespace lz::test {

inline constexpr DType kDTypes[] = {DType::Pred, DType::S8,  DType::S16, DType::S32, DType::S64,
                                    DType::U8,   DType::U16, DType::U32, DType::U64, DType::F16,
                                    DType::BF16, DType::F32, DType::F64};
inline constexpr DType kSmallDTypes[] = {DType::S4,         DType::U4,         DType::S2,
                                         DType::U2,         DType::F8E5M2,     DType::F8E4M3FN,
                                         DType::F8E4M3,     DType::F8E3M4,     DType::F8E4M3B11FNUZ,
                                         DType::F8E5M2FNUZ, DType::F8E4M3FNUZ, DType::F8E8M0FNU,
                                         DType::F4E2M1FN,   DType::F6E2M3FN,   DType::F6E3M2FN};
template <typename T> using Predicate = absl::FunctionRef<bool(T)>;

class Draw {
public:
  Draw(uint64_t seed, const RandomOptions& options) : options_(options), random_(seed) {}
  Program run();

private:
  static constexpr int64_t kMostElements = 4096;

  struct Draft {
    Opcode opcode;
    std::vector<ValueId> operands;
    Attrs attrs;
    std::vector<Region> regions{};
    std::optional<TensorType> stated{};
  };

  bool append(Draft draft);
  bool tryOp(Opcode opcode);

  // Random choices.
  int64_t below(int64_t n) { return n <= 1 ? 0 : int64_t(random_() % uint64_t(n)); }
  bool chance(double p) { return double(random_() >> 11) * 0x1p-53 < p; }
  int64_t extent();
  Dims dims(int64_t rank);
  Ints shuffled(int64_t count);
  Ints subset(int64_t count, double keep);
  DType dtypeThat(Predicate<DType> accepts);

  // Operands: a value that exists already, or a new parameter.
  ValueId parameter(TensorType type);
  ValueId valueThat(Predicate<const TensorType&> accepts, TensorType otherwise);
  ValueId anyValue(int64_t leastRank = 0, Predicate<DType> accepts = [](DType) { return true; });
  ValueId like(const TensorType& type);
  ValueId scalar(DType dtype);
  const TensorType& type(ValueId id) const { return program_.type(id); }
  static Attrs attrs(Opcode opcode,
                     std::initializer_list<std::pair<std::string_view, AttrValue>> set);

  // Each function draws one family of ops. Returns nullopt if no operands fit.
  std::optional<Draft> drawOp(Opcode opcode);
  std::optional<Draft> elementwise(Opcode opcode);
  std::optional<Draft> view(Opcode opcode);
  std::optional<Draft> source(Opcode opcode);
  std::optional<Draft> reduction(Opcode opcode);
  std::optional<Draft> contraction(Opcode opcode);
  std::optional<Draft> convolution();
  std::optional<Draft> indexed(Opcode opcode);
  std::optional<Draft> gather();
  std::optional<Draft> scatter();
  std::optional<Draft> selectAndScatter();
  std::optional<Draft> control(Opcode opcode);
  std::optional<Draft> library(Opcode opcode);
  std::optional<Draft> randomBits();
  std::optional<Draft> sort();
  std::optional<Draft> topK();
  std::optional<Draft> fft();

  Dims reshaped(const TensorType& from);
  DType accumulator(DType operand);
  Opcode combinerFor(DType dtype, int64_t combined);
  Region combiner(absl::Span<const DType> dtypes, int64_t combined);
  ValueId canonical(ValueId x, Region& body);
  ValueId compared(ValueId x, ValueId y, ComparisonDirection direction, Region& body);
  Region comparator(absl::Span<const ValueId> operands);
  Op opOf(Opcode opcode, absl::Span<const ValueId> operands, TensorType result, Attrs attrs = {});
  Region branch(absl::Span<const TensorType> results);

  RandomOptions options_;
  std::mt19937_64 random_;
  Program program_;
  std::vector<ValueId> pool_; // values that ops may read
};

} // namespace lz::test
