#include "Bodies.h"

namespace lz::vectors {
namespace {

constexpr int64_t kLimit = 5; // the limit of the loop

class BodyBuilder {
public:
  BodyBuilder(Program& program, const std::vector<TensorType>& params,
              const std::vector<ValueId>& captured)
      : program_(program), values_(captured) {
    for (const TensorType& type : params)
      region_.params.push_back(program.addValue(type));
    if (!params.empty())
      values_ = region_.params;
  }

  StatusOr<Region> build(const std::string& name) {
    if (!isKnown(name))
      return invalidArgument("there is no body '", name, "'; see Bodies.cc");
    return std::move(region_);
  }

private:
  ValueId value(size_t i) const { return values_[i]; }
  size_t half() const { return values_.size() / 2; }

  ValueId record(Opcode opcode, ValueIds operands, Attrs attrs = {}) {
    ValueId result = program_.addValue({});
    region_.ops.push_back({opcode, std::move(operands), {result}, std::move(attrs)});
    return result;
  }
  ValueId number(int64_t value, ValueId like) {
    Literal literal = Literal::splatInt(program_.type(like), value);
    return record(Opcode::Constant, {}, {AttrValue(literal)});
  }
  ValueId compare(const std::string& how, ValueId x, ValueId y) {
    constexpr const char* kHow[] = {"equal",   "not_equal",  "greater_equal",
                                    "greater", "less_equal", "less"};
    for (int64_t i = 0; i < 6; ++i)
      if (how == kHow[i])
        return record(Opcode::Compare, {x, y}, {AttrValue(i), AttrValue()});
    return -1;
  }

  // Returns true for the name of an elementwise op with two operands.
  bool isBinary(const std::string& name) {
    const OpInfo* info = findOp(name);
    if (!info || info->kind != OpKind::Elementwise || info->numOperands != 2 ||
        !info->attrs.empty())
      return false;
    region_.results = {record(info->opcode, {value(0), value(1)})};
    return true;
  }
  bool isComparison(const std::string& name) {
    region_.results = {compare(name, value(0), value(1))};
    return region_.results[0] >= 0;
  }
  // The first half of the parameters is (value, place), and the second half is another such pair.
  void keepLarger() {
    ValueId keeps = compare("greater_equal", value(0), value(half()));
    for (size_t i = 0; i < half(); ++i)
      region_.results.push_back(record(Opcode::Select, {keeps, value(i), value(half() + i)}));
  }

  bool isKnown(const std::string& name) {
    if (name == "first" || name == "second") {
      auto begin = values_.begin() + std::ptrdiff_t(name == "first" ? 0 : half());
      region_.results.assign(begin, begin + std::ptrdiff_t(half()));
    } else if (name == "larger") {
      keepLarger();
    } else if (name == "count_below_5") {
      region_.results = {compare("less", value(0), number(kLimit, value(0)))};
    } else if (name == "count_and_double") {
      ValueId next = record(Opcode::Add, {value(0), number(1, value(0))});
      region_.results = {next, record(Opcode::Add, {value(1), value(1)})};
    } else {
      return isComparison(name) || isBinary(name);
    }
    return true;
  }

  Program& program_;
  std::vector<ValueId> values_; // parameters, or captured values
  Region region_;
};

} // namespace

StatusOr<Region> makeBody(Program& program, const std::string& name,
                          const std::vector<TensorType>& params,
                          const std::vector<ValueId>& captured) {
  return BodyBuilder(program, params, captured).build(name);
}

} // namespace lz::vectors
