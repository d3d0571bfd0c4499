#include "spec/scalar/ElementwiseLoops.h"

#include "base/VisitSize.h"
#include "base/elements/Rounding.h"
#include "spec/scalar/Compare.h"
#include "spec/scalar/ComplexInverses.h"
#include "spec/scalar/Formats.h"
#include "spec/scalar/Real.h"
#include "spec/scalar/Scalar.h"
#include "spec/scalar/Small.h"
#include "spec/scalar/Special.h"

#include <bit>
#include <cstring>
#include <utility>

namespace lz {
namespace scalar {
namespace {

#include "spec/EvalElementwise.inc"

// An op on elements of T is computed in type C, and its result is converted back to an element.
template <typename T> struct Elements {
  using C = std::conditional_t<HalfFloat<T>, float, T>;
  static C compute(T element) { return C(element); }
  static auto element(auto value) {
    if constexpr (std::is_same_v<decltype(value), bool> || kIsComplex<decltype(value)>)
      return value;
    else
      return T(value);
  }
};
template <typename T> struct Elements<Complex<T>> {
  using C = Complex<Real<T>>;
  static C compute(Complex<T> element) { return {element.re, element.im}; }
  static Complex<T> element(C value) { return {value.re.value, value.im.value}; }
  static T element(Real<T> value) { return value.value; }
};

// Does the same as accepts() of OpInfo.h, but for C++ types. So no loop is compiled for types that
// the op refuses.
template <typename T> constexpr bool acceptsType(TypeClass types, bool takesComplex) {
  if constexpr (kIsComplex<T>)
    return takesComplex;
  constexpr bool isBool = std::is_same_v<T, bool>;
  constexpr bool isInt = std::is_integral_v<T> && !isBool;
  constexpr bool isFloat = !std::is_integral_v<T>;
  switch (types) {
  case TypeClass::Float:
    return isFloat;
  case TypeClass::Int:
    return isInt;
  case TypeClass::Bool:
    return isBool;
  case TypeClass::BoolInt:
    return isBool || isInt;
  case TypeClass::Number:
    return isInt || isFloat;
  case TypeClass::Signed:
    return isFloat || (isInt && std::is_signed_v<T>);
  case TypeClass::Part:
    return std::is_floating_point_v<T>;
  case TypeClass::Any:
    return true;
  }
  return false;
}

template <typename Fn, typename T, size_t... I>
void loop(absl::Span<const Literal> operands, Literal& result, std::index_sequence<I...>) {
  using E = Elements<T>;
  using C = typename E::C;
  using R = decltype(E::element(Fn::template run<C>(((void)I, C())...)));
  const T* in[] = {operands[I].template as<T>()...};
  R* out = result.mutableAs<R>();
  for (int64_t i = 0, n = result.type().numElements(); i < n; ++i)
    out[i] = E::element(Fn::template run<C>(E::compute(in[I][i])...));
}

// One op on operands of one element type.
template <typename Fn, TypeClass types, bool takesComplex, size_t arity>
Status run(absl::Span<const Literal> operands, Literal& result) {
  DType dtype = operands[0].type().dtype;
  return visitAnyDType(dtype, [&](auto zero) -> Status {
    using T = decltype(zero);
    if constexpr (acceptsType<T>(types, takesComplex)) {
      loop<Fn, T>(operands, result, std::make_index_sequence<arity>());
      return okStatus();
    }
    return invalidArgument("does not take ", operands[0].type().str());
  });
}

Status runSelect(absl::Span<const Literal> operands, Literal& result) {
  const bool* pred = operands[0].as<bool>();
  return visitSize(result.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    const T *onTrue = operands[1].as<T>(), *onFalse = operands[2].as<T>();
    T* out = result.mutableAs<T>();
    for (int64_t i = 0, n = result.type().numElements(); i < n; ++i)
      out[i] = pred[i] ? onTrue[i] : onFalse[i];
    return okStatus();
  });
}

// A real number becomes the real part of a complex number. A complex number loses its imaginary
// part, even if it becomes a predicate.
template <typename To, typename From> To convertElement(From x) {
  if constexpr (kIsComplex<From> && kIsComplex<To>)
    return {decltype(To::re)(x.re), decltype(To::im)(x.im)};
  else if constexpr (kIsComplex<From>)
    return convertElement<To>(x.re);
  else if constexpr (kIsComplex<To>)
    return {convertElement<decltype(To::re)>(x), 0};
  else if constexpr (HalfFloat<To>)
    return roundedTo<To>(Elements<From>::compute(x));
  else
    return convert<To>(Elements<From>::compute(x));
}

Status runConvert(const Literal& operand, Literal& result) {
  if (isSmall(operand.type().dtype))
    return runConvert(widened(operand), result);
  if (isSmall(result.type().dtype)) {
    narrow(operand, result);
    return okStatus();
  }
  return visitAnyDType(operand.type().dtype, [&](auto from) {
    return visitAnyDType(result.type().dtype, [&](auto to) {
      using From = decltype(from);
      using To = decltype(to);
      const From* in = operand.as<From>();
      To* out = result.mutableAs<To>();
      for (int64_t i = 0, n = result.type().numElements(); i < n; ++i)
        out[i] = convertElement<To>(in[i]);
      return okStatus();
    });
  });
}

// Packs eight predicates into a byte, the first one into the lowest bit. So 16xi1 becomes 2xi8.
void packBits(const Literal& predicates, Literal& result) {
  const bool* in = predicates.as<bool>();
  std::byte* out = result.mutableData();
  for (int64_t i = 0, n = predicates.type().numElements(); i < n; ++i) {
    const std::byte bit{uint8_t(uint8_t(in[i]) << (i % 8))};
    out[i / 8] = i % 8 == 0 ? bit : out[i / 8] | bit;
  }
}
void unpackBits(const Literal& operand, Literal& predicates) {
  const std::byte* in = operand.data();
  bool* out = predicates.mutableAs<bool>();
  for (int64_t i = 0, n = predicates.type().numElements(); i < n; ++i)
    out[i] = (in[i / 8] >> (i % 8) & std::byte{1}) != std::byte{0};
}

Status runBitcast(const Literal& operand, Literal& result) {
  const bool fromBits = operand.type().dtype == DType::Pred;
  if (fromBits != (result.type().dtype == DType::Pred)) {
    const Literal &predicates = fromBits ? operand : result, &other = fromBits ? result : operand;
    const int64_t numBits = predicates.type().numElements();
    if (numBits / 8 + (numBits % 8 != 0) != other.type().numBytes())
      return invalidArgument(operand.type().str(), " and ", result.type().str(),
                             " have different numbers of bits");
    fromBits ? packBits(operand, result) : unpackBits(operand, result);
    return okStatus();
  }
  if (operand.type().numBytes() != result.type().numBytes())
    return invalidArgument(operand.type().str(), " and ", result.type().str(),
                           " have different sizes in bytes");
  if (result.type().numBytes() > 0)
    std::memcpy(result.mutableData(), operand.data(), size_t(result.type().numBytes()));
  return okStatus();
}

// Only conversions and moves accept small types. Other ops run on converted operands.
bool computesWithElements(Opcode opcode) {
  return opcode != Opcode::Convert && opcode != Opcode::BitcastConvert && opcode != Opcode::Select;
}

Status dispatch(Opcode opcode, absl::Span<const Literal> operands,
                absl::Span<const AttrValue> attrs, Literal& result) {
  switch (opcode) {
    LZ_EVAL_CASES
  case Opcode::Compare:
    return compare(operands, attrs, result);
  case Opcode::NextAfter:
    return nextAfter(operands, result);
  case Opcode::ReducePrecision:
    return reducePrecision(operands[0], attrs, result);
  case Opcode::Select:
    return runSelect(operands, result);
  case Opcode::Convert:
    return runConvert(operands[0], result);
  case Opcode::BitcastConvert:
    return runBitcast(operands[0], result);
  default:
    return invalidArgument("is not an elementwise op");
  }
}

} // namespace
} // namespace scalar

Status evalElementwise(Opcode opcode, absl::Span<const Literal> operands,
                       absl::Span<const AttrValue> attrs, Literal& result) {
  const OpInfo& info = opInfo(opcode);
  absl::string_view name(info.name.data(), info.name.size());
  if (info.numOperands >= 0 && operands.size() != size_t(info.numOperands))
    return invalidArgument("[", name, "] takes ", int(info.numOperands), " operands, but got ",
                           operands.size());
  for (const Literal& operand : operands)
    if (isSmall(operand.type().dtype) && scalar::computesWithElements(opcode))
      return invalidArgument("[", name, "] of ", operand.type().str(),
                             " is computed in a wider type (spec/small/Small.h)");
  if (opcode != Opcode::BitcastConvert)
    for (const Literal& operand : operands)
      if (operand.type().numElements() != result.type().numElements())
        return invalidArgument("[", name, "] operand ", operand.type().str(), " and result ",
                               result.type().str(), " have different numbers of elements");
  Status status = scalar::dispatch(opcode, operands, attrs, result);
  if (status.ok())
    return status;
  return Status(status.code(), absl::StrCat("[", name, "] ", status.message()));
}

} // namespace lz
