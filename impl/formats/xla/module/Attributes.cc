#include "formats/xla/module/Attributes.h"

#include <algorithm>
#include <array>

namespace lz::xla {
namespace {

using enum AttributeKind;

constexpr AttributeInfo kAttributes[] = {
    {"algorithm", Word},
    {"api_version", Word},
    {"async_execution_thread", String},
    {"backend_config", Config},
    {"batch_group_count", Int},
    {"body", Computation},
    {"branch_computations", Computations},
    {"called_computations", Computations},
    {"calls", Computation},
    {"channel_id", Int},
    {"collapsed_slice_dims", Ints},
    {"condition", Computation},
    {"constrain_layout", Bool},
    {"control-predecessors", Instructions},
    {"convolution_kind", Word},
    {"cross_program_prefetch_index", Int},
    {"custom_call_has_side_effect", Bool},
    {"custom_call_target", String},
    {"delta", Int},
    {"dim_labels", DimLabels},
    {"dimensions", Ints},
    {"direction", Word},
    {"distribution", Word},
    {"domain", Verbatim},
    {"dynamic_slice_sizes", Ints},
    {"epsilon", Real},
    {"exponent_bits", Int},
    {"false_computation", Computation},
    {"feature_group_count", Int},
    {"feature_index", Int},
    {"fft_length", Ints},
    {"fft_type", Word},
    {"frontend_attributes", Dictionary},
    {"has_dynamic_root", Bool},
    {"index", Int},
    {"index_vector_dim", Int},
    {"indices_are_sorted", Bool},
    {"infeed_config", String},
    {"inferred_dimension", Int},
    {"input_batching_dims", Ints},
    {"inserted_window_dims", Ints},
    {"iota_dimension", Int},
    {"is_associative", Word},
    {"is_composite", Bool},
    {"is_cross_program_prefetch", Bool},
    {"is_host_transfer", Bool},
    {"is_reverse", Bool},
    {"is_stable", Bool},
    {"k", Int},
    {"kind", Word},
    {"largest", Bool},
    {"left_side", Bool},
    {"lhs_batch_dims", Ints},
    {"lhs_contracting_dims", Ints},
    {"lhs_ragged_dims", Ints},
    {"literal", Literal},
    {"lower", Bool},
    {"mantissa_bits", Int},
    {"metadata", Fields},
    {"mode", Word},
    {"num_carries", Int},
    {"offset_dims", Ints},
    {"operand_batching_dims", Ints},
    {"operand_layout_constraints", Shapes},
    {"operand_precision", Words},
    {"origin", Verbatim},
    {"outfeed_config", String},
    {"outfeed_shape", Shape},
    {"output_to_operand_aliasing", Verbatim},
    {"padding", Padding},
    {"padding_type", Word},
    {"parameter_replication", Bools},
    {"replica_groups", Groups},
    {"result_accuracy", Verbatim},
    {"rhs_batch_dims", Ints},
    {"rhs_contracting_dims", Ints},
    {"rhs_group_dims", Ints},
    {"scatter", Computation},
    {"scatter_dims_to_operand_dims", Ints},
    {"scatter_indices_batching_dims", Ints},
    {"schedule", Word},
    {"select", Computation},
    {"sharding", Verbatim},
    {"slice", Slices},
    {"slice_sizes", Ints},
    {"source_target_pairs", Groups},
    {"sparsity", Verbatim},
    {"sparsity_config", Verbatim},
    {"start_index_map", Ints},
    {"start_indices_batching_dims", Ints},
    {"statistics", Dictionary},
    {"to_apply", Computation},
    {"transpose_a", Word},
    {"true_computation", Computation},
    {"type", Word},
    {"unique_indices", Bool},
    {"unit_diagonal", Bool},
    {"update_window_dims", Ints},
    {"use_global_device_ids", Bool},
    {"window", Window},
};

constexpr AttributeInfo kModuleAttributes[] = {
    {"alias_passthrough_params", Bool},
    {"allow_spmd_sharding_propagation_to_output", Bools},
    {"allow_spmd_sharding_propagation_to_parameters", Bools},
    {"buffer_donor", Donors},
    {"debug_attributes", Dictionary},
    {"entry_computation_layout", Verbatim},
    {"frontend_attributes", Dictionary},
    {"input_output_alias", Aliases},
    {"is_scheduled", Bool},
    {"num_partitions", Int},
    {"replica_count", Int},
};

template <size_t N>
const AttributeInfo* find(const AttributeInfo (&table)[N], std::string_view name) {
  const AttributeInfo* found = std::ranges::lower_bound(table, name, {}, &AttributeInfo::name);
  return found != std::end(table) && found->name == name ? found : nullptr;
}

static_assert(std::ranges::is_sorted(kAttributes, {}, &AttributeInfo::name));
static_assert(std::ranges::is_sorted(kModuleAttributes, {}, &AttributeInfo::name));

} // namespace

const AttributeInfo* findAttributeInfo(std::string_view name) {
  const AttributeInfo* found = find(kAttributes, name);
  return found ? found : find(kModuleAttributes, name);
}

bool isModuleAttribute(std::string_view name) {
  return find(kModuleAttributes, name) != nullptr;
}

} // namespace lz::xla
