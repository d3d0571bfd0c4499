#include "base/Literal.h"

#include "base/elements/Rounding.h"
#include "base/elements/SmallTypes.h"

#include <cstring>
#include <new>

namespace lz {
namespace {

// The alignment that kernels assume for constants.
constexpr std::align_val_t kAlignment{64};

// Makes a literal whose elements all have this code (elements/SmallTypes.h). If elements share
// bytes, each byte is filled with copies of the code.
Literal makeSplatOfCode(TensorType type, uint8_t code) {
  Literal result(std::move(type));
  const DType dtype = result.type().dtype;
  const int64_t n = result.type().numElements();
  const int64_t whole = n * storageBits(dtype) / 8;
  std::byte repeated{};
  for (int64_t i = 0; i < 8 / storageBits(dtype); ++i)
    storeCode(dtype, &repeated, i, code);
  std::fill_n(result.mutableData(), whole, repeated);
  for (int64_t i = whole * 8 / storageBits(dtype); i < n; ++i)
    storeCode(dtype, result.mutableData(), i, code);
  return result;
}

template <typename Value> uint8_t codeOf(DType dtype, Value value) {
  return isSmallFloat(dtype) ? toSmallFloat(floatFormat(dtype), value) : uint8_t(int64_t(value));
}

template <typename Value> Literal makeSplat(TensorType type, Value value) {
  if (isSmall(type.dtype)) {
    const uint8_t code = codeOf(type.dtype, value);
    return makeSplatOfCode(std::move(type), code);
  }
  Literal result(std::move(type));
  int64_t n = result.type().numElements();
  visitAnyDType(result.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    T element;
    if constexpr (kIsComplex<T>)
      element.re = decltype(element.re)(value);
    else if constexpr (HalfFloat<T>)
      element = roundedTo<T>(value);
    else
      element = T(value);
    std::fill_n(result.mutableAs<T>(), n, element);
  });
  return result;
}

} // namespace

Literal::Literal(TensorType type) : type_(std::move(type)) {
  // At least one byte is allocated, so that an empty tensor is still a valid literal.
  size_t bytes = size_t(type_.numBytes()) + 1;
  void* data = ::operator new(bytes, kAlignment);
  bytes_ = std::shared_ptr<std::byte[]>(static_cast<std::byte*>(std::memset(data, 0, bytes)),
                                        [](std::byte* p) { ::operator delete(p, kAlignment); });
}

Literal Literal::copyOf(TensorType type, const void* bytes) {
  Literal result(std::move(type));
  if (size_t n = size_t(result.type_.numBytes()))
    std::memcpy(result.bytes_.get(), bytes, n);
  result.clearUnusedBits();
  return result;
}

void Literal::clearUnusedBits() {
  StorageOffset end = storageOffset(type_.dtype, type_.numElements());
  if (end.bit != 0)
    bytes_[size_t(end.byte)] &= std::byte((1u << end.bit) - 1);
}

Literal Literal::splat(TensorType type, double value) {
  return makeSplat(std::move(type), value);
}

Literal Literal::splatInt(TensorType type, int64_t value) {
  return makeSplat(std::move(type), value);
}

bool Literal::isSplat() const {
  int64_t n = type_.numElements();
  if (isSubByte(type_.dtype))
    return n > 0 && *this == makeSplatOfCode(type_, loadCode(type_.dtype, data(), 0));
  size_t size = byteSize(type_.dtype);
  return n > 0 && std::memcmp(data(), data() + size, size_t(n - 1) * size) == 0;
}

double Literal::toDouble(int64_t i) const {
  if (isSmall(type_.dtype))
    return smallToDouble(type_.dtype, loadCode(type_.dtype, data(), i));
  return visitDType(partType(type_.dtype), [&](auto zero) {
    return double(as<decltype(zero)>()[i * numParts(type_.dtype)]);
  });
}

int64_t Literal::toInt(int64_t i) const {
  if (isSmall(type_.dtype))
    return int64_t(toDouble(i));
  return visitDType(partType(type_.dtype), [&](auto zero) {
    return int64_t(as<decltype(zero)>()[i * numParts(type_.dtype)]);
  });
}

bool Literal::operator==(const Literal& other) const {
  return type_ == other.type_ && std::memcmp(data(), other.data(), size_t(type_.numBytes())) == 0;
}

} // namespace lz
