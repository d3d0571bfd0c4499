// An HLO module, with all that its text contains. The names follow HloModuleProto and its parts.
//
// Computations and instructions refer to each other by position. A computation comes before its
// callers, and an instruction before its users. operator== ignores the locations in the text.
#pragma once

#include "formats/xla/module/Shape.h"

#include <variant>

namespace lz::xla {

struct AttributeInfo; // Attributes.h
struct OpcodeInfo;    // Opcodes.h

struct Place {
  uint32_t line = 0, column = 0;
  bool operator==(const Place&) const { return true; }
};

// The value of a constant. An array has its elements in `data`, in row-major order. If the text
// elides the elements ("{...}"), `data` is empty. If the text states one number for all elements
// ("1"), the array is a splat, and `data` has this number. A tuple has `tupleLiterals` instead.
struct HloLiteral {
  Shape shape{};
  lz::Literal data{};
  bool isElided = false;
  bool isSplat = false;
  std::vector<HloLiteral> tupleLiterals{};

  bool operator==(const HloLiteral& other) const;
};

struct WindowDimension {
  int64_t size = 1, stride = 1, paddingLow = 0, paddingHigh = 0;
  int64_t windowDilation = 1, baseDilation = 1; // rhs_dilate, lhs_dilate
  bool windowReversal = false;
  bool operator==(const WindowDimension&) const = default;
};
struct Window {
  std::vector<WindowDimension> dimensions{};
  bool operator==(const Window&) const = default;
};

struct PaddingDimension {
  int64_t edgePaddingLow = 0, edgePaddingHigh = 0, interiorPadding = 0;
  bool operator==(const PaddingDimension&) const = default;
};
struct PaddingConfig {
  std::vector<PaddingDimension> dimensions{};
  bool operator==(const PaddingConfig&) const = default;
};

struct SliceDimension {
  int64_t start = 0, limit = 0, stride = 1;
  bool operator==(const SliceDimension&) const = default;
};
struct SliceDimensions {
  std::vector<SliceDimension> dimensions{};
  bool operator==(const SliceDimensions&) const = default;
};

struct ConvolutionDimensionNumbers {
  int64_t inputBatch = 0, inputFeature = 0;
  int64_t kernelInputFeature = 0, kernelOutputFeature = 0;
  int64_t outputBatch = 0, outputFeature = 0;
  Ints inputSpatial{}, kernelSpatial{}, outputSpatial{};
  std::string text{}; // as written: "b01f_01io->b01f"
  bool operator==(const ConvolutionDimensionNumbers&) const = default;
};

// Groups of replicas. A module writes them in one of three forms.
//
// The first form is lists such as {{0,1},{2,3}}, stored in `groups`.
//
// The second form is an order of numbers such as [2,4]<=[4,2]T(1,0). `dims` is [2,4], the part
// before the arrow.
//
// The third form is a mesh, stored as text.
struct ReplicaGroups {
  std::vector<Ints> groups{};
  Ints dims{}, iotaReshapeDims{}, iotaTransposePerm{};
  std::string mesh{};
  bool operator==(const ReplicaGroups&) const = default;
};

// A field such as name="text", name=12 or name={...}. `text` is the text between the quotes. If
// there are no quotes, `text` is the value as written.
struct Field {
  std::string name, text;
  bool isQuoted = false;
  bool operator==(const Field&) const = default;
};
struct Fields {
  std::vector<Field> fields{};
  bool operator==(const Fields&) const = default;
};

// An entry such as {0}: (1, {}, may-alias). It pairs a result of the module with a parameter. If
// the entry is a donor, it has no output index.
struct BufferAlias {
  Ints outputShapeIndex{};
  int64_t parameterNumber = 0;
  Ints parameterShapeIndex{};
  bool mustAlias = false;
  bool operator==(const BufferAlias&) const = default;
};
struct BufferAliases {
  std::vector<BufferAlias> entries{};
  bool operator==(const BufferAliases&) const = default;
};

struct Word { // the name of an enumerator
  std::string text{};
  bool operator==(const Word&) const = default;
};
struct Words {
  std::vector<std::string> words{};
  bool operator==(const Words&) const = default;
};
// The text of a value in braces that has no effect on a program for one device.
struct Verbatim {
  std::string text{};
  bool operator==(const Verbatim&) const = default;
};
struct Computations { // positions in the module
  std::vector<int32_t> ids{};
  bool operator==(const Computations&) const = default;
};
struct Instructions { // positions in the computation
  std::vector<int32_t> ids{};
  bool operator==(const Instructions&) const = default;
};

using AttributeValue =
    std::variant<int64_t, bool, double, Ints, std::vector<bool>, std::string, Word, Words, Verbatim,
                 Window, PaddingConfig, SliceDimensions, ConvolutionDimensionNumbers, ReplicaGroups,
                 Computations, Instructions, std::vector<Shape>, HloLiteral, Fields, BufferAliases>;

struct Attribute {
  const AttributeInfo* info = nullptr; // points into a static table
  AttributeValue value{};
  Place place{};
  bool operator==(const Attribute&) const = default;
};
using Attributes = std::vector<Attribute>;

// Returns the value of the attribute, or nullptr if there is no such attribute. T must be the type
// that AttributeKind lists for the attribute.
template <typename T> const T* findAttribute(const Attributes& attributes, std::string_view name);

struct Instruction {
  std::string name{};
  const OpcodeInfo* opcode = nullptr; // points into a static table
  Shape shape{};
  std::vector<int32_t> operandIds{};
  int64_t parameterNumber = 0; // only a parameter has it
  HloLiteral literal{};        // only a constant has it
  Attributes attributes{};
  Place place{};
  bool operator==(const Instruction&) const = default;
};

struct Computation {
  std::string name{};
  std::vector<Instruction> instructions{};
  int32_t rootId = 0;
  std::string executionThread{};
  Place place{};

  const Instruction& root() const { return instructions[size_t(rootId)]; }
  bool operator==(const Computation&) const = default;
};

// Tables at the beginning of a module, to which metadata refers. Rows are numbered from 1.
struct StackFrameIndex {
  std::vector<std::string> fileNames{}, functionNames{};
  std::vector<Fields> fileLocations{}, stackFrames{};
  bool operator==(const StackFrameIndex&) const = default;
};

struct Module {
  std::string name{};
  Attributes attributes{};
  StackFrameIndex stackFrameIndex{};
  std::vector<Computation> computations{};
  int32_t entryComputationId = 0;

  const Computation& entry() const { return computations[size_t(entryComputationId)]; }
  bool operator==(const Module&) const = default;
};

} // namespace lz::xla
