// A constant tensor on the host: shared immutable bytes in row-major order, aligned to 64.
#pragma once

#include "base/Shape.h"

#include <cstddef>
#include <memory>

namespace lz {

class Literal {
public:
  Literal() = default;
  // Zero-filled.
  explicit Literal(TensorType type);
  // Copies type.numBytes() bytes. Bits of the last one that belong to no element are zero.
  static Literal copyOf(TensorType type, const void* bytes);
  // One value repeated. It is converted from double or int64 to the dtype; for a complex number it
  // is the real part.
  static Literal splat(TensorType type, double value);
  static Literal splatInt(TensorType type, int64_t value);

  const TensorType& type() const { return type_; }
  const std::byte* data() const { return bytes_.get(); }
  // For filling a literal that has no other owner yet.
  std::byte* mutableData() { return bytes_.get(); }
  template <typename T> const T* as() const { return reinterpret_cast<const T*>(bytes_.get()); }
  template <typename T> T* mutableAs() { return reinterpret_cast<T*>(bytes_.get()); }

  bool valid() const { return bytes_ != nullptr; }
  // True when all elements have the same bits (also for one element; false when empty).
  bool isSplat() const;
  // Element `i` in row-major order as a double or an integer (floats are truncated); the real part
  // of a complex number.
  double toDouble(int64_t i) const;
  int64_t toInt(int64_t i) const;

  // Same type and same bytes.
  bool operator==(const Literal& other) const;
  template <typename H> friend H AbslHashValue(H h, const Literal& l) {
    h = H::combine(std::move(h), l.type_);
    return H::combine_contiguous(std::move(h), reinterpret_cast<const unsigned char*>(l.data()),
                                 size_t(l.type_.numBytes()));
  }

private:
  void clearUnusedBits();

  TensorType type_;
  std::shared_ptr<std::byte[]> bytes_;
};

} // namespace lz
