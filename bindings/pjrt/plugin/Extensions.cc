#include "Extensions.h"

#include "Buffers.h"
#include "Entry.h"
#include "Programs.h"

struct PJRT_Layouts_MemoryLayout {
  std::string text;
};

namespace lz::pjrt {

namespace {

// Every array at the interface is row-major. XLA writes that of three dimensions as {2,1,0}.
std::unique_ptr<PJRT_Layouts_MemoryLayout> rowMajorLayout(size_t rank) {
  std::string text = "{";
  for (size_t d = rank; d-- > 0;)
    text += std::to_string(d) + (d > 0 ? "," : "");
  return std::make_unique<PJRT_Layouts_MemoryLayout>(text + "}");
}

PJRT_Error* Layouts_MemoryLayout_Destroy(PJRT_Layouts_MemoryLayout_Destroy_Args& args) {
  delete args.layout;
  return nullptr;
}

PJRT_Error* Layouts_MemoryLayout_Serialize(PJRT_Layouts_MemoryLayout_Serialize_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.layout, "layout"));
  giveText(args.layout->text, &args.serialized_bytes, &args.serialized_bytes_size);
  args.serialized_layout = nullptr; // the bytes belong to the layout
  args.serialized_layout_deleter = [](PJRT_Layouts_SerializedLayout*) {};
  return nullptr;
}

PJRT_Error*
Layouts_PJRT_Client_GetDefaultLayout(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args& args) {
  args.layout = rowMajorLayout(args.num_dims).release();
  return nullptr;
}

PJRT_Error*
Layouts_PJRT_Topology_GetDefaultLayout(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args& args) {
  args.layout = rowMajorLayout(args.num_dims).release();
  return nullptr;
}

PJRT_Error* Layouts_PJRT_Buffer_MemoryLayout(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.layout = rowMajorLayout(args.buffer->dims.size()).release();
  return nullptr;
}

// Makes a layout of each type. The list and its layouts live as long as the executable.
PJRT_Error* giveLayouts(PJRT_Executable* executable, bool ofOutputs, size_t* count,
                        PJRT_Layouts_MemoryLayout*** out) {
  LZ_PJRT_TRY(checkGiven(executable, "executable"));
  const Program& program = *executable->program;
  const std::vector<ValueType>& types = ofOutputs ? program.outputs : program.inputs;
  std::lock_guard lock(executable->layoutMutex);
  auto& list = ofOutputs ? executable->outputLayouts : executable->inputLayouts;
  if (list.size() != types.size()) {
    std::vector<std::shared_ptr<PJRT_Layouts_MemoryLayout>> owned;
    for (const ValueType& type : types)
      owned.push_back(rowMajorLayout(type.dims.size()));
    for (const auto& layout : owned)
      list.push_back(layout.get());
    executable->layouts.insert(executable->layouts.end(), owned.begin(), owned.end());
  }
  *count = list.size();
  *out = list.data();
  return nullptr;
}

PJRT_Error*
Layouts_PJRT_Executable_GetOutputLayouts(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args& args) {
  return giveLayouts(args.executable, true, &args.num_outputs, &args.layouts);
}

PJRT_Error* Layouts_PJRT_Executable_GetParameterLayouts(
    PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args& args) {
  return giveLayouts(args.executable, false, &args.num_parameters, &args.layouts);
}

// A program of one device has no shardings. A list that is NULL says this to the caller.
PJRT_Error* Shardings_PJRT_Executable_ParameterShardings(
    PJRT_Shardings_PJRT_Executable_ParameterShardings_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.num_parameters = args.executable->program->inputs.size();
  args.shardings = nullptr;
  args.sharding_sizes = nullptr;
  return nullptr;
}

PJRT_Error* Shardings_PJRT_Executable_OutputShardings(
    PJRT_Shardings_PJRT_Executable_OutputShardings_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.num_outputs = args.executable->program->outputs.size();
  args.shardings = nullptr;
  args.sharding_sizes = nullptr;
  return nullptr;
}

} // namespace

PJRT_Extension_Base* extensions() {
  static PJRT_Shardings_Extension shardings = {
      {PJRT_Shardings_Extension_STRUCT_SIZE, PJRT_Extension_Type_Shardings, nullptr},
      LZ_PJRT_ENTRY(Shardings_PJRT_Executable_ParameterShardings),
      LZ_PJRT_ENTRY(Shardings_PJRT_Executable_OutputShardings)};
  static PJRT_Layouts_Extension layouts = {
      {PJRT_Layouts_Extension_STRUCT_SIZE, PJRT_Extension_Type_Layouts, &shardings.base},
      LZ_PJRT_ENTRY(Layouts_MemoryLayout_Destroy),
      LZ_PJRT_ENTRY(Layouts_MemoryLayout_Serialize),
      LZ_PJRT_ENTRY(Layouts_PJRT_Client_GetDefaultLayout),
      LZ_PJRT_ENTRY(Layouts_PJRT_Buffer_MemoryLayout),
      LZ_PJRT_ENTRY(Layouts_PJRT_Topology_GetDefaultLayout),
      LZ_PJRT_ENTRY(Layouts_PJRT_Executable_GetOutputLayouts),
      LZ_PJRT_ENTRY(Layouts_PJRT_Executable_GetParameterLayouts)};
  return &layouts.base;
}

} // namespace lz::pjrt
