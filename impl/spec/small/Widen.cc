#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "base/elements/SmallTypes.h"
#include "spec/Annotations.h"
#include "spec/OpAttrs.inc.h"
#include "spec/scalar/Small.h"
#include "spec/small/Maker.h"
#include "spec/small/Small.h"

namespace lz::small {
namespace {

constexpr ValueId kNone = -1;

// Returns the type in which a value of this type is moved. Each element has at least one byte.
TensorType movedType(TensorType type) {
  if (isSubByte(type.dtype))
    type.dtype = wideType(type.dtype);
  return type;
}
TensorType wideTensor(TensorType type) {
  type.dtype = wideType(type.dtype);
  return type;
}

bool isForwarded(const Op& op) {
  return op.operands.size() == op.results.size() &&
         isAnnotation(CustomCallAttrs(op.attrs).callTargetName());
}

// Returns whether the result of the op is one of its operands, and so needs no rounding.
bool choosesOperand(Opcode opcode) {
  return opcode == Opcode::Maximum || opcode == Opcode::Minimum || opcode == Opcode::Clamp;
}

// Returns whether the lowest n bits of the result depend only on the lowest n bits of the operands.
bool isModular(Opcode opcode) {
  return opcode == Opcode::Add || opcode == Opcode::Subtract || opcode == Opcode::Multiply ||
         opcode == Opcode::And || opcode == Opcode::Or || opcode == Opcode::Xor;
}

// Returns whether the region consists of at most one op, which uses only parameters.
bool isSimple(const Region& region) {
  auto isParam = [&](ValueId id) { return absl::c_linear_search(region.params, id); };
  if (region.ops.empty())
    return absl::c_all_of(region.results, isParam);
  const Op& op = region.ops.front();
  return region.ops.size() == 1 && opInfo(op.opcode).kind == OpKind::Elementwise &&
         op.opcode != Opcode::Convert && op.opcode != Opcode::BitcastConvert &&
         absl::c_all_of(op.operands, isParam) && region.results == std::vector{op.results[0]};
}

class Widener {
public:
  explicit Widener(const Program& source)
      : source_(source), forms_(source.types.size()), maker_(target_) {
    target_.locations = source.locations;
    target_.donated = source.donated;
  }

  StatusOr<Program> run() {
    maker_.ops = &target_.body.ops;
    for (ValueId param : source_.body.params) {
      const TensorType& type = source_.type(param);
      ValueId id = target_.addValue(type);
      target_.body.params.push_back(id);
      define(param, isSubByte(type.dtype) ? maker_.convert(id, wideType(type.dtype)) : id);
    }
    LZ_RETURN_IF_ERROR(rewriteOps(source_.body.ops));
    for (ValueId result : source_.body.results)
      target_.body.results.push_back(maker_.convert(moved(result), source_.type(result).dtype));
    return std::move(target_);
  }

private:
  // The forms of a value: in the type in which it is moved, and, for small types, in the wide type.
  // A constant is made again at each use.
  struct Form {
    ValueId moved = kNone, wide = kNone;
    const Literal* constant = nullptr;

    bool isKnownMoved() const { return moved != kNone || constant; }
  };
  enum class BodyForm { Moved, Wide };

  DType dtype(ValueId v) const { return source_.type(v).dtype; }
  bool isSmallValue(ValueId v) const { return isSmall(dtype(v)); }

  void define(ValueId v, ValueId moved) { forms_[size_t(v)] = {moved, kNone, nullptr}; }
  void defineWide(ValueId v, ValueId wide) {
    bool isMoved = !isSmallValue(v) || isSubByte(dtype(v));
    forms_[size_t(v)] = {isMoved ? wide : kNone, isMoved ? kNone : wide, nullptr};
  }
  // Remembers a form of a value. A form made inside of a region is forgotten after the region.
  ValueId remember(ValueId Form::* which, ValueId v, ValueId id) {
    forms_[size_t(v)].*which = id;
    remembered_.push_back({v, which});
    return id;
  }

  ValueId moved(ValueId v) {
    const Form form = forms_[size_t(v)];
    if (form.moved != kNone)
      return form.moved;
    if (!form.constant)
      return remember(&Form::moved, v, maker_.convert(form.wide, dtype(v)));
    return remember(
        &Form::moved, v,
        maker_.constant(isSubByte(dtype(v)) ? scalar::widened(*form.constant) : *form.constant));
  }
  ValueId wide(ValueId v) {
    const Form form = forms_[size_t(v)];
    if (!isSmallValue(v) || isSubByte(dtype(v)))
      return moved(v);
    if (form.wide != kNone)
      return form.wide;
    return remember(&Form::wide, v,
                    form.constant ? maker_.constant(scalar::widened(*form.constant))
                                  : maker_.convert(form.moved, wideType(dtype(v))));
  }

  // Sets the forms of a value that has been computed in the wide type: the value is `computed`,
  // converted to the small type.
  void settle(ValueId v, ValueId computed, bool rounds) {
    if (!isSmallValue(v) || !rounds)
      return defineWide(v, computed);
    ValueId narrow = maker_.convert(computed, dtype(v));
    define(v, isSubByte(dtype(v)) ? maker_.convert(narrow, wideType(dtype(v))) : narrow);
  }

  StatusOr<Region> rewriteRegion(const Region& region, BodyForm form, bool rounds) {
    Region made;
    std::vector<Op>* outer = std::exchange(maker_.ops, &made.ops);
    const bool outerRounds = std::exchange(rounds_, rounds);
    const size_t known = remembered_.size();
    for (ValueId param : region.params) {
      const TensorType& type = source_.type(param);
      const bool isWide = form == BodyForm::Wide;
      ValueId id = target_.addValue(isWide ? wideTensor(type) : movedType(type));
      made.params.push_back(id);
      isWide ? defineWide(param, id) : define(param, id);
    }
    LZ_RETURN_IF_ERROR(rewriteOps(region.ops));
    for (ValueId result : region.results)
      made.results.push_back(form == BodyForm::Wide ? wide(result) : moved(result));
    for (; remembered_.size() > known; remembered_.pop_back())
      forms_[size_t(remembered_.back().first)].*remembered_.back().second = kNone;
    rounds_ = outerRounds;
    maker_.ops = outer;
    return made;
  }

  Status rewriteOps(const std::vector<Op>& ops) {
    for (const Op& op : ops) {
      maker_.location = op.location;
      LZ_RETURN_IF_ERROR(rewriteOp(op));
    }
    return okStatus();
  }

  bool touchesSmall(const Op& op) const {
    auto isSmallId = [&](ValueId v) { return isSmallValue(v); };
    return absl::c_any_of(op.operands, isSmallId) || absl::c_any_of(op.results, isSmallId);
  }

  Status rewriteOp(const Op& op) {
    if (!touchesSmall(op))
      return rewriteMoved(op);
    switch (op.opcode) {
    case Opcode::Constant:
      forms_[size_t(op.results[0])].constant = &ConstantAttrs(op.attrs).value();
      return okStatus();
    case Opcode::Convert:
      return rewriteConvert(op);
    case Opcode::BitcastConvert:
      return rewriteBitcast(op);
    case Opcode::Select:
      return rewriteSelect(op);
    case Opcode::CustomCall:
      return rewriteCustomCall(op);
    case Opcode::Iota:
      return rewriteWide(op, /*rounds=*/true);
    default:
      break;
    }
    switch (opInfo(op.opcode).kind) {
    case OpKind::Elementwise:
      return rewriteElementwise(op);
    case OpKind::Contraction:
      return rewriteWide(op, /*rounds=*/true);
    case OpKind::Library:
      return rewriteWide(op, op.opcode != Opcode::Sort && op.opcode != Opcode::TopK);
    case OpKind::Reduce:
    case OpKind::Scatter:
      return rewriteWithBody(op);
    default:
      return rewriteMoved(op);
    }
  }

  Status refuse(const Op& op) const {
    const std::string name(opInfo(op.opcode).name);
    auto typesOf = [&](const ValueIds& values) {
      return absl::StrJoin(values, ", ", [&](std::string* text, ValueId v) {
        absl::StrAppend(text, source_.type(v).str());
      });
    };
    Status status =
        unimplemented("[", name, "] of (", typesOf(op.operands), ") -> (", typesOf(op.results),
                      ") is not supported: it has no meaning for small types; use "
                      "wider ones and convert");
    return op.location < 0
               ? withOp(status, name)
               : withLocation(withOp(status, name), source_.locations[size_t(op.location)]);
  }

  // Copies an op. The operands and regions are given in the right form.
  Op& copyOp(const Op& op, ValueIds operands, std::vector<Region> regions,
             TensorType (*typeOf)(TensorType)) {
    Op copy{op.opcode, std::move(operands), {}, op.attrs, std::move(regions), op.location};
    for (ValueId result : op.results)
      copy.results.push_back(target_.addValue(typeOf(source_.type(result))));
    maker_.ops->push_back(std::move(copy));
    return maker_.ops->back();
  }

  StatusOr<std::vector<Region>> rewriteRegions(const Op& op, BodyForm form) {
    std::vector<Region> regions;
    for (const Region& region : op.regions) {
      const bool rounds = form == BodyForm::Moved || !isSimple(region);
      LZ_ASSIGN_OR_RETURN(Region made, rewriteRegion(region, form, rounds));
      regions.push_back(std::move(made));
    }
    return regions;
  }

  Status rewriteMoved(const Op& op) {
    ValueIds operands;
    for (ValueId operand : op.operands)
      operands.push_back(moved(operand));
    LZ_ASSIGN_OR_RETURN(std::vector<Region> regions, rewriteRegions(op, BodyForm::Moved));
    const ValueIds results = copyOp(op, std::move(operands), std::move(regions), movedType).results;
    for (size_t i = 0; i < results.size(); ++i)
      define(op.results[i], results[i]);
    return okStatus();
  }

  ValueIds wideOperands(const Op& op) {
    ValueIds operands;
    for (ValueId operand : op.operands)
      operands.push_back(wide(operand));
    return operands;
  }

  Status rewriteWide(const Op& op, bool rounds) {
    return rewriteWideOn(op, wideOperands(op), rounds);
  }
  Status rewriteWideOn(const Op& op, ValueIds operands, bool rounds) {
    LZ_ASSIGN_OR_RETURN(std::vector<Region> regions, rewriteRegions(op, BodyForm::Wide));
    maker_.location = op.location;
    const ValueIds results =
        copyOp(op, std::move(operands), std::move(regions), wideTensor).results;
    for (size_t i = 0; i < results.size(); ++i)
      settle(op.results[i], results[i], rounds);
    return okStatus();
  }

  // Returns the value in the wide type `to`. A body can use a wider type than its operands.
  ValueId wideAs(ValueId v, DType to) {
    if (!isSmallValue(v) || dtype(v) == to)
      return wide(v);
    return maker_.convert(maker_.convert(wide(v), to), wideType(to));
  }

  Status rewriteWithBody(const Op& op) {
    const Region& body = op.regions.back();
    const bool isScatter = op.opcode == Opcode::Scatter;
    if (isScatter && body.ops.empty() && dtype(op.operands[0]) == dtype(op.results[0]))
      return rewriteMoved(op);
    if (op.opcode == Opcode::SelectAndScatter)
      return rewriteWide(op, /*rounds=*/true);
    ValueIds operands;
    const size_t indices = isScatter ? op.results.size() : op.operands.size();
    for (size_t i = 0; i < op.operands.size(); ++i)
      operands.push_back(i == indices
                             ? wide(op.operands[i])
                             : wideAs(op.operands[i], dtype(body.params[i - (i > indices)])));
    return rewriteWideOn(op, std::move(operands), /*rounds=*/true);
  }

  Status rewriteConvert(const Op& op) {
    ValueId result = op.results[0];
    ValueId made = maker_.convert(wide(op.operands[0]), dtype(result));
    define(result, maker_.convert(made, movedType(source_.type(result)).dtype));
    return okStatus();
  }

  Status rewriteBitcast(const Op& op) {
    ValueId x = op.operands[0], result = op.results[0];
    ValueId made =
        maker_.make(op.opcode, {maker_.convert(moved(x), dtype(x))}, source_.type(result));
    define(result, maker_.convert(made, movedType(source_.type(result)).dtype));
    return okStatus();
  }

  // Selects between the forms in which the values are moved, if both values have such a form.
  // Otherwise selects between the wide forms.
  Status rewriteSelect(const Op& op) {
    if (forms_[size_t(op.operands[1])].isKnownMoved() &&
        forms_[size_t(op.operands[2])].isKnownMoved())
      return rewriteMoved(op);
    return rewriteWide(op, /*rounds=*/false);
  }

  Status rewriteCustomCall(const Op& op) {
    if (op.results.empty()) // the op checks values
      return rewriteWide(op, /*rounds=*/false);
    if (!isForwarded(op))
      return refuse(op);
    for (size_t i = 0; i < op.results.size(); ++i)
      forms_[size_t(op.results[i])] = forms_[size_t(op.operands[i])];
    return okStatus();
  }

  Status rewriteElementwise(const Op& op) {
    ValueIds operands = wideOperands(op);
    if (std::optional<Term> result = intResult(op, operands)) {
      settle(op.results[0], result->id, /*rounds=*/true);
      return okStatus();
    }
    if (op.opcode == Opcode::ReducePrecision)
      return rewriteReducePrecision(op, std::move(operands));
    const bool mayWait = !rounds_ && (isSmallFloat(dtype(op.operands[0])) || isModular(op.opcode));
    return rewriteWideOn(op, std::move(operands), !mayWait && !choosesOperand(op.opcode));
  }

  // If an op keeps the entire exponent of the small type, it must keep that of f32. Otherwise
  // denormals would change: f32 with 4 exponent bits has no numbers below 2^-6. The same holds for
  // the mantissa: the number 2^-127 needs a mantissa in f32.
  Status rewriteReducePrecision(const Op& op, ValueIds operands) {
    constexpr int64_t kExponentBitsOfF32 = 8, kMantissaBitsOfF32 = 23;
    Op wide = op;
    ReducePrecisionAttrs precision(op.attrs);
    const FloatFormat& format = floatFormat(dtype(op.operands[0]));
    if (precision.exponentBits() >= format.exponentBits)
      wide.attrs[0] = kExponentBitsOfF32;
    if (precision.mantissaBits() >= format.mantissaBits)
      wide.attrs[1] = kMantissaBitsOfF32;
    return rewriteWideOn(wide, std::move(operands), rounds_);
  }

  // Computes ops whose results depend on the number of bits of an integer. Returns nullopt for
  // other ops.
  std::optional<Term> intResult(const Op& op, const ValueIds& operands) {
    const DType from = dtype(op.operands[0]);
    if (!isSmallInt(from))
      return std::nullopt;
    const uint64_t bits = bitWidth(from), unused = 8 - bits, mask = (1u << bits) - 1;
    const Term x{&maker_, operands[0]};
    auto with = [&](Term value, Opcode opcode) {
      return value.with(opcode, Term{&maker_, operands[1]});
    };
    // The ops on one integer count its bits from the highest one.
    const OpInfo& info = opInfo(op.opcode);
    if (info.numOperands == 1 && info.types == TypeClass::Int) {
      Term count{&maker_, maker_.make(op.opcode, {(x << unused).id})};
      return count.with(Opcode::Minimum, bits);
    }
    switch (op.opcode) {
    case Opcode::ShiftRightLogical:
      return with(x & mask, op.opcode);
    case Opcode::ShiftRightArithmetic:
      return with((x << unused).with(op.opcode, unused), op.opcode);
    case Opcode::Mulhi:
      return with(x, Opcode::Multiply)
          .with(isSignedInt(from) ? Opcode::ShiftRightArithmetic : Opcode::ShiftRightLogical, bits);
    default:
      return std::nullopt;
    }
  }

  const Program& source_;
  Program target_;
  std::vector<Form> forms_; // index: a value of the source
  std::vector<std::pair<ValueId, ValueId Form::*>> remembered_;
  Maker maker_;
  bool rounds_ = true; // false in bodies of a single op
};

} // namespace

bool hasSmallTypes(const Program& program) {
  return absl::c_any_of(program.types, [](const TensorType& type) { return isSmall(type.dtype); });
}

StatusOr<Program> widen(const Program& program) {
  return Widener(program).run();
}

} // namespace lz::small
