// Lists the attributes of HLO text by name.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// The syntax of an attribute's value. Each line gives an example, and the type in AttributeValue.
enum class AttributeKind : uint8_t {
  Int,          // channel_id=1                      int64_t
  Bool,         // is_stable=true                    bool
  Real,         // epsilon=0.001                     double
  Ints,         // dimensions={0,1}                  Ints
  Bools,        // parameter_replication={true}      std::vector<bool>
  String,       // custom_call_target="f"            std::string
  Word,         // direction=LT                      Word
  Words,        // operand_precision={high,default}  Words
  Config,       // backend_config="..." or {...}     std::string or Verbatim
  Verbatim,     // sharding={replicated}             Verbatim
  Window,       // window={size=3x3 pad=1_1x1_1}     Window
  Padding,      // padding=0_1x2_3_1                 PaddingConfig
  Slices,       // slice={[0:8:2], [1:4]}            SliceDimensions
  DimLabels,    // dim_labels=b01f_01io->b01f        ConvolutionDimensionNumbers
  Groups,       // replica_groups={{0,1},{2,3}}      ReplicaGroups
  Computation,  // to_apply=add                      Computations, of one
  Computations, // branch_computations={a, b}        Computations
  Instructions, // control-predecessors={a, b}       Instructions
  Shape,        // outfeed_shape=f32[2]              std::vector<Shape>, of one
  Shapes,       // operand_layout_constraints={...}  std::vector<Shape>
  Literal,      // literal=s32[2] {1, 2}             HloLiteral
  Fields,       // metadata={op_name="f" line=1}     Fields, between spaces
  Dictionary,   // frontend_attributes={a="b",c="d"} Fields, between commas
  Aliases,      // input_output_alias={...}          BufferAliases
  Donors,       // buffer_donor={...}                BufferAliases
};

struct AttributeInfo {
  std::string_view name;
  AttributeKind kind;
};

// Returns the attribute with this name, or nullptr. It can be an attribute of instructions or of
// modules.
const AttributeInfo* findAttributeInfo(std::string_view name);
// Returns whether the attribute belongs to modules, which have it in the first line of their text.
bool isModuleAttribute(std::string_view name);

template <typename T> const T* findAttribute(const Attributes& attributes, std::string_view name) {
  for (const Attribute& attribute : attributes)
    if (attribute.info->name == name)
      return std::get_if<T>(&attribute.value);
  return nullptr;
}

} // namespace lz::xla
