#include "base/Literal.h"

#include <cstring>
#include <new>

namespace lz {
namespace {

// As the kernels that read constants in place expect.
constexpr std::align_val_t kAlignment{64};

template <typename Value> Literal makeSplat(TensorType type, Value value) {
  Literal result(std::move(type));
  int64_t n = result.type().numElements();
  visitAnyDType(result.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    T element;
    if constexpr (kIsComplex<T>)
      element.re = decltype(element.re)(value);
    else if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
      element = T(float(value));
    else
      element = T(value);
    std::fill_n(result.mutableAs<T>(), n, element);
  });
  return result;
}

} // namespace

Literal::Literal(TensorType type) : type_(std::move(type)) {
  // One byte at least, so that an empty tensor is still a valid literal.
  size_t bytes = size_t(type_.numBytes()) + 1;
  void* data = ::operator new(bytes, kAlignment);
  bytes_ = std::shared_ptr<std::byte[]>(static_cast<std::byte*>(std::memset(data, 0, bytes)),
                                        [](std::byte* p) { ::operator delete(p, kAlignment); });
}

Literal Literal::copyOf(TensorType type, const void* bytes) {
  Literal result(std::move(type));
  if (size_t n = size_t(result.type_.numBytes()))
    std::memcpy(result.bytes_.get(), bytes, n);
  return result;
}

Literal Literal::splat(TensorType type, double value) {
  return makeSplat(std::move(type), value);
}

Literal Literal::splatInt(TensorType type, int64_t value) {
  return makeSplat(std::move(type), value);
}

bool Literal::isSplat() const {
  int64_t n = type_.numElements();
  size_t size = byteSize(type_.dtype);
  return n > 0 && std::memcmp(data(), data() + size, size_t(n - 1) * size) == 0;
}

double Literal::toDouble(int64_t i) const {
  return visitDType(partType(type_.dtype), [&](auto zero) {
    return double(as<decltype(zero)>()[i * numParts(type_.dtype)]);
  });
}

int64_t Literal::toInt(int64_t i) const {
  return visitDType(partType(type_.dtype), [&](auto zero) {
    return int64_t(as<decltype(zero)>()[i * numParts(type_.dtype)]);
  });
}

bool Literal::operator==(const Literal& other) const {
  return type_ == other.type_ && std::memcmp(data(), other.data(), size_t(type_.numBytes())) == 0;
}

} // namespace lz
