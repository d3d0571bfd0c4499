#include "ShapeTesting.h"

namespace lz::shape {
namespace {

TEST(DynamicSlice, Infers) {
  Query(Opcode::DynamicSlice)
      .in("5x7xf32")
      .in("i32")
      .in("i32")
      .attr("slice_sizes", {2, 7})
      .gives("2x7xf32");
  Query(Opcode::DynamicSlice).in("f32").attr("slice_sizes", {}).gives("f32");
}

TEST(DynamicSlice, Refuses) {
  Query(Opcode::DynamicSlice)
      .in("5xf32")
      .in("i32")
      .attr("slice_sizes", {6})
      .refused("slice_sizes [6]");
  Query(Opcode::DynamicSlice)
      .in("5xf32")
      .in("i32")
      .attr("slice_sizes", {-1})
      .refused("slice_sizes [-1]");
  Query(Opcode::DynamicSlice).in("5xf32").attr("slice_sizes", {1}).refused("one start index");
  Query(Opcode::DynamicSlice)
      .in("5xf32")
      .in("f32")
      .attr("slice_sizes", {1})
      .refused("integer scalar");
  Query(Opcode::DynamicSlice)
      .in("5xf32")
      .in("1xi32")
      .attr("slice_sizes", {1})
      .refused("integer scalar");
  Query(Opcode::DynamicSlice)
      .in("5x5xf32")
      .in("i32")
      .in("i64")
      .attr("slice_sizes", {1, 1})
      .refused("start indices have different element types");
}

TEST(DynamicUpdateSlice, Infers) {
  Query(Opcode::DynamicUpdateSlice)
      .in("5x7xf32")
      .in("2x7xf32")
      .in("i32")
      .in("i32")
      .gives("5x7xf32");
  Query(Opcode::DynamicUpdateSlice).in("5xf32").in("6xf32").in("i32").refused("is larger than");
  Query(Opcode::DynamicUpdateSlice).in("5xf32").in("1xi8").in("i32").refused("element types");
  Query(Opcode::DynamicUpdateSlice).in("5xf32").in("1x1xf32").in("i32").refused("different ranks");
  Query(Opcode::DynamicUpdateSlice).in("5xf32").in("1xf32").refused("one start index");
}

struct GatherDims {
  Ints offset, collapsed, operandBatching, indicesBatching, map;
  int indexVectorDim;
  Ints sizes;
};

Query gather(std::string_view operand, std::string_view indices, const GatherDims& dims) {
  return Query(Opcode::Gather)
      .in(operand)
      .in(indices)
      .attr("offset_dims", dims.offset)
      .attr("collapsed_slice_dims", dims.collapsed)
      .attr("operand_batching_dims", dims.operandBatching)
      .attr("start_indices_batching_dims", dims.indicesBatching)
      .attr("start_index_map", dims.map)
      .attr("index_vector_dim", dims.indexVectorDim)
      .attr("slice_sizes", dims.sizes);
}

TEST(Gather, Infers) {
  // Gathers rows of a table.
  gather("100x8xf32", "4x3x1xi32", {{2}, {0}, {}, {}, {0}, 2, {1, 8}}).gives("4x3x8xf32");
  gather("100x8xf32", "4x3xi32", {{2}, {0}, {}, {}, {0}, 2, {1, 8}}).gives("4x3x8xf32");
  gather("100x8xf32", "4x2xi32", {{0, 1}, {}, {}, {}, {1, 0}, 1, {3, 5}}).gives("3x5x4xf32");
  // Gathers one element for each batch element.
  gather("4x8xf32", "4x1xi64", {{}, {1}, {0}, {0}, {1}, 1, {1, 1}}).gives("4xf32");
}

TEST(Gather, Refuses) {
  GatherDims rows{{2}, {0}, {}, {}, {0}, 2, {1, 8}};
  gather("100x8xf32", "4x3x1xf32", rows).refused("must be integers");
  gather("100x8xf32", "4x3x2xi32", rows).refused("start_index_map [0] has 1 entries instead of 2");
  gather("100x8xf32", "4x3x1xi32", {{2}, {0}, {}, {}, {0}, 4, {1, 8}})
      .refused("index_vector_dim 4");
  gather("100x8xf32", "4x3x1xi32", {{3}, {0}, {}, {}, {0}, 2, {1, 8}}).refused("names dimension 3");
  gather("100x8xf32", "4x3x1xi32", {{}, {0}, {}, {}, {0}, 2, {1, 8}}).refused("offset_dims");
  gather("100x8xf32", "4x3x1xi32", {{2}, {0}, {}, {}, {0}, 2, {2, 8}})
      .refused("at most 1 in dim 0");
  // A slice of size 0 cannot be read for 12 rows. If there are no rows, the slice is accepted.
  gather("100x8xf32", "4x3x1xi32", {{2}, {0}, {}, {}, {0}, 2, {0, 8}})
      .refused("must be 1 in dim 0");
  gather("100x8xf32", "0x3x1xi32", {{2}, {0}, {}, {}, {0}, 2, {0, 8}}).gives("0x3x8xf32");
  gather("100x8xf32", "4x3x1xi32", {{2}, {0}, {}, {}, {0}, 2, {1, 9}}).refused("slice_sizes [1,9]");
  gather("100x8xf32", "4x3x1xi32", {{2}, {0}, {}, {}, {2}, 2, {1, 8}}).refused("start_index_map");
  gather("4x8xf32", "5x1xi64", {{}, {1}, {0}, {0}, {1}, 1, {1, 1}})
      .refused("batching dimension sizes differ: operand [4,8] dim 0 is 4");
  gather("4x8xf32", "4x1xi64", {{}, {1}, {0}, {1}, {1}, 1, {1, 1}}).refused("index_vector_dim 1");
  gather("4x8xf32", "4x1xi64", {{}, {0}, {0}, {0}, {1}, 1, {1, 1}}).refused("dimension 0 twice");
}

Query scatter(std::string_view input, std::string_view indices, std::string_view updates) {
  return Query(Opcode::Scatter)
      .in(input)
      .in(indices)
      .in(updates)
      .attr("update_window_dims", {1})
      .attr("inserted_window_dims", {0})
      .attr("input_batching_dims", {})
      .attr("scatter_indices_batching_dims", {})
      .attr("scatter_dims_to_operand_dims", {0})
      .attr("index_vector_dim", 1)
      .region({"f32", "f32"}, {"f32"});
}

TEST(Scatter, Infers) {
  scatter("100x8xf32", "4x1xi32", "4x8xf32").gives("100x8xf32");
  scatter("100x8xf32", "4x1xi32", "4x5xf32").gives("100x8xf32");
  Query(Opcode::Scatter)
      .in("100xf32")
      .in("100xi32")
      .in("4x1xi32")
      .in("4xf32")
      .in("4xi32")
      .attr("update_window_dims", {})
      .attr("input_batching_dims", {})
      .attr("scatter_indices_batching_dims", {})
      .attr("inserted_window_dims", {0})
      .attr("scatter_dims_to_operand_dims", {0})
      .attr("index_vector_dim", 1)
      .region({"f32", "i32", "f32", "i32"}, {"f32", "i32"})
      .gives("100xf32", "100xi32");
}

TEST(Scatter, Refuses) {
  scatter("100x8xf32", "4x1xi32", "5x8xf32").refused("updates [5,8] dim 0 must be 4");
  scatter("100x8xf32", "4x1xi32", "4x9xf32").refused("larger than input [100,8] dim 1");
  scatter("100x8xf32", "4x1xi32", "4xf32").refused("must have rank 2");
  scatter("100x8xf32", "4x2xi32", "4x8xf32").refused("scatter_dims_to_operand_dims");
  scatter("100x8xf32", "4x1xf32", "4x8xf32").refused("must be integers");
  scatter("100x8xi32", "4x1xi32", "4x8xf32").refused("different element types");
  scatter("100x8xi32", "4x1xi32", "4x8xi32").refused("cannot represent i32");
  scatter("100x8xf32", "4x1xi32", "4x8xf32").in("4xf32").refused("got 4 operands");
}

} // namespace
} // namespace lz::shape
