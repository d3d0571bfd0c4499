#include "hlo/format/xla/PlainForms.h"

#include <algorithm>

namespace lz::hlo {
namespace {

using xla::Attributes;
using xla::findAttribute;

// Attributes of ops that have another name in HLO; the others have the same one.
struct Name {
  std::string_view op, hlo;
};
constexpr Name kNames[] = {
    {"broadcast_dimensions", "dimensions"},
    {"compare_type", "type"},
    {"comparison_direction", "direction"},
    {"dimension", "dimensions"},
    {"lhs_batching_dimensions", "lhs_batch_dims"},
    {"lhs_contracting_dimensions", "lhs_contracting_dims"},
    {"permutation", "dimensions"},
    {"rhs_batching_dimensions", "rhs_batch_dims"},
    {"rhs_contracting_dimensions", "rhs_contracting_dims"},
    {"rng_algorithm", "algorithm"},
};

// Enumerators of HLO text. NO_TRANSPOSE and the like are the numbers of StableHLO's enumerations.
struct Enumerator {
  std::string_view word;
  int64_t value;
};
constexpr Enumerator kDirections[] = {{"EQ", 0}, {"NE", 1}, {"GE", 2},
                                      {"GT", 3}, {"LE", 4}, {"LT", 5}};
constexpr Enumerator kTypes[] = {{"FLOAT", 1}, {"TOTALORDER", 2}, {"SIGNED", 3}, {"UNSIGNED", 4}};
constexpr Enumerator kTransforms[] = {{"FFT", 0}, {"IFFT", 1}, {"RFFT", 2}, {"IRFFT", 3}};
constexpr Enumerator kTranspositions[] = {{"NO_TRANSPOSE", 0}, {"TRANSPOSE", 1}, {"ADJOINT", 2}};
constexpr Enumerator kAlgorithms[] = {{"rng_default", 0}, {"rng_three_fry", 1}, {"rng_philox", 2}};

struct Enumeration {
  std::string_view hlo;
  absl::Span<const Enumerator> words;
};
constexpr Enumeration kEnumerations[] = {{"direction", kDirections},
                                         {"type", kTypes},
                                         {"fft_type", kTransforms},
                                         {"transpose_a", kTranspositions},
                                         {"algorithm", kAlgorithms}};

// A list of a number of each dimension of a window, a padding or a slice.
template <typename Dimension, typename Number>
Ints each(const std::vector<Dimension>& dims, Number&& number) {
  Ints values;
  for (const Dimension& dim : dims)
    values.push_back(number(dim));
  return values;
}

AttrValue fromWindow(std::string_view name, const xla::Window& window) {
  using D = xla::WindowDimension;
  const auto& dims = window.dimensions;
  if (name == "window_dimensions")
    return each(dims, [](const D& d) { return d.size; });
  if (name == "window_strides")
    return each(dims, [](const D& d) { return d.stride; });
  if (name == "base_dilations" || name == "lhs_dilation")
    return each(dims, [](const D& d) { return d.baseDilation; });
  if (name == "window_dilations" || name == "rhs_dilation")
    return each(dims, [](const D& d) { return d.windowDilation; });
  if (name == "window_reversal")
    return each(dims, [](const D& d) { return int64_t(d.windowReversal); });
  if (name != "padding")
    return {};
  Ints padding;
  for (const D& d : dims)
    padding.insert(padding.end(), {d.paddingLow, d.paddingHigh});
  return padding;
}

AttrValue fromPadding(std::string_view name, const xla::PaddingConfig& padding) {
  using D = xla::PaddingDimension;
  if (name == "edge_padding_low")
    return each(padding.dimensions, [](const D& d) { return d.edgePaddingLow; });
  if (name == "edge_padding_high")
    return each(padding.dimensions, [](const D& d) { return d.edgePaddingHigh; });
  return each(padding.dimensions, [](const D& d) { return d.interiorPadding; });
}

AttrValue fromSlices(std::string_view name, const xla::SliceDimensions& slices) {
  using D = xla::SliceDimension;
  if (name == "start_indices")
    return each(slices.dimensions, [](const D& d) { return d.start; });
  if (name == "limit_indices")
    return each(slices.dimensions, [](const D& d) { return d.limit; });
  return each(slices.dimensions, [](const D& d) { return d.stride; });
}

AttrValue fromLabels(std::string_view name, const xla::ConvolutionDimensionNumbers& n) {
  const std::pair<std::string_view, AttrValue> values[] = {
      {"input_batch_dimension", n.inputBatch},
      {"input_feature_dimension", n.inputFeature},
      {"input_spatial_dimensions", n.inputSpatial},
      {"kernel_input_feature_dimension", n.kernelInputFeature},
      {"kernel_output_feature_dimension", n.kernelOutputFeature},
      {"kernel_spatial_dimensions", n.kernelSpatial},
      {"output_batch_dimension", n.outputBatch},
      {"output_feature_dimension", n.outputFeature},
      {"output_spatial_dimensions", n.outputSpatial}};
  for (const auto& [known, value] : values)
    if (known == name)
      return value;
  return {};
}

// The part of a compound attribute that is the op's attribute `name`; unset if none is.
AttrValue compoundPart(const Attributes& attributes, std::string_view name) {
  if (auto* padding = findAttribute<xla::PaddingConfig>(attributes, "padding"))
    return fromPadding(name, *padding);
  if (auto* slices = findAttribute<xla::SliceDimensions>(attributes, "slice"))
    return fromSlices(name, *slices);
  AttrValue value;
  if (auto* window = findAttribute<xla::Window>(attributes, "window"))
    value = fromWindow(name, *window);
  if (auto* labels = findAttribute<xla::ConvolutionDimensionNumbers>(attributes, "dim_labels"))
    value = isSet(value) ? value : fromLabels(name, *labels);
  return value;
}

std::string_view hloName(std::string_view opName) {
  for (const Name& name : kNames)
    if (name.op == opName)
      return name.hlo;
  return opName;
}

StatusOr<AttrValue> enumerator(std::string_view hlo, const std::string& word) {
  for (const Enumeration& enumeration : kEnumerations)
    if (enumeration.hlo == hlo)
      for (const Enumerator& known : enumeration.words)
        if (known.word == word)
          return AttrValue(known.value);
  return invalidArgument("'", word, "' is no value of ", hlo);
}

// What an attribute is that the text leaves out and the op must have.
AttrValue otherwise(const AttrInfo& info) {
  if (info.optional)
    return {};
  if (info.kind == AttrKind::Ints)
    return Ints();
  const bool isCount = info.name.ends_with("_group_count");
  return int64_t(isCount ? 1 : 0);
}

StatusOr<AttrValue> plainForm(const xla::Instruction& instruction, const AttrInfo& info) {
  AttrValue part = compoundPart(instruction.attributes, info.name);
  if (isSet(part))
    return part;
  std::string_view name = hloName(info.name);
  if (name == "slice_sizes" && instruction.opcode->takes("dynamic_slice_sizes"))
    name = "dynamic_slice_sizes";
  auto isIt = [&](const xla::Attribute& a) { return a.info->name == name; };
  auto found = std::ranges::find_if(instruction.attributes, isIt);
  if (found == instruction.attributes.end())
    return otherwise(info);
  if (auto* word = std::get_if<xla::Word>(&found->value))
    return enumerator(name, word->text);
  if (auto* number = std::get_if<int64_t>(&found->value))
    return *number;
  if (auto* flag = std::get_if<bool>(&found->value))
    return int64_t(*flag);
  auto* list = std::get_if<Ints>(&found->value);
  if (list && info.kind == AttrKind::Ints)
    return *list;
  if (list && list->size() == 1)
    return list->front();
  return invalidArgument(name, " has another form than the op takes: one dimension");
}

} // namespace

StatusOr<Attrs> plainForms(const xla::Instruction& instruction, const OpInfo& info) {
  Attrs attrs;
  for (const AttrInfo& attr : info.attrs) {
    LZ_ASSIGN_OR_RETURN(AttrValue value, plainForm(instruction, attr));
    attrs.push_back(std::move(value));
  }
  return attrs;
}

} // namespace lz::hlo
