// A constant tensor on the host: shared immutable bytes in row-major order, aligned to 64 bytes.
#pragma once

#include "base/Shape.h"

#include <cstddef>
#include <memory>

namespace lz {

class Literal {
public:
  Literal() = default;
  // Makes a tensor whose bytes are all zero.
  explicit Literal(TensorType type);
  // Makes a tensor from a copy of type.numBytes() bytes. Bits of the last byte that belong to no
  // element become zero.
  static Literal copyOf(TensorType type, const void* bytes);
  // Makes a tensor whose elements all have this value, converted to the dtype. If the dtype is
  // complex, `value` is the real part.
  static Literal splat(TensorType type, double value);
  static Literal splatInt(TensorType type, int64_t value);

  const TensorType& type() const { return type_; }
  const std::byte* data() const { return bytes_.get(); }
  // Returns the bytes, for filling them. The literal must not have another owner.
  std::byte* mutableData() { return bytes_.get(); }
  template <typename T> const T* as() const { return reinterpret_cast<const T*>(bytes_.get()); }
  template <typename T> T* mutableAs() { return reinterpret_cast<T*>(bytes_.get()); }

  bool valid() const { return bytes_ != nullptr; }
  // Returns whether all elements have the same bits. Returns false if there are no elements.
  bool isSplat() const;
  // Return element `i` in row-major order as a double or as an integer (floats are truncated). For
  // a complex number this is the real part.
  double toDouble(int64_t i) const;
  int64_t toInt(int64_t i) const;

  // Returns whether type and bytes are the same.
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
