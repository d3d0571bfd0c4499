// Only for spec/small: appends ops to a list of ops of a program.
#pragma once

#include "spec/Enums.inc.h" // generated: ComparisonDirection
#include "spec/Program.h"

namespace lz::small {

class Maker {
public:
  explicit Maker(Program& program) : program_(program) {}

  // The list to which ops are appended, and the location of the appended ops.
  std::vector<Op>* ops = nullptr;
  int32_t location = -1;

  Program& program() { return program_; }
  // Returns a copy, because a reference would become invalid when the list of types grows.
  TensorType type(ValueId x) const { return program_.type(x); }

  // Makes an op with one result. Attributes that are left out at the end of `attrs` are not set.
  ValueId make(Opcode opcode, ValueIds operands, TensorType result, Attrs attrs = {});
  // Makes an op whose result has the type of the first operand.
  ValueId make(Opcode opcode, ValueIds operands) {
    return make(opcode, operands, type(operands.front()));
  }
  // Converts x to an element type. If x has this type already, returns x itself.
  ValueId convert(ValueId x, DType to);
  ValueId bitcast(ValueId x, DType to); // to a type of the same width
  ValueId reshape(ValueId x, Dims dims);
  ValueId compare(ValueId x, ComparisonDirection direction, ValueId y);
  ValueId select(ValueId pred, ValueId onTrue, ValueId onFalse);
  ValueId constant(const Literal& value);
  // Makes a tensor whose elements all have this value.
  ValueId splat(const TensorType& type, double value);
  ValueId splatInt(const TensorType& type, uint64_t value);

private:
  ValueId spread(Literal scalar, const TensorType& type);

  Program& program_;
};

// Elementwise arithmetic on values of a program. Constants get the type of the other operand.
struct Term {
  Maker* maker;
  ValueId id;

  Term like(uint64_t bits) const { return {maker, maker->splatInt(maker->type(id), bits)}; }
  Term number(double value) const { return {maker, maker->splat(maker->type(id), value)}; }
  Term with(Opcode opcode, Term y) const { return {maker, maker->make(opcode, {id, y.id})}; }
  Term with(Opcode opcode, uint64_t bits) const { return with(opcode, like(bits)); }
  Term is(ComparisonDirection direction, uint64_t bits) const {
    return {maker, maker->compare(id, direction, like(bits).id)};
  }
  // Selects between two values. This term must be a predicate.
  Term choose(Term onTrue, Term onFalse) const {
    return {maker, maker->select(id, onTrue.id, onFalse.id)};
  }
  Term convert(DType to) const { return {maker, maker->convert(id, to)}; }
  Term bitcast(DType to) const { return {maker, maker->bitcast(id, to)}; }

  friend Term operator+(Term x, Term y) { return x.with(Opcode::Add, y); }
  friend Term operator-(Term x, Term y) { return x.with(Opcode::Subtract, y); }
  friend Term operator*(Term x, Term y) { return x.with(Opcode::Multiply, y); }
  friend Term operator&(Term x, uint64_t bits) { return x.with(Opcode::And, bits); }
  friend Term operator|(Term x, Term y) { return x.with(Opcode::Or, y); }
  friend Term operator<<(Term x, uint64_t places) { return x.with(Opcode::ShiftLeft, places); }
  friend Term operator>>(Term x, uint64_t places) {
    return x.with(Opcode::ShiftRightLogical, places);
  }
};

} // namespace lz::small
