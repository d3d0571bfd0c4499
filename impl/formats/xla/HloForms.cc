#include "formats/xla/HloForms.h"

#include "formats/xla/AttributeNames.h"
#include "spec/OpAttrs.inc.h"

namespace lz::formats {
namespace {

xla::Window windowOf(const ConvolutionAttrs& attrs, const TensorType& kernel) {
  xla::Window window;
  const auto spatial = attrs.kernelSpatialDimensions();
  for (size_t d = 0; d < spatial.size(); ++d)
    window.dimensions.push_back({.size = kernel.dims[size_t(spatial[d])],
                                 .stride = attrs.windowStrides()[d],
                                 .paddingLow = attrs.padding()[2 * d],
                                 .paddingHigh = attrs.padding()[2 * d + 1],
                                 .windowDilation = attrs.rhsDilation()[d],
                                 .baseDilation = attrs.lhsDilation()[d],
                                 .windowReversal = attrs.windowReversal()[d] != 0});
  return window;
}

xla::Window windowOf(const ReduceWindowAttrs& attrs) {
  xla::Window window;
  for (size_t d = 0; d < attrs.windowDimensions().size(); ++d)
    window.dimensions.push_back({.size = attrs.windowDimensions()[d],
                                 .stride = attrs.windowStrides()[d],
                                 .paddingLow = attrs.padding()[2 * d],
                                 .paddingHigh = attrs.padding()[2 * d + 1],
                                 .windowDilation = attrs.windowDilations()[d],
                                 .baseDilation = attrs.baseDilations()[d]});
  return window;
}

xla::Window windowOf(const SelectAndScatterAttrs& attrs, const TensorType& operand) {
  xla::Window window;
  for (size_t d = 0; d < operand.dims.size(); ++d)
    window.dimensions.push_back({.size = attrs.windowDimensions()[d],
                                 .stride = attrs.windowStrides()[d],
                                 .paddingLow = attrs.padding()[2 * d],
                                 .paddingHigh = attrs.padding()[2 * d + 1]});
  return window;
}

// Returns a text such as "b01f": two letters and the numbers of the spatial dimensions, each at the
// position of its dimension.
std::string labels(char first, int64_t firstDim, char second, int64_t secondDim,
                   absl::Span<const int64_t> spatial) {
  std::string text(spatial.size() + 2, '?');
  text[size_t(firstDim)] = first;
  text[size_t(secondDim)] = second;
  for (size_t i = 0; i < spatial.size(); ++i)
    text[size_t(spatial[i])] = char('0' + i);
  return text;
}

Ints listOf(absl::Span<const int64_t> values) {
  return Ints(values.begin(), values.end());
}

xla::ConvolutionDimensionNumbers numbersOf(const ConvolutionAttrs& attrs) {
  return {
      attrs.inputBatchDimension(),
      attrs.inputFeatureDimension(),
      attrs.kernelInputFeatureDimension(),
      attrs.kernelOutputFeatureDimension(),
      attrs.outputBatchDimension(),
      attrs.outputFeatureDimension(),
      listOf(attrs.inputSpatialDimensions()),
      listOf(attrs.kernelSpatialDimensions()),
      listOf(attrs.outputSpatialDimensions()),
      absl::StrCat(labels('b', attrs.inputBatchDimension(), 'f', attrs.inputFeatureDimension(),
                          attrs.inputSpatialDimensions()),
                   "_",
                   labels('i', attrs.kernelInputFeatureDimension(), 'o',
                          attrs.kernelOutputFeatureDimension(), attrs.kernelSpatialDimensions()),
                   "->",
                   labels('b', attrs.outputBatchDimension(), 'f', attrs.outputFeatureDimension(),
                          attrs.outputSpatialDimensions()))};
}

xla::PaddingConfig paddingOf(const PadAttrs& attrs) {
  xla::PaddingConfig config;
  for (size_t d = 0; d < attrs.edgePaddingLow().size(); ++d)
    config.dimensions.push_back(
        {attrs.edgePaddingLow()[d], attrs.edgePaddingHigh()[d], attrs.interiorPadding()[d]});
  return config;
}

xla::SliceDimensions slicesOf(const SliceAttrs& attrs) {
  xla::SliceDimensions slices;
  for (size_t d = 0; d < attrs.startIndices().size(); ++d)
    slices.dimensions.push_back(
        {attrs.startIndices()[d], attrs.limitIndices()[d], attrs.strides()[d]});
  return slices;
}

// Adds the window, unless it has no dimensions. XLA omits such windows.
void addWindow(xla::Window window, xla::Attributes& to) {
  if (!window.dimensions.empty())
    to.push_back(hloAttribute("window", std::move(window)));
}

Status addCompound(const Program& program, const Op& op, xla::Attributes& to) {
  constexpr size_t kMostLabels = 10;
  switch (op.opcode) {
  case Opcode::Convolution: {
    const ConvolutionAttrs attrs(op.attrs);
    if (attrs.inputSpatialDimensions().size() > kMostLabels)
      return unimplemented("HLO names at most ", kMostLabels, " spatial dimensions, not ",
                           attrs.inputSpatialDimensions().size());
    addWindow(windowOf(attrs, program.type(op.operands[1])), to);
    to.push_back(hloAttribute("dim_labels", numbersOf(attrs)));
    break;
  }
  case Opcode::ReduceWindow:
    addWindow(windowOf(ReduceWindowAttrs(op.attrs)), to);
    break;
  case Opcode::SelectAndScatter:
    addWindow(windowOf(SelectAndScatterAttrs(op.attrs), program.type(op.operands[0])), to);
    break;
  case Opcode::Pad:
    to.push_back(hloAttribute("padding", paddingOf(PadAttrs(op.attrs))));
    break;
  case Opcode::Slice:
    to.push_back(hloAttribute("slice", slicesOf(SliceAttrs(op.attrs))));
    break;
  default:
    break;
  }
  return okStatus();
}

// Returns the dimension as a list. In programs, -1 means the last dimension.
Ints dimensionsOf(const Program& program, const Op& op, int64_t dimension) {
  return {dimension < 0 ? dimension + program.type(op.operands[0]).rank() : dimension};
}

// Returns whether HLO omits the attribute: an optional flag that is unset, a group count of 1, or
// an empty list of batching dimensions.
bool isLeftOut(const AttrInfo& info, const AttrValue& value) {
  auto* number = std::get_if<int64_t>(&value);
  if (number && info.kind == AttrKind::Bool)
    return info.optional && *number == 0;
  if (number && info.name.ends_with("_group_count"))
    return *number == 1;
  auto* list = std::get_if<Ints>(&value);
  return !isSet(value) ||
         (list && list->empty() && info.name.find("batching_dim") != info.name.npos);
}

std::optional<xla::AttributeValue> hloValue(const Program& program, const Op& op,
                                            const xla::AttributeInfo& to, const AttrValue& value) {
  if (auto* list = std::get_if<Ints>(&value))
    return *list;
  if (auto* text = std::get_if<std::string>(&value))
    return *text;
  const int64_t number = std::get<int64_t>(value);
  switch (to.kind) {
  case xla::AttributeKind::Bool:
    return number != 0;
  case xla::AttributeKind::Ints:
    return dimensionsOf(program, op, number);
  case xla::AttributeKind::Word: {
    const std::string_view word = enumeratorWord(to.name, number);
    return word.empty() ? std::nullopt
                        : std::optional<xla::AttributeValue>(xla::Word{std::string(word)});
  }
  default:
    return number;
  }
}

} // namespace

xla::Attribute hloAttribute(std::string_view name, xla::AttributeValue value) {
  return {xla::findAttributeInfo(name), std::move(value), {}};
}

StatusOr<xla::Attributes> hloForms(const xla::OpcodeInfo& opcode, const Program& program,
                                   const Op& op) {
  xla::Attributes result;
  LZ_RETURN_IF_ERROR(addCompound(program, op, result));
  const OpInfo& info = opInfo(op.opcode);
  for (size_t i = 0; i < info.attrs.size() && i < op.attrs.size(); ++i) {
    std::string_view name = hloName(info.attrs[i].name);
    if (name == "slice_sizes" && opcode.takes("dynamic_slice_sizes"))
      name = "dynamic_slice_sizes";
    const bool isPart = name == "padding" || !opcode.takes(name);
    if (isPart || isLeftOut(info.attrs[i], op.attrs[i]))
      continue;
    std::optional<xla::AttributeValue> value =
        hloValue(program, op, *xla::findAttributeInfo(name), op.attrs[i]);
    if (value)
      result.push_back(hloAttribute(name, *std::move(value)));
  }
  return result;
}

} // namespace lz::formats
