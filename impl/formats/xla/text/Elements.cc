#include "formats/xla/text/Elements.h"

#include "absl/strings/charconv.h"
#include "base/elements/Rounding.h"
#include "base/elements/SmallTypes.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace lz::xla {
namespace {

constexpr std::string_view kNumber =
    "+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// The layout of a float's bits: sign, exponent, mantissa.
struct FloatBits {
  int exponentBits, mantissaBits;
  uint64_t mantissaMask() const { return (uint64_t{1} << mantissaBits) - 1; }
  uint64_t exponentMask() const { return ((uint64_t{1} << exponentBits) - 1) << mantissaBits; }
  uint64_t sign() const { return uint64_t{1} << (exponentBits + mantissaBits); }
  uint64_t quietNan() const { return exponentMask() | uint64_t{1} << (mantissaBits - 1); }
};

FloatBits bitsOf(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return {5, 10};
  case DType::BF16:
    return {8, 7};
  case DType::F32:
    return {8, 23};
  case DType::F64:
    return {11, 52};
  default:
    const FloatFormat& format = floatFormat(dtype);
    return {format.exponentBits, format.mantissaBits};
  }
}

void storeBits(DType dtype, std::byte* data, int64_t i, uint64_t bits) {
  if (isSmall(dtype))
    return storeCode(dtype, data, i, uint8_t(bits));
  size_t size = byteSize(dtype);
  std::memcpy(data + size_t(i) * size, &bits, size); // little endian
}

uint64_t loadBits(DType dtype, const std::byte* data, int64_t i) {
  if (isSmall(dtype))
    return loadCode(dtype, data, i);
  uint64_t bits = 0;
  size_t size = byteSize(dtype);
  std::memcpy(&bits, data + size_t(i) * size, size);
  return bits;
}

// Parses the text after "nan", which is empty or a payload in parentheses.
Status parseNan(Scanner& scanner, DType dtype, bool isNegative, std::byte* data, int64_t i) {
  FloatBits layout = bitsOf(dtype);
  bool isIeee = !isSmallFloat(dtype) || floatFormat(dtype).hasInfinity;
  uint64_t bits = isSmallFloat(dtype) ? floatFormat(dtype).nan : layout.quietNan();
  if (isNegative)
    bits |= isSmallFloat(dtype) && !floatFormat(dtype).hasNegativeZero ? 0 : layout.sign();
  if (scanner.accept("(")) {
    std::string_view digits = scanner.run("0123456789abcdefABCDEFx");
    uint64_t payload = 0;
    if (digits.starts_with("0x"))
      digits.remove_prefix(2);
    auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), payload, 16);
    if (problem != std::errc() || end != digits.data() + digits.size() || payload == 0 ||
        payload > layout.mantissaMask() || !isIeee)
      return scanner.error(
          "a NaN of ", dtypeName(dtype), " cannot have this payload; use 0x1 to 0x",
          absl::StrCat(absl::Hex(layout.mantissaMask())), " if the type has payloads");
    LZ_RETURN_IF_ERROR(scanner.expect(")", "after the payload of a NaN"));
    bits = layout.exponentMask() | payload | (isNegative ? layout.sign() : 0);
  }
  storeBits(dtype, data, i, bits);
  return okStatus();
}

template <typename T> bool readFloat(std::string_view text, T& value) {
  if (text.starts_with("+"))
    text.remove_prefix(1);
  auto [end, problem] = absl::from_chars(text.data(), text.data() + text.size(), value);
  return end == text.data() + text.size() && !text.empty() &&
         (problem == std::errc() || std::abs(value) < T(1)); // a number too small for T becomes 0
}

// Parses a number and stores it. Returns false if the text is not a number of the type.
bool storeFloat(DType dtype, std::string_view text, bool isInfinity, std::byte* data, int64_t i) {
  if (dtype == DType::F32) {
    float value = 0;
    bool isValid = readFloat(text, value) && std::isinf(value) == isInfinity;
    storeBits(dtype, data, i, std::bit_cast<uint32_t>(value));
    return isValid;
  }
  double value = 0;
  if (!readFloat(text, value) || std::isinf(value) != isInfinity)
    return false;
  if (dtype == DType::F64) {
    storeBits(dtype, data, i, std::bit_cast<uint64_t>(value));
    return true;
  }
  if (isSmallFloat(dtype)) {
    const FloatFormat& format = floatFormat(dtype);
    uint8_t code = toSmallFloat(format, value);
    storeBits(dtype, data, i, code);
    return isInfinity ? format.isInfinity(code) : !format.isInfinity(code) && !format.isNan(code);
  }
  auto storeRounded = [&](auto rounded) {
    storeBits(dtype, data, i, rounded.bits);
    return std::isinf(float(rounded)) == isInfinity;
  };
  return dtype == DType::F16 ? storeRounded(roundedTo<F16>(value))
                             : storeRounded(roundedTo<BF16>(value));
}

bool storeInteger(DType dtype, std::string_view text, std::byte* data, int64_t i) {
  const unsigned bits = bitWidth(dtype);
  const char *begin = text.data(), *end = begin + text.size();
  if (isUnsignedInt(dtype)) {
    uint64_t value = 0;
    auto [last, problem] = std::from_chars(begin, end, value);
    storeBits(dtype, data, i, value);
    return problem == std::errc() && last == end && (bits == 64 || value >> bits == 0);
  }
  int64_t value = 0;
  auto [last, problem] = std::from_chars(begin, end, value);
  storeBits(dtype, data, i, uint64_t(value));
  int64_t most = std::numeric_limits<int64_t>::max() >> (64 - bits);
  return problem == std::errc() && last == end && value <= most && value >= -most - 1;
}

Status parseReal(Scanner& scanner, DType dtype, std::byte* data, int64_t i) {
  Place place = scanner.place();
  std::string_view text = scanner.run(kNumber);
  if (dtype == DType::Pred) {
    if (text != "true" && text != "false" && text != "1" && text != "0")
      return scanner.error(place, "expected an element of pred, true or false, found '", text, "'");
    storeBits(dtype, data, i, text == "true" || text == "1");
    return okStatus();
  }
  bool isNegative = text.starts_with("-");
  std::string_view magnitude = text.substr(isNegative ? 1 : 0);
  if (isFloat(dtype) && magnitude == "nan")
    return parseNan(scanner, dtype, isNegative, data, i);
  bool isStored = isFloat(dtype) ? storeFloat(dtype, text, magnitude == "inf", data, i)
                                 : storeInteger(dtype, text, data, i);
  if (!isStored)
    return scanner.error(place, "'", text, "' is not a number of ", dtypeName(dtype));
  return okStatus();
}

template <typename T> void appendNumber(T value, std::string& out) {
  std::array<char, 64> digits;
  auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end);
}

void printNan(DType dtype, uint64_t bits, std::string& out) {
  FloatBits layout = bitsOf(dtype);
  bool isIeee = !isSmallFloat(dtype) || floatFormat(dtype).hasInfinity;
  bool hasSign =
      (bits & layout.sign()) != 0 && (!isSmallFloat(dtype) || floatFormat(dtype).hasNegativeZero);
  out += hasSign ? "-nan" : "nan";
  uint64_t quiet = isSmallFloat(dtype) ? floatFormat(dtype).nan : layout.quietNan();
  uint64_t payload = bits & layout.mantissaMask();
  if (isIeee && payload != (quiet & layout.mantissaMask()))
    absl::StrAppend(&out, "(0x", absl::Hex(payload), ")");
}

void printFloat(DType dtype, uint64_t bits, std::string& out) {
  if (dtype == DType::F64) {
    double value = std::bit_cast<double>(bits);
    return std::isnan(value) ? printNan(dtype, bits, out) : appendNumber(value, out);
  }
  float value = 0;
  if (isSmallFloat(dtype))
    value = fromSmallFloat(floatFormat(dtype), uint8_t(bits));
  else if (dtype == DType::F32)
    value = std::bit_cast<float>(uint32_t(bits));
  else
    value = std::bit_cast<float>(uint32_t(bits) << 16);
  if (dtype == DType::F16) {
    F16 half;
    half.bits = uint16_t(bits);
    value = half;
  }
  std::isnan(value) ? printNan(dtype, bits, out) : appendNumber(value, out);
}

void printReal(DType dtype, const std::byte* data, int64_t i, std::string& out) {
  uint64_t bits = loadBits(dtype, data, i);
  if (dtype == DType::Pred) {
    out += bits != 0 ? "true" : "false";
  } else if (isFloat(dtype)) {
    printFloat(dtype, bits, out);
  } else if (isUnsignedInt(dtype)) {
    appendNumber(bits, out);
  } else {
    unsigned above = 64 - bitWidth(dtype);
    appendNumber(int64_t(bits << above) >> above, out);
  }
}

} // namespace

Status parseElement(Scanner& scanner, DType dtype, std::byte* data, int64_t i) {
  if (!isComplex(dtype))
    return parseReal(scanner, dtype, data, i);
  if (!scanner.accept("("))
    return parseReal(scanner, partType(dtype), data, 2 * i);
  LZ_RETURN_IF_ERROR(parseReal(scanner, partType(dtype), data, 2 * i));
  LZ_RETURN_IF_ERROR(scanner.expect(",", "between the parts of a complex number"));
  LZ_RETURN_IF_ERROR(parseReal(scanner, partType(dtype), data, 2 * i + 1));
  return scanner.expect(")", "after a complex number");
}

void printElement(DType dtype, const std::byte* data, int64_t i, std::string& out) {
  if (!isComplex(dtype))
    return printReal(dtype, data, i, out);
  out += '(';
  printReal(partType(dtype), data, 2 * i, out);
  out += ", ";
  printReal(partType(dtype), data, 2 * i + 1, out);
  out += ')';
}

} // namespace lz::xla
