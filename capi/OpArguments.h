// What the generated C functions of ops (spec/CapiOps.inc) make of their arguments before recordOp
// checks them. A bad argument becomes a value that recordOp or shape inference refuses by name.
#pragma once

#include "Record.h"

namespace lz::capi {

// NULL with a count: unset, which a required attribute refuses ("attribute padding is missing");
// for an optional one, where unset means the default, a value of the wrong kind.
inline AttrValue listAttr(const int64_t* list, size_t count, bool optional) {
  if (!list && count > 0)
    return optional ? AttrValue(0.0) : AttrValue();
  if (optional && count == 0)
    return {};
  return list ? Ints(list, list + count) : Ints();
}

// 0 is the default of every optional flag and enumeration, and one spelling of it keeps cache keys
// equal.
inline AttrValue numberAttr(int64_t value, bool optional) {
  return optional && value == 0 ? AttrValue() : AttrValue(value);
}

// An enumerator or a flag, 0 .. last; other numbers become a value of the wrong kind, which shape
// inference refuses.
inline AttrValue caseAttr(int64_t value, int64_t last, bool optional) {
  return value < 0 || value > last ? AttrValue(0.0) : numberAttr(value, optional);
}

inline AttrValue textAttr(const char* text) {
  return text ? AttrValue(std::string(text)) : AttrValue();
}

struct Arguments {
  absl::InlinedVector<lz_tensor*, 3> operands;
  Attrs attrs;
  absl::InlinedVector<lz_function*, 2> regions;
  absl::InlinedVector<lz_tensor**, 1> outs;
  TensorType stated;
  bool isStated = false;

  void addOperands(lz_tensor* const* list, size_t count) { append(operands, list, count); }
  void addRegions(lz_function* const* list, size_t count) { append(regions, list, count); }
  void addOuts(lz_tensor** out) { outs.push_back(out); }
  void addOuts(lz_tensor** list, size_t count) {
    for (size_t i = 0; i < (list ? count : size_t(count > 0)); ++i)
      outs.push_back(list ? list + i : nullptr);
  }
  void state(lz_dtype dtype, const int64_t* dims, size_t rank) {
    isStated = true;
    stated.dtype = DType(dtype);
    if (dims)
      stated.dims.assign(dims, dims + rank);
    else if (rank > 0)
      stated.dims = {-1};
  }
  lz_status* record(Opcode opcode, const lz_op_options* options, lz_device* device = nullptr) {
    return recordOp(opcode, operands, std::move(attrs), isStated ? &stated : nullptr, regions,
                    options, outs, device);
  }

private:
  template <typename List, typename Handle>
  static void append(List& to, Handle* const* list, size_t count) {
    if (list)
      to.insert(to.end(), list, list + count);
    else if (count > 0)
      to.push_back(nullptr);
  }
};

} // namespace lz::capi
