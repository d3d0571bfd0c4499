#include "Texts.h"

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"

namespace lz::test {
namespace {

using absl::StrCat;
using absl::Substitute;

// "part(0), part(1), ..."
std::string list(int n, absl::FunctionRef<std::string(int)> part, const char* separator = ", ") {
  std::string result;
  for (int i = 0; i < n; ++i)
    absl::StrAppend(&result, i == 0 ? "" : separator, part(i));
  return result;
}

std::string list(int n, const std::string& part) {
  return list(n, [&](int) { return part; });
}

std::string numbers(int n) {
  return list(n, [](int i) { return StrCat(i); });
}

std::string shape(const std::string& first, int ones, const std::string& last) {
  std::string type = "tensor<" + first;
  for (int i = 0; i < ones; ++i)
    type += "1x";
  return type + last + ">";
}

std::string function(const std::string& name, const std::string& params, const std::string& result,
                     const std::string& body) {
  return StrCat("func.func ", name, "(", params, ") -> ", result, " {\n", body, "\n}\n");
}

std::string mainOf(const std::string& params, const std::string& result, const std::string& body) {
  return function("@main", params, result, body);
}

const std::string kPair = "tensor<2xf32>";

// %b0 = line(0) of %x, %b1 = line(1) of %b0, ...; the function returns the last.
std::string chain(int n, const std::string& type,
                  absl::FunctionRef<std::string(int i, const std::string& before)> line,
                  const std::string& start = "") {
  std::string body = start;
  for (int i = 0; i < n; ++i)
    absl::StrAppend(&body, line(i, i == 0 ? "%x" : StrCat("%b", i - 1)), "\n");
  return mainOf("%x: " + type, type, StrCat(body, "return %b", n - 1, " : ", type));
}

std::string params(int n, const std::string& type) {
  return list(n, [&](int i) { return StrCat("%a", i, ": ", type); });
}

std::string callee(int i, const std::string& body) {
  return function(StrCat("private @f", i), "%x: " + kPair, kPair, body);
}

std::string callOf(int i, const std::string& operand) {
  return Substitute("func.call @f$0($1) : ($2) -> $2", i, operand, kPair);
}

} // namespace

std::string manyExtents(int rank) {
  std::string type = shape("", rank, "f32");
  return chain(3, type, [&](int i, const std::string& before) {
    return Substitute("%b$0 = stablehlo.tanh $1 : $2", i, before, type);
  });
}

std::string transposeOfMany(int rank) {
  std::string type = shape("2x", rank - 1, "f32"), result = shape("", rank - 1, "2xf32");
  return mainOf("%x: " + type, result,
                Substitute("%0 = stablehlo.transpose %x, dims = [$0] : ($1) -> $2\nreturn %0 : $2",
                           list(rank, [&](int i) { return StrCat(rank - 1 - i); }), type, result));
}

std::string reduceOfMany(int rank) {
  std::string type = shape("2x", rank - 1, "f32");
  return mainOf("%x: " + type, "tensor<f32>",
                Substitute("%c = stablehlo.constant dense<0.0> : tensor<f32>\n"
                           "%0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across "
                           "dimensions = [$0] : ($1, tensor<f32>) -> tensor<f32>\n"
                           "return %0 : tensor<f32>",
                           numbers(rank), type));
}

std::string sliceAndPadOfMany(int rank) {
  std::string type = shape("2x", rank - 1, "f32"), result = shape("3x", rank - 1, "f32");
  std::string zeros = list(rank, "0"), high = "2" + zeros.substr(1);
  return mainOf("%x: " + type + ", %p: tensor<f32>", result,
                Substitute("%0 = stablehlo.slice %x [$0] : ($1) -> $2\n"
                           "%1 = stablehlo.pad %0, %p, low = [$3], high = [$4], interior = [$3] : "
                           "($2, tensor<f32>) -> $5\nreturn %1 : $5",
                           list(rank, "0:1"), type, shape("", rank, "f32"), zeros, high, result));
}

std::string reshapeOfMany(int rank) {
  std::string type = shape("", rank - 1, "6xf32"), result = shape("2x", rank - 1, "3xf32");
  return mainOf("%x: " + type, result,
                Substitute("%0 = stablehlo.reshape %x : ($0) -> $1\nreturn %0 : $1", type, result));
}

std::string dotOfMany(int rank) {
  std::string type = shape("", rank - 1, "3xf32"), result = shape("", rank - 1, "f32"),
              batch = numbers(rank - 1);
  return mainOf(Substitute("%x: $0, %y: $0", type), result,
                Substitute("%0 = stablehlo.dot_general %x, %y, batching_dims = [$0] x [$0], "
                           "contracting_dims = [$1] x [$1] : ($2, $2) -> $3\nreturn %0 : $3",
                           batch, rank - 1, type, result));
}

std::string gatherOfMany(int rank) {
  std::string type = shape("", rank - 1, "6xf32");
  return mainOf(
      Substitute("%x: $0, %i: tensor<3x1xi32>", type), "tensor<3xf32>",
      Substitute("%0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<"
                 "collapsed_slice_dims = [$0], start_index_map = [$1], index_vector_dim = 1>, "
                 "slice_sizes = array<i64: $2>}> : ($3, tensor<3x1xi32>) -> tensor<3xf32>\n"
                 "return %0 : tensor<3xf32>",
                 numbers(rank), rank - 1, list(rank, "1"), type));
}

std::string concatenation(int n) {
  return mainOf(params(n, kPair), StrCat("tensor<", 2 * n, "xf32>"),
                Substitute("%0 = stablehlo.concatenate $0, dim = 0 : ($1) -> tensor<$2xf32>\n"
                           "return %0 : tensor<$2xf32>",
                           list(n, [](int i) { return StrCat("%a", i); }), list(n, kPair), 2 * n));
}

std::string concatenationOfSlices(int n) {
  std::string type = StrCat("tensor<", 2 * n, "xf32>"), body;
  for (int i = 0; i < n; ++i)
    absl::StrAppend(&body, Substitute("%a$0 = stablehlo.slice %x [$1:$2] : ($3) -> $4\n", i, 2 * i,
                                      2 * i + 2, type, kPair));
  return mainOf("%x: " + type, type,
                Substitute("$0%0 = stablehlo.concatenate $1, dim = 0 : ($2) -> $3\nreturn %0 : $3",
                           body, list(n, [&](int i) { return StrCat("%a", n - 1 - i); }),
                           list(n, kPair), type));
}

std::string loopOfMany(int n) {
  auto next = [](int i) { return Substitute("%w$0 = stablehlo.negate %v$0 : tensor<2xf32>", i); };
  return mainOf(
      params(n, kPair), kPair,
      Substitute("%c = stablehlo.constant dense<0> : tensor<i32>\n"
                 "%n = stablehlo.constant dense<3> : tensor<i32>\n"
                 "%one = stablehlo.constant dense<1> : tensor<i32>\n"
                 "%0:$0 = stablehlo.while(%i = %c, $1) : tensor<i32>, $2 cond {\n"
                 "%p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                 "stablehlo.return %p : tensor<i1>\n} do {\n"
                 "%j = stablehlo.add %i, %one : tensor<i32>\n$3\n"
                 "stablehlo.return %j, $4 : tensor<i32>, $2\n}\nreturn %0#$5 : tensor<2xf32>",
                 n + 1, list(n, [](int i) { return Substitute("%v$0 = %a$0", i); }), list(n, kPair),
                 list(n, next, "\n"), list(n, [](int i) { return StrCat("%w", i); }), n));
}

std::string reduceOfOperands(int n) {
  std::string scalars = list(n, "tensor<f32>");
  return mainOf(
      params(n, kPair), "(" + scalars + ")",
      Substitute(
          "%c = stablehlo.constant dense<0.0> : tensor<f32>\n"
          "%0:$0 = stablehlo.reduce$1 across dimensions = [0] : ($2, $3) -> ($3)\n"
          "reducer$4 {\n$5\nstablehlo.return $6 : $3\n}\nreturn $7 : $3",
          n, list(n, [](int i) { return Substitute("(%a$0 init: %c)", i); }), list(n, kPair),
          scalars,
          list(
              n, [](int i) { return Substitute("(%p$0: tensor<f32>, %q$0: tensor<f32>)", i); },
              " "),
          list(
              n,
              [](int i) { return Substitute("%w$0 = stablehlo.add %p$0, %q$0 : tensor<f32>", i); },
              "\n"),
          list(n, [](int i) { return StrCat("%w", i); }),
          list(n, [](int i) { return StrCat("%0#", i); })));
}

std::string scatterOfOperands(int n) {
  auto each = [&](const char* before, const char* after) {
    return list(n, [&](int i) { return StrCat(before, i, after); });
  };
  std::string operands = each("%a", "");
  return mainOf(
      params(n, kPair) + ", %i: tensor<2x1xi32>", "(" + list(n, kPair) + ")",
      Substitute(
          "%0:$0 = \"stablehlo.scatter\"($1, %i, $1) <{scatter_dimension_numbers = "
          "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
          "index_vector_dim = 1>}> ({\n^bb0($2, $3):\n$4\nstablehlo.return $5 : $6\n}) : "
          "($7, tensor<2x1xi32>, $7) -> ($7)\nreturn $8 : $7",
          n, operands, each("%p", ": tensor<f32>"), each("%q", ": tensor<f32>"),
          list(
              n,
              [](int i) { return Substitute("%w$0 = stablehlo.add %p$0, %q$0 : tensor<f32>", i); },
              "\n"),
          each("%w", ""), list(n, "tensor<f32>"), list(n, kPair), each("%0#", "")));
}

std::string barrierOfMany(int n) {
  return mainOf(params(n, kPair), "(" + list(n, kPair) + ")",
                Substitute("%0:$0 = stablehlo.optimization_barrier $1 : $2\nreturn $3 : $2", n,
                           list(n, [](int i) { return StrCat("%a", i); }), list(n, kPair),
                           list(n, [](int i) { return StrCat("%0#", i); })));
}

std::string callsInAChain(int n) {
  std::string text = chain(1, kPair, [](int i, const std::string& before) {
    return StrCat("%b", i, " = ", callOf(0, before));
  });
  for (int i = 0; i < n; ++i)
    text += callee(i, StrCat("%0 = stablehlo.tanh %x : ", kPair, "\n%1 = ",
                             i + 1 < n ? callOf(i + 1, "%0") : "stablehlo.tanh %0 : " + kPair,
                             "\nreturn %1 : ", kPair));
  return text;
}

std::string callsInARow(int n) {
  std::string text = chain(n, kPair, [](int i, const std::string& before) {
    return StrCat("%b", i, " = ", callOf(i, before));
  });
  for (int i = 0; i < n; ++i)
    text += callee(i, Substitute("%0 = stablehlo.tanh %x : $0\nreturn %0 : $0", kPair));
  return text;
}

std::string callsThatReturnTheirOperand(int n) {
  std::string text = chain(n, kPair, [](int i, const std::string& before) {
    return i == 0 ? "%b0 = " + callOf(0, before)
                  : Substitute("%b$0 = stablehlo.add %b0, $1 : $2", i, before, kPair);
  });
  for (int i = 0; i < n; ++i)
    text += callee(i, i + 1 < n ? Substitute("%0 = $0\nreturn %0 : $1", callOf(i + 1, "%x"), kPair)
                                : "return %x : " + kPair);
  return text;
}

std::string branches(int n) {
  auto branch = [](int i) {
    return Substitute("{\n%w$0 = stablehlo.tanh %x : $1\n%z$0 = stablehlo.add %w$0, %x : $1\n"
                      "stablehlo.return %z$0 : $1\n}",
                      i, kPair);
  };
  return mainOf(Substitute("%x: $0, %i: tensor<i32>", kPair), kPair,
                Substitute("%0 = \"stablehlo.case\"(%i) ($0) : (tensor<i32>) -> $1\nreturn %0 : $1",
                           list(n, branch), kPair));
}

std::string additions(int n) {
  return chain(n, kPair, [](int i, const std::string& before) {
    return Substitute("%b$0 = stablehlo.add $1, %x : $2", i, before, kPair);
  });
}

std::string viewsInAChain(int n) {
  return chain(n, "tensor<3x3xf32>", [](int i, const std::string& before) {
    return Substitute("%t$0 = stablehlo.transpose $1, dims = [1, 0] : (tensor<3x3xf32>) -> "
                      "tensor<3x3xf32>\n"
                      "%r$0 = stablehlo.reshape %t$0 : (tensor<3x3xf32>) -> tensor<9xf32>\n"
                      "%b$0 = stablehlo.reshape %r$0 : (tensor<9xf32>) -> tensor<3x3xf32>",
                      i, before);
  });
}

std::string updates(int n) {
  return chain(n, "tensor<64xf32>", [](int i, const std::string& before) {
    return Substitute("%i$0 = stablehlo.constant dense<$2> : tensor<i32>\n"
                      "%s$0 = stablehlo.slice $1 [$3:$4] : (tensor<64xf32>) -> tensor<1xf32>\n"
                      "%b$0 = stablehlo.dynamic_update_slice $1, %s$0, %i$0 : (tensor<64xf32>, "
                      "tensor<1xf32>, tensor<i32>) -> tensor<64xf32>",
                      i, before, i % 63, i % 7, i % 7 + 1);
  });
}

std::string reductionsInAChain(int n) {
  return chain(
      n, "tensor<8x8xf32>",
      [](int i, const std::string& before) {
        return Substitute(
            "%r$0 = stablehlo.reduce($1 init: %c) applies stablehlo.add across dimensions = [1] : "
            "(tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>\n"
            "%b$0 = stablehlo.broadcast_in_dim %r$0, dims = [0] : (tensor<8xf32>) -> "
            "tensor<8x8xf32>",
            i, before);
      },
      "%c = stablehlo.constant dense<0.0> : tensor<f32>\n");
}

std::string constants(int n) {
  return chain(n, kPair, [](int i, const std::string& before) {
    return Substitute("%c$0 = stablehlo.constant dense<[$0.0, $0.5]> : $2\n"
                      "%b$0 = stablehlo.add $1, %c$0 : $2",
                      i, before, kPair);
  });
}

std::string results(int n) {
  std::string body;
  for (int i = 0; i < n; ++i)
    absl::StrAppend(&body, "%b", i, " = stablehlo.tanh ", i == 0 ? "%x" : StrCat("%b", i - 1),
                    " : ", kPair, "\n");
  return mainOf("%x: " + kPair, "(" + list(n, kPair) + ")",
                StrCat(body, "return ", list(n, [](int i) { return StrCat("%b", i); }), " : ",
                       list(n, kPair)));
}

std::string denseConstant(int n) {
  std::string type = StrCat("tensor<", n, "xf32>");
  return mainOf("", type,
                Substitute("%0 = stablehlo.constant dense<[$0]> : $1\n"
                           "%1 = stablehlo.negate %0 : $1\nreturn %1 : $1",
                           list(n, [](int i) { return StrCat(i % 97, ".5"); }), type));
}

} // namespace lz::test
