// Programs of several processes, and the values that the processes receive from each other.
#include "ParseChecks.h"
#include "semantics/eval/Evaluate.h"

#include <gtest/gtest.h>

namespace lz::conformance {
namespace {

// `body` of @f uses %x and defines %r; every process runs it. Values have the type tensor<...>.
struct Case {
  const char* name;
  const char* parameterType;
  const char* resultType;
  const char* body;
  int replicas, partitions;
  std::vector<const char*> given, expected; // one for each process
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string moduleOf(const Case& c) {
  std::vector<std::string> rows, names, parameters, results;
  std::string constants, checks;
  for (int r = 0; r < c.replicas; ++r)
    rows.push_back("[" + joined(std::vector<std::string>(size_t(c.partitions), "@f")) + "]");
  for (size_t i = 0; i < c.given.size(); ++i) {
    const std::string number = std::to_string(i);
    names.push_back("%in" + number);
    parameters.push_back(c.parameterType);
    results.push_back(c.resultType);
    constants += "    %in" + number + " = stablehlo.constant dense<" + c.given[i] +
                 "> : " + c.parameterType + "\n";
    if (i < c.expected.size())
      checks += "    check.expect_eq_const %out#" + number + ", dense<" + c.expected[i] +
                "> : " + c.resultType + "\n";
  }
  return std::string("module {\n  func.func private @f(%x: ") + c.parameterType + ") -> " +
         c.resultType + " {\n" + c.body + "\n    return %r : " + c.resultType +
         "\n  }\n  func.func @main() {\n" + constants +
         "    %out:" + std::to_string(c.given.size()) + " = \"interpreter.run_parallel\"(" +
         joined(names) + ") {programs = [" + joined(rows) + "]} : (" + joined(parameters) +
         ") -> (" + joined(results) + ")\n" + checks + "    return\n  }\n}\n";
}

Status run(const std::string& text) {
  StatusOr<Program> program = parseChecks(text, "t.mlir");
  return program.ok() ? eval::evaluate(*program, {}).status() : program.status();
}

constexpr char kSum[] = R"(({
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %s = stablehlo.add %a, %b : tensor<i64>
        stablehlo.return %s : tensor<i64>
    }))";

std::string op(const std::string& name, const std::string& attributes, const char* from,
               const char* to, const std::string& region = "") {
  return "    %r = \"stablehlo." + name + "\"(%x) " + region + " {" + attributes + "} : (" + from +
         ") -> " + to;
}

std::string groups(const std::string& rows, const std::string& shape) {
  return "replica_groups = dense<" + rows + "> : tensor<" + shape + "xi64>";
}

constexpr char kChannel[] = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>";
constexpr char k2[] = "tensor<2xi64>", k4[] = "tensor<4xi64>", k1[] = "tensor<1xi64>";

void expectRuns(const char* name, const std::string& body, const char* from, const char* to,
                int replicas, int partitions, std::vector<const char*> given,
                std::vector<const char*> expected) {
  const Case c{name, from, to, body.c_str(), replicas, partitions, given, expected};
  EXPECT_EQ(run(moduleOf(c)), okStatus()) << name << "\n" << moduleOf(c);
}

TEST(RunParallel, ProcessesKnowTheirNumbers) {
  const char* id = "tensor<ui32>";
  expectRuns("partition", "    %r = stablehlo.partition_id : tensor<ui32>", id, id, 2, 3,
             {"0", "0", "0", "0", "0", "0"}, {"0", "1", "2", "0", "1", "2"});
  expectRuns("replica", "    %r = stablehlo.replica_id : tensor<ui32>", id, id, 2, 3,
             {"0", "0", "0", "0", "0", "0"}, {"0", "0", "0", "1", "1", "1"});
}

TEST(RunParallel, AllGatherJoinsInTheOrderOfTheGroup) {
  expectRuns("replicas",
             op("all_gather", "all_gather_dim = 0 : i64, " + groups("[[1, 0]]", "1x2"), k2, k4), k2,
             k4, 2, 1, {"[1, 2]", "[3, 4]"}, {"[3, 4, 1, 2]", "[3, 4, 1, 2]"});
  expectRuns("numbers of the grid",
             op("all_gather",
                "all_gather_dim = 0 : i64, use_global_device_ids, " +
                    groups("[[0, 3], [2, 1]]", "2x2") + kChannel,
                k1, k2),
             k1, k2, 2, 2, {"[0]", "[1]", "[2]", "[3]"}, {"[0, 3]", "[2, 1]", "[2, 1]", "[0, 3]"});
}

TEST(RunParallel, AllReduceSumsReplicasOfEachOrOfAllPartitions) {
  expectRuns("replicas", op("all_reduce", groups("[[0, 1]]", "1x2"), k1, k1, kSum), k1, k1, 2, 2,
             {"[1]", "[10]", "[100]", "[1000]"}, {"[101]", "[1010]", "[101]", "[1010]"});
  expectRuns("all partitions",
             op("all_reduce", groups("[[0], [1]]", "2x1") + kChannel, k1, k1, kSum), k1, k1, 2, 2,
             {"[1]", "[10]", "[100]", "[1000]"}, {"[11]", "[11]", "[1100]", "[1100]"});
  expectRuns("groups of unlike sizes",
             op("all_reduce", groups("[[0, 1], [2, -1]]", "2x2"), k1, k1, kSum), k1, k1, 3, 1,
             {"[1]", "[2]", "[4]"}, {"[3]", "[3]", "[4]"});
}

TEST(RunParallel, ReduceScatterGivesEachItsPart) {
  expectRuns("parts",
             op("reduce_scatter", "scatter_dimension = 0 : i64, " + groups("[[0, 1]]", "1x2"), k4,
                k2, kSum),
             k4, k2, 2, 1, {"[1, 2, 3, 4]", "[10, 20, 30, 40]"}, {"[11, 22]", "[33, 44]"});
}

TEST(RunParallel, AllToAllTradesParts) {
  expectRuns("parts",
             op("all_to_all",
                "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, " +
                    groups("[[0, 1]]", "1x2") + kChannel,
                k2, k2),
             k2, k2, 1, 2, {"[1, 2]", "[3, 4]"}, {"[1, 3]", "[2, 4]"});
}

TEST(RunParallel, BroadcastGivesTheFirstOfTheGroupAndElseZeros) {
  expectRuns("one of three", op("collective_broadcast", groups("[[2, 1]]", "1x2"), k1, k1), k1, k1,
             3, 1, {"[1]", "[2]", "[3]"}, {"[0]", "[3]", "[3]"});
}

TEST(RunParallel, PermuteGivesTheSourceAndElseZeros) {
  expectRuns("a chain",
             op("collective_permute",
                "source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>", k1, k1),
             k1, k1, 3, 1, {"[1]", "[2]", "[3]"}, {"[0]", "[1]", "[2]"});
}

TEST(RunParallel, ProcessesMeetAgainAndAgain) {
  expectRuns("two sums", R"(
    %0 = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %s = stablehlo.add %a, %b : tensor<i64>
        stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.multiply %0, %x : tensor<1xi64>
    %r = "stablehlo.collective_permute"(%1) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
      : (tensor<1xi64>) -> tensor<1xi64>)",
             k1, k1, 2, 1, {"[1]", "[2]"}, {"[6]", "[3]"});
}

void expectRefused(const Case& c, const char* part) {
  const Status status = run(moduleOf(c));
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
}

void expectOpRefused(const std::string& body, const char* part) {
  expectRefused({"", k1, k1, body.c_str(), 2, 1, {"[1]", "[2]"}, {}}, part);
}

TEST(RunParallel, WrongGroupsAreRefused) {
  auto reduce = [](const std::string& attributes) {
    return op("all_reduce", attributes, k1, k1, kSum);
  };
  expectOpRefused(reduce(groups("[[0, 2]]", "1x2")), "names process 2; there are 2");
  expectOpRefused(reduce(groups("[[0, 0]]", "1x2")), "names process 0 twice");
  expectOpRefused(reduce("replica_groups = dense<0> : tensor<1xi64>"), "two dimensions");
  expectOpRefused(reduce(groups("[[0]]", "1x1")), "process 1 is in no group");
  expectOpRefused(reduce("use_global_device_ids, " + groups("[[0, 1]]", "1x2")),
                  "needs a channel_handle");
}

TEST(RunParallel, WrongOpsAreRefused) {
  const std::string both = groups("[[0, 1]]", "1x2");
  expectOpRefused(op("all_gather", "all_gather_dim = 0 : i64, " + both, k1, k1),
                  "the result types are not those of this op on 2 processes");
  expectOpRefused(op("all_gather", "all_gather_dim = 7 : i64, " + both, k1, k1),
                  "the result types are not those of this op on 2 processes");
  expectOpRefused(op("all_to_all",
                     "split_dimension = 0 : i64, concat_dimension = 0 : i64, "
                     "split_count = 3 : i64, " +
                         both,
                     k1, k1),
                  "split_count is 3, but 2 processes take part; they must be equal");
  expectOpRefused(op("reduce_scatter", "scatter_dimension = 0 : i64, " + both, k1, k1, kSum),
                  "the result types are not those of this op on 2 processes");
  expectOpRefused(op("all_reduce", both, k1, k1), "must take two scalars");
  expectOpRefused(
      op("collective_permute", "source_target_pairs = dense<[[0, 5]]> : tensor<1x2xi64>", k1, k1),
      "names process 5; each of the 2 processes");
  expectOpRefused(op("collective_reduce", both, k1, k1, kSum),
                  "several processes is not supported");
  expectOpRefused(R"(
    %r = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %v = stablehlo.reshape %a : (tensor<i64>) -> tensor<1xi64>
        %s = stablehlo.reshape %v : (tensor<1xi64>) -> tensor<i64>
        stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<1xi64>)",
                  "must consist of elementwise ops");
}

TEST(RunParallel, CollectivesInRegionsAreRefused) {
  expectOpRefused(R"(
    %p = stablehlo.constant dense<true> : tensor<i1>
    %r = "stablehlo.if"(%p) ({
      %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<1xi64>) -> tensor<1xi64>
      stablehlo.return %1 : tensor<1xi64>
    }, {
      stablehlo.return %x : tensor<1xi64>
    }) : (tensor<i1>) -> tensor<1xi64>)",
                  "stablehlo.if holds a collective op in a region");
}

std::string twoPrograms(const std::string& programs) {
  return R"(module {
  func.func private @f(%x: tensor<1xi64>) -> tensor<1xi64> {
    %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<1xi64>) -> tensor<1xi64>
    return %r : tensor<1xi64>
  }
  func.func private @g(%x: tensor<1xi64>) -> tensor<1xi64> {
    return %x : tensor<1xi64>
  }
  func.func private @h() -> tensor<1xi64>
  func.func @main() -> (tensor<1xi64>, tensor<1xi64>) {
    %x = stablehlo.constant dense<1> : tensor<1xi64>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = )" +
         programs + R"(} : (tensor<1xi64>, tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>)
    return %r#0, %r#1 : tensor<1xi64>, tensor<1xi64>
  }
})";
}

void expectProgramsRefused(const std::string& programs, const char* part) {
  const Status status = run(twoPrograms(programs));
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << programs << ": " << status;
}

TEST(RunParallel, WrongProgramsAreRefused) {
  EXPECT_EQ(run(twoPrograms("[[@g], [@g]]")), okStatus());
  expectProgramsRefused("[[@f], [@g]]",
                        "process 0 waits without end at stablehlo.collective_permute");
  expectProgramsRefused("[]", "list of lists");
  expectProgramsRefused("[[]]", "list of lists");
  expectProgramsRefused("[@g, @g]", "list of lists");
  expectProgramsRefused("[[@g, @g], [@g]]", "unlike numbers of partitions");
  expectProgramsRefused("[[@g]]", "operands are not those");
  expectProgramsRefused("[[@h], [@g]]", "no function with a body");
  expectProgramsRefused("[[@missing], [@g]]", "no function with a body");
}

TEST(RunParallel, ErrorsSayWhere) {
  const Status status = run(twoPrograms("[[@f], [@g]]"));
  EXPECT_EQ(locationOf(status), "t.mlir:3:10") << status;
}

} // namespace
} // namespace lz::conformance
