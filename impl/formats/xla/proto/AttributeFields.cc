#include "formats/xla/proto/AttributeFields.h"

#include "formats/xla/module/Words.h"

namespace lz::xla {
namespace {

// The numbers of those fields of an instruction that contain messages.
constexpr int kDot = kDotNumbers, kGather = 33, kScatter = 48, kSolve = 59, kCholesky = 62,
              kRagged = kRaggedNumbers;
constexpr AttributeField kAttributeFields[] = {
    {"algorithm", 0, 70, kRngAlgorithms},
    {"api_version", 0, 77, kApiVersions},
    {"async_execution_thread", 0, 79},
    {"batch_group_count", 0, 58},
    {"channel_id", 0, 26},
    {"collapsed_slice_dims", kGather, 2},
    {"custom_call_has_side_effect", 0, 65},
    {"custom_call_target", 0, 28},
    {"delta", 0, 66},
    {"dimensions", 0, 14},
    {"direction", 0, 63},
    {"distribution", 0, 23, kDistributions},
    {"dynamic_slice_sizes", 0, 20},
    {"exponent_bits", 0, 18},
    {"feature_group_count", 0, 50},
    {"feature_index", 0, 25},
    {"fft_length", 0, 32},
    {"fft_type", 0, 31, kTransforms},
    {"index", 0, 13},
    {"index_vector_dim", kGather, 4},
    {"index_vector_dim", kScatter, 4},
    {"indices_are_sorted", 0, 67},
    {"input_batching_dims", kScatter, 5},
    {"inserted_window_dims", kScatter, 2},
    {"iota_dimension", 0, 14},
    {"is_reverse", 0, 94},
    {"is_stable", 0, 60},
    {"k", 0, 81},
    {"kind", 0, 11},
    {"largest", 0, 85},
    {"left_side", kSolve, 1},
    {"lhs_batch_dims", kDot, 3},
    {"lhs_contracting_dims", kDot, 1},
    {"lhs_ragged_dims", kRagged, 2},
    {"lower", kSolve, 2},
    {"lower", kCholesky, 1},
    {"mantissa_bits", 0, 19},
    {"num_carries", 0, 95},
    {"offset_dims", kGather, 1},
    {"operand_batching_dims", kGather, 5},
    {"rhs_batch_dims", kDot, 4},
    {"rhs_contracting_dims", kDot, 2},
    {"rhs_group_dims", kRagged, 3},
    {"scatter_dims_to_operand_dims", kScatter, 3},
    {"scatter_indices_batching_dims", kScatter, 6},
    {"slice_sizes", 0, 34},
    {"start_index_map", kGather, 3},
    {"start_indices_batching_dims", kGather, 6},
    {"transpose_a", kSolve, 4, kTranspositions},
    {"type", 0, 72},
    {"unique_indices", 0, 69},
    {"unit_diagonal", kSolve, 3},
    {"update_window_dims", kScatter, 1},
    {"use_global_device_ids", 0, 71},
};

struct Owner {
  int message;
  std::string_view opcode;
};
constexpr Owner kOwners[] = {{kDot, "dot"},           {kDot, "ragged-dot"},
                             {kDot, "scaled-dot"},    {kGather, "gather"},
                             {kScatter, "scatter"},   {kSolve, "triangular-solve"},
                             {kCholesky, "cholesky"}, {kRagged, "ragged-dot"}};

} // namespace

absl::Span<const AttributeField> attributeFields() {
  return kAttributeFields;
}

bool isOf(const AttributeField& field, std::string_view opcode) {
  for (const Owner& owner : kOwners)
    if (owner.message == field.message && owner.opcode == opcode)
      return true;
  return field.message == 0;
}

} // namespace lz::xla
