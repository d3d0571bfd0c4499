#include "spec/OpAttrs.inc.h"
#include "spec/small/Codes.h"
#include "spec/small/Small.h"

namespace lz::small {
namespace {

// Returns the type of the bytes of a value. If elements share bytes, this is a list of bytes. Types
// that are not small do not change.
TensorType byteType(const TensorType& type) {
  if (isSubByte(type.dtype))
    return {DType::U8, {type.numBytes()}};
  return {isSmall(type.dtype) ? DType::U8 : type.dtype, type.dims};
}

// Returns the type that has the bits on which the specification defines bitcast_convert. For
// example, eight predicates share a byte there.
TensorType packedType(const TensorType& type) {
  return isPacked(type.dtype) ? TensorType{DType::U8, {packedBytes(type)}} : byteType(type);
}

bool isBitcastOfBits(const Op& op, const Program& program) {
  const auto isOfBits = [&](ValueId v) {
    const DType dtype = program.type(v).dtype;
    return isSmall(dtype) || dtype == DType::Pred;
  };
  return op.opcode == Opcode::BitcastConvert &&
         (isOfBits(op.operands[0]) || isOfBits(op.results[0]));
}

// Expands a program that widen() has made. Floats of one byte become their codes. Values with
// elements that share bytes occur only in conversions. Such a value is represented by the equal
// value in the wide type.
class Expander {
public:
  explicit Expander(const Program& source)
      : source_(source), values_(source.types.size(), -1), maker_(target_) {
    target_.locations = source.locations;
    target_.donated = source.donated;
  }

  Program run() {
    maker_.ops = &target_.body.ops;
    for (ValueId param : source_.body.params) {
      const TensorType& type = source_.type(param);
      ValueId id = target_.addValue(byteType(type));
      target_.body.params.push_back(id);
      values_[size_t(param)] = isSubByte(type.dtype) ? unpack({&maker_, id}, type).id : id;
    }
    rewriteOps(source_.body.ops);
    for (ValueId result : source_.body.results)
      target_.body.results.push_back(inBytes(result));
    return std::move(target_);
  }

private:
  DType dtype(ValueId v) const { return source_.type(v).dtype; }
  Term term(ValueId v) { return {&maker_, values_[size_t(v)]}; }
  ValueId inBytes(ValueId v) {
    return isSubByte(dtype(v)) ? pack(term(v), dtype(v)).id : values_[size_t(v)];
  }

  void rewriteOps(const std::vector<Op>& ops) {
    for (const Op& op : ops) {
      maker_.location = op.location;
      rewriteOp(op);
    }
  }

  void rewriteOp(const Op& op) {
    if (isBitcastOfBits(op, source_))
      values_[size_t(op.results[0])] = bitcast(op);
    else if (op.opcode == Opcode::Convert &&
             (isSmall(dtype(op.operands[0])) || isSmall(dtype(op.results[0]))))
      values_[size_t(op.results[0])] = converted(op);
    else
      copyOp(op);
  }

  // Converts from or to a small type. The other type is not small.
  ValueId converted(const Op& op) {
    const DType from = dtype(op.operands[0]), to = dtype(op.results[0]);
    Term x = term(op.operands[0]);
    if (isSmallInt(to))
      return wrapInt(x, to).id;
    if (isSubByte(to)) // rounds to the small type, and returns the wide type again
      return decodeFloat(encodeFloat(x, to), to).id;
    if (isSmallFloat(to))
      return encodeFloat(x, to).id;
    return isSubByte(from) ? x.id : decodeFloat(x, from).id;
  }

  ValueId bitcast(const Op& op) {
    const TensorType &operand = source_.type(op.operands[0]), &result = source_.type(op.results[0]);
    const TensorType from = packedType(operand), to = packedType(result);
    const Term given = term(op.operands[0]);
    ValueId x = isPacked(operand.dtype) ? pack(given, operand.dtype).id : given.id;
    if (from.dtype == DType::U8 && to.dtype == DType::U8)
      x = maker_.reshape(x, to.dims);
    else if (isPacked(operand.dtype))
      x = bitcastBytes(x, to);
    else if (isPacked(result.dtype))
      x = bytesOf(x, to);
    else
      x = maker_.make(Opcode::BitcastConvert, {x}, to);
    return isPacked(result.dtype) ? unpack({&maker_, x}, result).id : x;
  }
  // Converts a list of bytes to elements of another type, or back.
  ValueId bitcastBytes(ValueId bytes, const TensorType& to) {
    Dims dims = to.dims;
    if (byteSize(to.dtype) > 1)
      dims.push_back(int64_t(byteSize(to.dtype)));
    return maker_.make(Opcode::BitcastConvert, {maker_.reshape(bytes, dims)}, to);
  }
  ValueId bytesOf(ValueId x, const TensorType& bytes) {
    TensorType type = maker_.type(x);
    Dims dims = type.dims;
    if (byteSize(type.dtype) > 1)
      dims.push_back(int64_t(byteSize(type.dtype)));
    return maker_.reshape(maker_.make(Opcode::BitcastConvert, {x}, {DType::U8, dims}), bytes.dims);
  }

  Region rewriteRegion(const Region& region) {
    Region made;
    std::vector<Op>* outer = std::exchange(maker_.ops, &made.ops);
    for (ValueId param : region.params)
      made.params.push_back(define(param));
    rewriteOps(region.ops);
    for (ValueId result : region.results)
      made.results.push_back(values_[size_t(result)]);
    maker_.ops = outer;
    return made;
  }

  ValueId define(ValueId v) {
    return values_[size_t(v)] = target_.addValue(byteType(source_.type(v)));
  }

  void copyOp(const Op& op) {
    Op copy{op.opcode, {}, {}, op.attrs, {}, op.location};
    if (op.opcode == Opcode::Constant && isSmall(dtype(op.results[0])))
      copy.attrs[0] = Literal::copyOf(byteType(source_.type(op.results[0])),
                                      ConstantAttrs(op.attrs).value().data());
    for (ValueId operand : op.operands)
      copy.operands.push_back(values_[size_t(operand)]);
    for (const Region& region : op.regions)
      copy.regions.push_back(rewriteRegion(region));
    for (ValueId result : op.results)
      copy.results.push_back(define(result));
    maker_.ops->push_back(std::move(copy));
  }

  const Program& source_;
  Program target_;
  std::vector<ValueId> values_; // index: a value of the source
  Maker maker_;
};

} // namespace

bool needsExpanding(const Program& program) {
  if (hasSmallTypes(program))
    return true;
  std::vector<const Region*> regions = {&program.body};
  for (size_t i = 0; i < regions.size(); ++i)
    for (const Op& op : regions[i]->ops) {
      if (isBitcastOfBits(op, program))
        return true;
      for (const Region& region : op.regions)
        regions.push_back(&region);
    }
  return false;
}

StatusOr<Program> expand(const Program& program) {
  LZ_ASSIGN_OR_RETURN(Program widened, widen(program));
  return Expander(widened).run();
}

} // namespace lz::small
