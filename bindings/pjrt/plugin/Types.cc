#include "Types.h"

#include <limits>

namespace lz::pjrt {

namespace {

// The numbers of PJRT are the places in this list.
constexpr lz_dtype kTypes[] = {LZ_DTYPE_INVALID,
                               LZ_DTYPE_PRED,
                               LZ_DTYPE_S8,
                               LZ_DTYPE_S16,
                               LZ_DTYPE_S32,
                               LZ_DTYPE_S64,
                               LZ_DTYPE_U8,
                               LZ_DTYPE_U16,
                               LZ_DTYPE_U32,
                               LZ_DTYPE_U64,
                               LZ_DTYPE_F16,
                               LZ_DTYPE_F32,
                               LZ_DTYPE_F64,
                               LZ_DTYPE_BF16,
                               LZ_DTYPE_C64,
                               LZ_DTYPE_C128,
                               LZ_DTYPE_F8E5M2,
                               LZ_DTYPE_F8E4M3FN,
                               LZ_DTYPE_F8E4M3B11FNUZ,
                               LZ_DTYPE_F8E5M2FNUZ,
                               LZ_DTYPE_F8E4M3FNUZ,
                               LZ_DTYPE_S4,
                               LZ_DTYPE_U4,
                               LZ_DTYPE_INVALID, // TOKEN
                               LZ_DTYPE_S2,
                               LZ_DTYPE_U2,
                               LZ_DTYPE_F8E4M3,
                               LZ_DTYPE_F8E3M4,
                               LZ_DTYPE_F8E8M0FNU,
                               LZ_DTYPE_F4E2M1FN,
                               LZ_DTYPE_INVALID,
                               LZ_DTYPE_INVALID, // S1, U1
                               LZ_DTYPE_F6E2M3FN,
                               LZ_DTYPE_F6E3M2FN};
static_assert(std::size(kTypes) == PJRT_Buffer_Type_F6E3M2FN + 1);

// Calls `use` with the offset in bytes of each element, in row-major order.
template <typename Use> void forEachElement(const Dims& dims, const Dims& strides, Use&& use) {
  for (int64_t dim : dims)
    if (dim == 0)
      return;
  Dims index(dims.size(), 0);
  int64_t offset = 0;
  while (true) {
    use(offset);
    size_t d = dims.size();
    while (d > 0 && index[d - 1] + 1 == dims[d - 1]) {
      --d;
      offset -= index[d] * strides[d];
      index[d] = 0;
    }
    if (d == 0)
      return;
    ++index[d - 1];
    offset += strides[d - 1];
  }
}

// The place of an element in packed bytes. The first element of a byte is in the lowest bits.
struct Place {
  Place(int64_t element, size_t bits)
      : byte(size_t(element) * bits / 8), shift(size_t(element) * bits % 8),
        mask(uint8_t((1u << bits) - 1)) {}
  size_t byte, shift;
  uint8_t mask;
};

bool isSigned(lz_dtype dtype) {
  return dtype == LZ_DTYPE_S4 || dtype == LZ_DTYPE_S2;
}

} // namespace

PJRT_Error* toLazuli(PJRT_Buffer_Type type, lz_dtype* out) {
  const bool isKnown = int(type) >= 0 && size_t(type) < std::size(kTypes);
  *out = isKnown ? kTypes[type] : LZ_DTYPE_INVALID;
  if (*out == LZ_DTYPE_INVALID)
    return unimplemented("buffers of PJRT's element type ", int(type));
  return nullptr;
}

PJRT_Buffer_Type toPjrt(lz_dtype dtype) {
  for (size_t type = 1; type < std::size(kTypes); ++type)
    if (kTypes[type] == dtype)
      return PJRT_Buffer_Type(type);
  return PJRT_Buffer_Type_INVALID;
}

size_t hostBytes(lz_dtype dtype) {
  return isPacked(dtype) ? 1 : lz_dtype_size(dtype);
}

PJRT_Error* countElements(const Dims& dims, size_t bytes, int64_t* out) {
  int64_t most = std::numeric_limits<int64_t>::max() / int64_t(bytes);
  *out = 1;
  for (int64_t dim : dims) {
    if (dim < 0)
      return invalidArgument("a dimension is negative: ", dim);
    if (dim > 0 && *out > most / dim)
      return invalidArgument("the array has too many elements");
    *out *= dim;
  }
  return nullptr;
}

Dims rowMajor(const Dims& dims, size_t bytes) {
  Dims strides(dims.size());
  int64_t stride = int64_t(bytes);
  for (size_t d = dims.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= dims[d];
  }
  return strides;
}

std::vector<uint8_t> pack(const uint8_t* data, lz_dtype dtype, const Dims& dims,
                          const Dims& strides) {
  const size_t bits = lz_dtype_bits(dtype);
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= dim;
  std::vector<uint8_t> packed((size_t(count) * bits + 7) / 8, 0);
  int64_t element = 0;
  forEachElement(dims, strides, [&](int64_t offset) {
    const Place place(element++, bits);
    packed[place.byte] |= uint8_t((data[offset] & place.mask) << place.shift);
  });
  return packed;
}

void unpack(const std::vector<uint8_t>& packed, lz_dtype dtype, const Dims& dims,
            const Dims& strides, uint8_t* data) {
  const size_t bits = lz_dtype_bits(dtype);
  int64_t element = 0;
  forEachElement(dims, strides, [&](int64_t offset) {
    const Place place(element++, bits);
    uint8_t value = (packed[place.byte] >> place.shift) & place.mask;
    const bool isNegative = isSigned(dtype) && (value >> (bits - 1)) != 0;
    data[offset] = isNegative ? uint8_t(value | ~place.mask) : value;
  });
}

} // namespace lz::pjrt
