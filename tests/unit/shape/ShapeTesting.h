// Helpers to call inferTypes in one line, and to check the text of the result.
//   Query(Opcode::Add).in("2x3xf32").in("3x2xf32").refused("different shapes");
//   Query(Opcode::Transpose).in("2x3xf32").attr("permutation", {1, 0}).gives("3x2xf32");
#pragma once

#include "ParseTypes.h"
#include "semantics/shape/Infer.h"

#include <gtest/gtest.h>
#include <initializer_list>

namespace lz::shape {

class Query {
public:
  explicit Query(Opcode opcode) : opcode_(opcode), attrs_(opInfo(opcode).attrs.size()) {}

  Query& in(std::string_view type) {
    operands_.push_back(parseType(type));
    return *this;
  }
  Query& attr(std::string_view name, AttrValue value) {
    absl::Span<const AttrInfo> infos = opInfo(opcode_).attrs;
    size_t i = 0;
    while (i < infos.size() && infos[i].name != name)
      ++i;
    EXPECT_LT(i, infos.size()) << "no attribute " << name;
    if (i < infos.size())
      attrs_[i] = std::move(value);
    return *this;
  }
  Query& attr(std::string_view name, std::initializer_list<int64_t> values) {
    return attr(name, AttrValue(Ints(values)));
  }
  Query& attr(std::string_view name, int value) { return attr(name, AttrValue(int64_t(value))); }
  Query& region(std::initializer_list<std::string_view> params,
                std::initializer_list<std::string_view> results) {
    regions_.push_back({parseTypes(params), parseTypes(results)});
    return *this;
  }
  Query& stated(std::string_view type) {
    stated_ = parseType(type);
    hasStated_ = true;
    return *this;
  }

  StatusOr<TypeList> infer() const {
    std::vector<const TensorType*> operands;
    for (const TensorType& t : operands_)
      operands.push_back(&t);
    return inferTypes({opcode_, operands, attrs_, regions_, hasStated_ ? &stated_ : nullptr});
  }
  template <typename... Types> void gives(Types... types) const {
    StatusOr<TypeList> results = infer();
    ASSERT_TRUE(results.ok()) << results.status();
    std::vector<TensorType> expected = parseTypes({types...});
    EXPECT_EQ(std::vector<TensorType>(results->begin(), results->end()), expected);
  }
  // Expects an error of the caller, InvalidArgument, with a message that contains `words` and names
  // the op.
  void refused(std::string_view words) const {
    StatusOr<TypeList> results = infer();
    ASSERT_FALSE(results.ok()) << "accepted, but expected: " << words;
    std::string message(results.status().message());
    EXPECT_EQ(results.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(message.find(words), std::string::npos) << message << "\ndoes not say: " << words;
    std::string name(opInfo(opcode_).name);
    EXPECT_EQ(message.find("[" + name + "] "), 0u) << message;
    EXPECT_EQ(opOf(results.status()), name);
  }

private:
  Opcode opcode_;
  std::vector<TensorType> operands_;
  Attrs attrs_;
  std::vector<RegionType> regions_;
  TensorType stated_;
  bool hasStated_ = false;
};

} // namespace lz::shape
