#include "formats/xla/module/Opcodes.h"

#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/HashMap.h"

#include <algorithm>
#include <array>

namespace lz::xla {
namespace {

using enum ShapeRule;

// An opcode that is not an elementwise op. The opcode of an elementwise op is the name of its op
// entry, with "-" in place of "_".
struct Row {
  std::string_view name;
  std::string_view op; // an op of stablehlo unless it states a dialect; "" if none
  int numOperands;
  std::string_view attributes; // names; "!" marks required ones
  ShapeRule shapeRule = Written;
};

constexpr Row kRows[] = {
    {"add-dependency", "", 2, "", FirstOperand},
    {"after-all", "after_all", -1, "", Token},
    {"all-gather", "all_gather", -1,
     "dimensions replica_groups channel_id use_global_device_ids constrain_layout"},
    {"all-gather-done", "", 1, ""},
    {"all-gather-start", "", -1,
     "dimensions replica_groups channel_id use_global_device_ids constrain_layout"},
    {"all-reduce", "all_reduce", -1,
     "to_apply! replica_groups channel_id use_global_device_ids constrain_layout mode"},
    {"all-reduce-done", "", 1, ""},
    {"all-reduce-start", "", -1,
     "to_apply! replica_groups channel_id use_global_device_ids constrain_layout mode"},
    {"all-to-all", "all_to_all", -1, "replica_groups channel_id dimensions constrain_layout"},
    {"async-done", "", 1, "calls async_execution_thread"},
    {"async-start", "", -1, "calls async_execution_thread output_to_operand_aliasing"},
    {"async-update", "", -1, "calls async_execution_thread"},
    {"batch-norm-grad", "batch_norm_grad", 5, "epsilon! feature_index!"},
    {"batch-norm-inference", "batch_norm_inference", 5, "epsilon! feature_index!", FirstOperand},
    {"batch-norm-training", "batch_norm_training", 3, "epsilon! feature_index!"},
    {"bitcast", "", 1, "result_layout"},
    {"broadcast", "broadcast_in_dim", 1, "dimensions"},
    {"call", "func.call", -1, "to_apply! is_composite output_to_operand_aliasing", Callee},
    {"cholesky", "cholesky", 1, "lower", FirstOperand},
    {"collective-broadcast", "collective_broadcast", -1,
     "replica_groups channel_id has_dynamic_root"},
    {"collective-permute", "collective_permute", -1,
     "source_target_pairs! channel_id slice_sizes use_global_device_ids"},
    {"collective-permute-done", "", 1, ""},
    {"collective-permute-start", "", -1,
     "source_target_pairs! channel_id slice_sizes use_global_device_ids"},
    {"collective-reduce", "collective_reduce", -1,
     "to_apply! replica_groups channel_id has_dynamic_root use_global_device_ids"},
    {"concatenate", "concatenate", -1, "dimensions!"},
    {"conditional", "", -1, "true_computation false_computation branch_computations", Callee},
    {"constant", "constant", 0, ""},
    {"convolution", "convolution", -1,
     "window dim_labels! feature_group_count batch_group_count convolution_kind operand_precision "
     "algorithm sparsity_config"},
    {"copy", "", 1, "is_cross_program_prefetch cross_program_prefetch_index", FirstOperand},
    {"copy-done", "", 1, ""},
    {"copy-start", "", 1, "is_cross_program_prefetch cross_program_prefetch_index"},
    {"custom-call", "custom_call", -1,
     "custom_call_target! api_version operand_layout_constraints custom_call_has_side_effect "
     "called_computations to_apply output_to_operand_aliasing schedule padding_type literal window "
     "dim_labels feature_group_count batch_group_count operand_precision"},
    {"domain", "", 1, "domain!", FirstOperand},
    {"dot", "dot_general", 2,
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims operand_precision "
     "algorithm sparsity"},
    {"dynamic-reshape", "dynamic_reshape", -1, ""},
    {"dynamic-slice", "dynamic_slice", -1, "dynamic_slice_sizes!"},
    {"dynamic-update-slice", "dynamic_update_slice", -1, "", FirstOperand},
    {"fft", "fft", 1, "fft_type! fft_length!"},
    {"fusion", "func.call", -1, "kind calls! output_to_operand_aliasing", Callee},
    {"gather", "gather", 2,
     "offset_dims collapsed_slice_dims start_index_map index_vector_dim! slice_sizes! "
     "indices_are_sorted operand_batching_dims start_indices_batching_dims"},
    {"get-dimension-size", "get_dimension_size", 1, "dimensions!"},
    {"get-tuple-element", "", 1, "index!", Element},
    {"infeed", "infeed", 1, "infeed_config"},
    {"iota", "iota", 0, "iota_dimension"},
    {"map", "map", -1, "to_apply! dimensions"},
    {"opt-barrier", "optimization_barrier", 1, "", FirstOperand},
    {"outfeed", "outfeed", 2, "outfeed_config outfeed_shape"},
    {"pad", "pad", 2, "padding!"},
    {"parameter", "", 0, ""},
    {"partition-id", "partition_id", 0, "", Id},
    {"ragged-all-to-all", "", 6, "replica_groups channel_id"},
    {"ragged-dot", "chlo.ragged_dot", 3,
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims lhs_ragged_dims "
     "rhs_group_dims operand_precision algorithm"},
    {"recv", "recv", 1, "channel_id is_host_transfer source_target_pairs"},
    {"recv-done", "", 1, "channel_id is_host_transfer source_target_pairs"},
    {"reduce", "reduce", -1, "to_apply! dimensions"},
    {"reduce-scatter", "reduce_scatter", -1,
     "to_apply! dimensions replica_groups channel_id use_global_device_ids constrain_layout mode"},
    {"reduce-window", "reduce_window", -1, "window to_apply!"},
    {"replica-id", "replica_id", 0, "", Id},
    {"reshape", "reshape", 1, "inferred_dimension"},
    {"reverse", "reverse", 1, "dimensions!", FirstOperand},
    {"rng", "rng", -1, "distribution!"},
    {"rng-bit-generator", "rng_bit_generator", 1, "algorithm!"},
    {"rng-get-and-update-state", "", 0, "delta"},
    {"scaled-dot", "", 4,
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims operand_precision "
     "algorithm"},
    {"scan", "chlo.scan", -1, "to_apply! dimensions! num_carries! is_reverse is_associative"},
    {"scatter", "scatter", -1,
     "update_window_dims inserted_window_dims scatter_dims_to_operand_dims index_vector_dim! "
     "to_apply! indices_are_sorted unique_indices input_batching_dims "
     "scatter_indices_batching_dims"},
    {"select-and-scatter", "select_and_scatter", 3, "select! scatter! window", FirstOperand},
    {"send", "send", 2, "channel_id is_host_transfer source_target_pairs"},
    {"send-done", "", 1, "channel_id is_host_transfer source_target_pairs", Token},
    {"set-dimension-size", "set_dimension_size", 2, "dimensions!"},
    {"slice", "slice", 1, "slice!"},
    {"sort", "sort", -1, "dimensions is_stable to_apply!"},
    {"stochastic-convert", "", 2, ""},
    {"topk", "chlo.top_k", 1, "k! largest is_stable"},
    {"transpose", "transpose", 1, "dimensions!"},
    {"triangular-solve", "triangular_solve", 2, "left_side lower unit_diagonal transpose_a"},
    {"tuple", "", -1, "", Tuple},
    {"while", "while", 1, "condition! body!", FirstOperand},
};

// Elementwise ops for which XLA has no opcode. Lazuli reads texts that contain them.
constexpr Opcode kOnlyHere[] = {Opcode::Square,    Opcode::Erfc,      Opcode::ErfInv,
                                Opcode::Lgamma,    Opcode::Digamma,   Opcode::Zeta,
                                Opcode::Polygamma, Opcode::BesselI1e, Opcode::NextAfter,
                                Opcode::IsInf,     Opcode::IsPosInf,  Opcode::IsNegInf};

std::string fullNameOf(std::string_view op) {
  if (op.empty() || op.find('.') != op.npos)
    return std::string(op);
  return absl::StrCat("stablehlo.", detail::piece(op));
}

OpcodeInfo infoOf(const Row& row) {
  OpcodeInfo info{
      std::string(row.name), fullNameOf(row.op), row.numOperands, row.shapeRule, {}, {}, nullptr};
  for (absl::string_view word :
       absl::StrSplit(detail::piece(row.attributes), ' ', absl::SkipEmpty())) {
    bool isRequired = word.back() == '!';
    if (isRequired)
      word.remove_suffix(1);
    info.attributes.emplace_back(word.data(), word.size());
    if (isRequired)
      info.required.push_back(info.attributes.back());
  }
  info.op = info.fullName.empty() ? nullptr : findOp(info.fullName);
  return info;
}

ShapeRule ruleOf(const OpInfo& op) {
  if (op.givesPredicate)
    return Predicate;
  bool follows = op.resultSpec == ResultSpec::Inferred && !op.givesPart && op.numOperands != 3;
  return follows ? FirstOperand : Written;
}

OpcodeInfo infoOf(const OpInfo& op) {
  std::string name = absl::StrReplaceAll(detail::piece(op.name), {{"_", "-"}});
  OpcodeInfo info{
      std::move(name), std::string(op.fullName), op.numOperands, ruleOf(op), {}, {}, &op};
  info.attributes = {"result_accuracy"};
  if (op.opcode == Opcode::Compare) {
    info.attributes = {"direction", "type"};
    info.required = {"direction"};
  }
  if (op.opcode == Opcode::ReducePrecision)
    info.attributes = info.required = {"exponent_bits", "mantissa_bits"};
  if (op.opcode == Opcode::Select || op.opcode == Opcode::Clamp)
    info.shapeRule = SecondOperand;
  return info;
}

using Table = HashMap<std::string_view, const OpcodeInfo*>;

Table makeTable() {
  static std::vector<OpcodeInfo> infos;
  for (size_t i = 0; i < kNumOpcodes; ++i)
    if (const OpInfo& op = opInfo(Opcode(i)); op.kind == OpKind::Elementwise)
      infos.push_back(infoOf(op));
  for (const Row& row : kRows)
    infos.push_back(infoOf(row));
  Table table;
  for (const OpcodeInfo& info : infos)
    table.try_emplace(info.name, &info); // keeps stablehlo's op if two dialects have the name
  return table;
}

std::string_view hloNameOf(const OpInfo& op) {
  if (std::ranges::find(kOnlyHere, op.opcode) != std::end(kOnlyHere))
    return "";
  if (op.opcode == Opcode::If || op.opcode == Opcode::Case)
    return "conditional";
  for (const Row& row : kRows)
    if (fullNameOf(row.op) == op.fullName)
      return row.name;
  return op.name;
}

std::array<const OpcodeInfo*, kNumOpcodes> makeHloOpcodes() {
  std::array<const OpcodeInfo*, kNumOpcodes> opcodes{};
  for (size_t i = 0; i < kNumOpcodes; ++i)
    opcodes[i] =
        findOpcode(absl::StrReplaceAll(detail::piece(hloNameOf(opInfo(Opcode(i)))), {{"_", "-"}}));
  return opcodes;
}

} // namespace

const OpcodeInfo* hloOpcode(Opcode op) {
  static const std::array<const OpcodeInfo*, kNumOpcodes> opcodes = makeHloOpcodes();
  return opcodes[size_t(op)];
}

bool OpcodeInfo::takes(std::string_view attribute) const {
  static constexpr std::string_view kCommon[] = {"sharding",
                                                 "metadata",
                                                 "frontend_attributes",
                                                 "backend_config",
                                                 "control-predecessors",
                                                 "statistics",
                                                 "parameter_replication",
                                                 "origin"};
  return std::ranges::find(attributes, attribute) != attributes.end() ||
         std::ranges::find(kCommon, attribute) != std::end(kCommon);
}

const OpcodeInfo* findOpcode(std::string_view name) {
  static const Table table = makeTable();
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

} // namespace lz::xla
