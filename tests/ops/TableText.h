// Internal to TablePrograms: writes ops as StableHLO text.
#pragma once

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/Shape.h"
#include "spec/Attr.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lz::test {

struct Value {
  std::string name, element;
  Dims dims;

  int64_t rank() const { return int64_t(dims.size()); }
  std::string type() const { return typeWith(element); }
  std::string typeWith(const std::string& other) const {
    return absl::StrCat("tensor<", absl::StrJoin(dims, "x"), dims.empty() ? "" : "x", other, ">");
  }
};

inline std::string list(const Ints& ints) {
  return absl::StrCat("[", absl::StrJoin(ints, ", "), "]");
}

// Writes a function op by op. Elements are named as in the text: "f32", "i1".
class TextMaker {
public:
  Value parameter(Dims dims, const std::string& element) {
    Value v{absl::StrCat("%p", parameters_.size()), element, std::move(dims)};
    parameters_.push_back(v);
    return v;
  }
  Value unary(const char* op, const Value& a) {
    return write(absl::StrCat("stablehlo.", op, " ", a.name, " : ", a.type()), a.dims, a.element);
  }
  Value binary(const char* op, const Value& a, const Value& b) {
    return write(absl::StrCat("stablehlo.", op, " ", a.name, ", ", b.name, " : ", a.type()), a.dims,
                 a.element);
  }
  Value splat(const std::string& number, Dims dims, const std::string& element) {
    Value v{"", element, std::move(dims)};
    return write(absl::StrCat("stablehlo.constant dense<", number, "> : ", v.type()), v.dims,
                 element);
  }
  Value splatLike(const Value& a, const std::string& number) {
    return splat(number, a.dims, a.element);
  }
  Value iota(Dims dims, int64_t dim, const std::string& element) {
    Value v{"", element, std::move(dims)};
    return write(absl::StrCat("stablehlo.iota dim = ", dim, " : ", v.type()), v.dims, element);
  }
  Value convert(const Value& a, const std::string& element) {
    return write(
        absl::StrCat("stablehlo.convert ", a.name, " : (", a.type(), ") -> ", a.typeWith(element)),
        a.dims, element);
  }
  Value broadcast(const Value& a, Dims dims, const Ints& into) {
    Value v{"", a.element, std::move(dims)};
    return write(absl::StrCat("stablehlo.broadcast_in_dim ", a.name, ", dims = ", list(into),
                              " : (", a.type(), ") -> ", v.type()),
                 v.dims, v.element);
  }
  Value transpose(const Value& a, const Ints& permutation) {
    Value v{"", a.element, {}};
    for (int64_t d : permutation)
      v.dims.push_back(a.dims[size_t(d)]);
    return write(absl::StrCat("stablehlo.transpose ", a.name, ", dims = ", list(permutation),
                              " : (", a.type(), ") -> ", v.type()),
                 v.dims, v.element);
  }
  Value compare(const char* direction, const Value& a, const Value& b) {
    return write(absl::StrCat("stablehlo.compare ", direction, ", ", a.name, ", ", b.name, " : (",
                              a.type(), ", ", b.type(), ") -> ", a.typeWith("i1")),
                 a.dims, "i1");
  }
  Value select(const Value& p, const Value& a, const Value& b) {
    return write(absl::StrCat("stablehlo.select ", p.name, ", ", a.name, ", ", b.name, " : ",
                              p.type(), ", ", a.type()),
                 a.dims, a.element);
  }
  Value dot(const Value& a, const Value& b, const Ints& batch, int64_t ofA, int64_t ofB) {
    Value v{"", a.element, {}};
    for (int64_t d : batch)
      v.dims.push_back(a.dims[size_t(d)]);
    for (const auto& [side, contracted] : {std::pair(&a, ofA), std::pair(&b, ofB)})
      for (int64_t d = int64_t(batch.size()); d < side->rank(); ++d)
        if (d != contracted)
          v.dims.push_back(side->dims[size_t(d)]);
    return write(absl::StrCat("stablehlo.dot_general ", a.name, ", ", b.name,
                              batch.empty() ? ""
                                            : absl::StrCat(", batching_dims = ", list(batch), " x ",
                                                           list(batch)),
                              ", contracting_dims = [", ofA, "] x [", ofB, "] : (", a.type(), ", ",
                              b.type(), ") -> ", v.type()),
                 v.dims, v.element);
  }
  Value reduce(const char* op, const Value& a, const Ints& dims, const std::string& init) {
    Value start = splat(init, {}, a.element), v{"", a.element, {}};
    for (int64_t d = 0; d < a.rank(); ++d)
      if (std::find(dims.begin(), dims.end(), d) == dims.end())
        v.dims.push_back(a.dims[size_t(d)]);
    return write(absl::StrCat("stablehlo.reduce(", a.name, " init: ", start.name,
                              ") applies stablehlo.", op, " across dimensions = ", list(dims),
                              " : (", a.type(), ", ", start.type(), ") -> ", v.type()),
                 v.dims, v.element);
  }
  // Returns the values and the places of the extrema. If several elements are equal, the first one
  // counts.
  std::pair<Value, Value> argExtremum(bool isMaximum, const Value& a, int64_t dim,
                                      const std::string& init) {
    Value places = iota(a.dims, dim, "i32"), start = splat(init, {}, a.element),
          zero = splat("0", {}, "i32"), v{"", a.element, a.dims};
    v.dims.erase(v.dims.begin() + dim);
    const std::string name = fresh(), s = start.type();
    absl::StrAppend(
        &body_, "  ", name, ":2 = stablehlo.reduce(", a.name, " init: ", start.name, "), (",
        places.name, " init: ", zero.name, ") across dimensions = [", dim, "] : (", a.type(), ", ",
        places.type(), ", ", s, ", tensor<i32>) -> (", v.type(), ", ", v.typeWith("i32"), ")\n",
        "   reducer(%a: ", s, ", %b: ", s, ") (%i: tensor<i32>, %j: tensor<i32>) {\n",
        "    %wins = stablehlo.compare ", isMaximum ? "GT" : "LT", ", %a, %b : (", s, ", ", s,
        ") -> tensor<i1>\n    %isEqual = stablehlo.compare EQ, %a, %b : (", s, ", ", s,
        ") -> tensor<i1>\n    %isNan = stablehlo.compare NE, %a, %a : (", s, ", ", s,
        ") -> tensor<i1>\n    %isFirst = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) "
        "-> tensor<i1>\n    %winsToo = stablehlo.or %wins, %isNan : tensor<i1>\n"
        "    %tie = stablehlo.and %isEqual, %isFirst : tensor<i1>\n"
        "    %takes = stablehlo.or %winsToo, %tie : tensor<i1>\n"
        "    %x = stablehlo.select %winsToo, %a, %b : tensor<i1>, ",
        s, "\n    %k = stablehlo.select %takes, %i, %j : tensor<i1>, tensor<i32>\n",
        "    stablehlo.return %x, %k : ", s, ", tensor<i32>\n  }\n");
    return {Value{name + "#0", a.element, v.dims}, Value{name + "#1", "i32", v.dims}};
  }
  std::pair<Value, Value> topK(const Value& a, int64_t k) {
    Value v{"", a.element, a.dims};
    v.dims.back() = k;
    const std::string name = fresh();
    absl::StrAppend(&body_, "  ", name, ":2 = chlo.top_k(", a.name, ", k = ", k, ") : ", a.type(),
                    " -> (", v.type(), ", ", v.typeWith("i32"), ")\n");
    return {Value{name + "#0", a.element, v.dims}, Value{name + "#1", "i32", v.dims}};
  }
  // Sorts along a dimension, the smallest first.
  Value sort(const Value& a, int64_t dim) {
    const std::string s = absl::StrCat("tensor<", a.element, ">");
    return write(absl::StrCat("\"stablehlo.sort\"(", a.name, ") <{dimension = ", dim,
                              " : i64, is_stable = true}> ({\n  ^bb0(%a: ", s, ", %b: ", s,
                              "):\n    %less = stablehlo.compare LT, %a, %b : (", s, ", ", s,
                              ") -> tensor<i1>\n    stablehlo.return %less : tensor<i1>\n  }) : (",
                              a.type(), ") -> ", a.type()),
                 a.dims, a.element);
  }
  // Returns the elements from `begin` to `end` of a dimension.
  Value slice(const Value& a, int64_t dim, int64_t begin, int64_t end) {
    Value v{"", a.element, a.dims};
    v.dims[size_t(dim)] = end - begin;
    auto range = [&](std::string* out, int64_t d) {
      absl::StrAppend(out, d == dim ? begin : 0, ":", d == dim ? end : a.dims[size_t(d)]);
    };
    return write(absl::StrCat("stablehlo.slice ", a.name, " [",
                              absl::StrJoin(allDims(a), ", ", range), "] : (", a.type(), ") -> ",
                              v.type()),
                 v.dims, v.element);
  }
  Value reverse(const Value& a, int64_t dim) {
    return write(absl::StrCat("stablehlo.reverse ", a.name, ", dims = [", dim, "] : ", a.type()),
                 a.dims, a.element);
  }
  Value concatenate(const Value& a, const Value& b, int64_t dim) {
    Value v{"", a.element, a.dims};
    v.dims[size_t(dim)] += b.dims[size_t(dim)];
    return write(absl::StrCat("stablehlo.concatenate ", a.name, ", ", b.name, ", dim = ", dim,
                              " : (", a.type(), ", ", b.type(), ") -> ", v.type()),
                 v.dims, v.element);
  }
  // Appends `count` elements to a dimension, all of which are `number`.
  Value pad(const Value& a, int64_t dim, int64_t count, const std::string& number) {
    Value one = splat(number, {}, a.element), v{"", a.element, a.dims};
    v.dims[size_t(dim)] += count;
    Ints zeros(a.dims.size(), 0), high = zeros;
    high[size_t(dim)] = count;
    return write(absl::StrCat("stablehlo.pad ", a.name, ", ", one.name, ", low = ", list(zeros),
                              ", high = ", list(high), ", interior = ", list(zeros), " : (",
                              a.type(), ", ", one.type(), ") -> ", v.type()),
                 v.dims, v.element);
  }
  // Returns the rows of a matrix at the places.
  Value rows(const Value& a, const Value& places) {
    Value v{"", a.element, {places.dims[0], a.dims[1]}};
    return write(absl::StrCat("\"stablehlo.gather\"(", a.name, ", ", places.name,
                              ") <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                              "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim "
                              "= 1>, slice_sizes = array<i64: 1, ",
                              a.dims[1], ">}> : (", a.type(), ", ", places.type(), ") -> ",
                              v.type()),
                 v.dims, v.element);
  }
  // Returns x of a x = b for lower triangular matrices a.
  Value solve(const Value& a, const Value& b) {
    return write(absl::StrCat("\"stablehlo.triangular_solve\"(", a.name, ", ", b.name,
                              ") <{left_side = true, lower = true, unit_diagonal = true, "
                              "transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (",
                              a.type(), ", ", b.type(), ") -> ", b.type()),
                 b.dims, b.element);
  }
  // Returns the element of each row at its place. The places have the dimensions of the table with
  // 1 for `dim`, and one more.
  Value pick(const Value& a, const Value& places, int64_t dim) {
    Value v{"", a.element, a.dims};
    v.dims[size_t(dim)] = 1;
    Ints batch;
    for (int64_t d = 0; d < a.rank(); ++d)
      if (d != dim)
        batch.push_back(d);
    return write(
        absl::StrCat("\"stablehlo.gather\"(", a.name, ", ", places.name,
                     ") <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [", dim,
                     "], operand_batching_dims = ", list(batch), ", start_indices_batching_dims = ",
                     list(batch), ", start_index_map = [", dim, "], index_vector_dim = ", a.rank(),
                     ">, slice_sizes = array<i64: ", absl::StrJoin(Ints(a.dims.size(), 1), ", "),
                     ">}> : (", a.type(), ", ", places.type(), ") -> ", v.type()),
        v.dims, v.element);
  }
  std::string function(const std::vector<Value>& results) const {
    auto types = [&](std::string* out, const Value& v) { absl::StrAppend(out, v.type()); };
    auto names = [&](std::string* out, const Value& v) { absl::StrAppend(out, v.name); };
    auto typed = [&](std::string* out, const Value& v) {
      absl::StrAppend(out, v.name, ": ", v.type());
    };
    const std::string all = absl::StrJoin(results, ", ", types);
    return absl::StrCat("func.func @main(", absl::StrJoin(parameters_, ", ", typed), ") -> (", all,
                        ") {\n", body_, "  return ", absl::StrJoin(results, ", ", names), " : ",
                        all, "\n}\n");
  }

private:
  static Ints allDims(const Value& a) {
    Ints dims;
    for (int64_t d = 0; d < a.rank(); ++d)
      dims.push_back(d);
    return dims;
  }
  std::string fresh() { return absl::StrCat("%", next_++); }
  Value write(const std::string& op, Dims dims, const std::string& element) {
    Value v{fresh(), element, std::move(dims)};
    absl::StrAppend(&body_, "  ", v.name, " = ", op, "\n");
    return v;
  }

  std::vector<Value> parameters_;
  std::string body_;
  int next_ = 0;
};

} // namespace lz::test
