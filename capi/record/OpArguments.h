// Converts the arguments of the generated C functions of ops (spec/CapiOps.inc) before recordOp
// checks them. A wrong argument becomes a value that recordOp or shape inference refuses. The error
// names the argument.
#pragma once

#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "record/Record.h"

#include <algorithm>
#include <initializer_list>

namespace lz::capi {

// Returns a number as an attribute. If the attribute is optional, its default becomes an empty
// value, so that equal ops have equal cache keys. Defaults of flags and enumerations are always 0.
inline AttrValue numberAttr(int64_t value, bool optional, int64_t otherwise = 0) {
  return optional && value == otherwise ? AttrValue() : AttrValue(value);
}

// Returns an enumerator or a flag from 0 to `last` as an attribute. Any other number becomes a
// value of the wrong kind, which shape inference rejects.
inline AttrValue caseAttr(int64_t value, int64_t last, bool optional) {
  return value < 0 || value > last ? AttrValue(0.0) : numberAttr(value, optional);
}

inline AttrValue textAttr(const char* text) {
  return text ? AttrValue(std::string(text)) : AttrValue();
}

// Records an op with a fixed number of operands, one result, and no attributes or regions.
inline Status recordPlain(Opcode opcode, std::initializer_list<lz_tensor*> operands,
                          const lz_op_options* options, lz_tensor** out) {
  if (!out)
    return placed(opcode, options, checkOut(out, "out"));
  *out = nullptr;
  return recordOp({.opcode = opcode,
                   .operands = {operands.begin(), operands.size()},
                   .options = options,
                   .outs = {&out, 1}});
}

// Collects the arguments of one call. record() returns the error of the first wrong argument.
struct Arguments {
  absl::InlinedVector<lz_tensor*, 3> operands;
  Attrs attrs;
  absl::InlinedVector<lz_function*, 2> regions;

  void addOperands(const char* name, lz_tensor* const* list, size_t count) {
    if (isPossible(list, count, kMaxTensors, name))
      operands.insert(operands.end(), list, list + count);
  }
  void addRegions(const char* name, lz_function* const* list, size_t count) {
    if (isPossible(list, count, kMaxTensors, name))
      regions.insert(regions.end(), list, list + count);
  }
  // Adds a list of numbers. If the attribute is optional, an empty list means its default.
  void addList(const char* name, const int64_t* list, size_t count, bool optional) {
    if (!isPossible(list, count, kMaxNumbers, name))
      return;
    attrs.push_back(optional && count == 0 ? AttrValue() : AttrValue(Ints(list, list + count)));
  }
  void addOut(lz_tensor** out) {
    if (!out)
      return refuse(checkOut(out, "out"));
    *out = nullptr;
    outs_.push_back(out);
  }
  void addOuts(lz_tensor** list, size_t count) {
    if (!isPossible(list, count, kMaxTensors, "outs"))
      return;
    std::fill_n(list, count, nullptr);
    for (size_t i = 0; i < count; ++i)
      outs_.push_back(list + i);
  }
  void state(lz_dtype dtype, const int64_t* dims, size_t rank) {
    isStated_ = true;
    stated_.dtype = DType(dtype);
    if (rank > kMaxRank || (rank > 0 && !dims))
      return refuse(checkRank(dims, rank));
    stated_.dims.assign(dims, dims + rank);
  }
  // Sets the element type of the result to `dtype`, or, if `dtype` is 0, to the element type of the
  // first operand.
  void stateLike(lz_dtype dtype) {
    bool isKnown = dtype != LZ_DTYPE_INVALID || operands.empty() || !isA(operands[0]);
    state(isKnown ? dtype : lz_dtype(resultOf(operands[0]).type.dtype), nullptr, 0);
  }
  void checkPrecision(const char* name, lz_precision precision) {
    if (precision < LZ_PRECISION_DEFAULT || precision > LZ_PRECISION_HIGHEST)
      refuse(invalidArgument(name, " is ", precision, "; use LZ_PRECISION_*"));
  }
  // Refuses a type that is wider than the type in which the contraction computes. If the operands
  // are floats of at most 16 bits, the contraction computes in f32. Otherwise it computes in the
  // type of the operands.
  void checkPrecisionType(const char* field, lz_dtype dtype) {
    if (dtype == LZ_DTYPE_INVALID || operands.empty() || !isA(operands[0]))
      return;
    if (!isFloat(DType(dtype)))
      return refuse(invalidArgument(field, " is ", dtype, "; use a float type, or 0"));
    DType operand = resultOf(operands[0]).type.dtype;
    if (!isFloat(operand))
      return refuse(invalidArgument(field, " is for floats; use 0 for operands of ",
                                    lz_dtype_name(lz_dtype(operand))));
    if (storageBits(DType(dtype)) > std::max(storageBits(operand), 32u))
      refuse(unimplemented(field, " is ", lz_dtype_name(dtype), ", but products of ",
                           lz_dtype_name(lz_dtype(operand)),
                           " are not as precise; convert the operands"));
  }
  Status record(Opcode opcode, const lz_op_options* options, lz_device* device = nullptr) {
    if (!status_.ok())
      return placed(opcode, options, status_);
    return recordOp({opcode, operands, std::move(attrs), isStated_ ? &stated_ : nullptr, regions,
                     options, outs_, device});
  }

private:
  bool isPossible(const void* list, size_t count, size_t most, const char* what) {
    bool possible = count <= most && (list || count == 0);
    if (!possible)
      refuse(checkCount(list, count, most, what));
    return possible;
  }
  void refuse(Status why) { status_.Update(std::move(why)); }

  absl::InlinedVector<lz_tensor**, 1> outs_;
  TensorType stated_;
  bool isStated_ = false;
  Status status_;
};

} // namespace lz::capi
