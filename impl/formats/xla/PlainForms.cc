#include "formats/xla/PlainForms.h"

#include "formats/xla/AttributeNames.h"

#include <algorithm>

namespace lz::formats {
namespace {

using xla::Attributes;
using xla::findAttribute;

// Returns a list with one number for each dimension of a window, a padding or a slice.
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

// Returns the op's attribute `name` as a part of a compound attribute such as a window, or returns
// an unset value.
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

StatusOr<AttrValue> enumerator(std::string_view hlo, const std::string& word) {
  if (std::optional<int64_t> value = enumeratorValue(hlo, word))
    return AttrValue(*value);
  return invalidArgument("'", word, "' is not a value of ", hlo);
}

// Returns the default of an attribute that the op requires but the text may omit.
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
  return invalidArgument(name, " must name one dimension");
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

} // namespace lz::formats
