#include "formats/xla/Exporter.h"

#include "formats/xla/HloForms.h"
#include "spec/Clone.h"

#include <algorithm>

namespace lz::formats {
namespace {

bool isBranching(const Op& op) {
  return op.opcode == Opcode::If || op.opcode == Opcode::Case;
}

// Returns whether each computation of the op has a single parameter, into which several values are
// packed as a tuple.
bool takesPacked(const Op& op) {
  return op.opcode == Opcode::While || isBranching(op);
}

void appendNew(absl::Span<const ValueId> values, ValueIds& to) {
  for (ValueId value : values)
    if (std::find(to.begin(), to.end(), value) == to.end())
      to.push_back(value);
}

} // namespace

Status HloExporter::notSupported(const Op& op, absl::string_view what) const {
  const std::string place = op.location < 0 ? "" : program_.locations[size_t(op.location)];
  const std::string name(opInfo(op.opcode).name);
  return withLocation(
      withOp(unimplemented(place, place.empty() ? "" : ": ", "[", name, "] ", what), name), place);
}

ValueIds HloExporter::capturesOf(const Region& region) const {
  ValueIds captures;
  for (ValueId value : lz::capturesOf(region))
    if (!splats_.contains(value))
      captures.push_back(value);
  return captures;
}

// Finds the captures of each region. Each region of a loop gets the captures of both regions,
// because the two computations must have the same parameters.
Status HloExporter::findCaptures(const Op& op, std::vector<ValueIds>& captures) const {
  for (const Region& region : op.regions)
    captures.push_back(capturesOf(region));
  if (op.opcode == Opcode::While) {
    appendNew(captures[1], captures[0]);
    captures[1] = captures[0];
  }
  if (takesPacked(op) || op.opcode == Opcode::Call)
    return okStatus();
  for (const ValueIds& used : captures)
    if (!used.empty())
      return notSupported(
          op, "a computation of HLO cannot use values from outside of it; pass them as operands");
  return okStatus();
}

// Adds one parameter for each value, without packing them into a tuple.
void HloExporter::takeParameters(absl::Span<const ValueId> values) {
  for (ValueId value : values) {
    const int32_t id = add("parameter", shapeOf(value));
    frames_.back().out.instructions[size_t(id)].parameterNumber = id;
    frames_.back().ids[value] = id;
  }
}

void HloExporter::takePacked(absl::Span<const ValueId> values) {
  define(values, add("parameter", packedShape(values)));
}

void HloExporter::openMain() {
  frames_.push_back({&program_.body});
  takeParameters(program_.body.params);
}

// Opens the next region of the op that the top frame is writing.
void HloExporter::openRegion() {
  const Op& op = *frames_.back().op;
  const size_t number = frames_.back().callees.size();
  const Region& region = op.regions[number];
  const ValueIds captures = frames_.back().captures[number];
  ValueIds values(region.params.begin(), region.params.end());
  values.insert(values.end(), captures.begin(), captures.end());
  frames_.push_back({&region});
  if (takesPacked(op))
    takePacked(values);
  else
    takeParameters(values);
  if (op.opcode == Opcode::While && number == 1)
    frames_.back().passed = captures;
}

void HloExporter::closeFrame() {
  ValueIds results(frames_.back().region->results.begin(), frames_.back().region->results.end());
  const ValueIds passed = frames_.back().passed;
  results.insert(results.end(), passed.begin(), passed.end());
  const int32_t root = pack(use(results));
  frames_.back().out.rootId = root;
  module_.computations.push_back(std::move(frames_.back().out));
  frames_.pop_back();
  if (!frames_.empty())
    frames_.back().callees.push_back(int32_t(module_.computations.size()) - 1);
}

Status HloExporter::begin(const Op& op) {
  if (op.regions.empty())
    return writeOp(op);
  Frame& frame = frames_.back();
  frame.op = &op;
  return findCaptures(op, frame.captures);
}

Status HloExporter::step() {
  Frame& frame = frames_.back();
  if (frame.op && frame.callees.size() < frame.op->regions.size()) {
    openRegion();
    return okStatus();
  }
  if (frame.op) {
    LZ_RETURN_IF_ERROR(writeOp(*frame.op));
    frame.op = nullptr;
    frame.captures.clear();
    frame.callees.clear();
    return okStatus();
  }
  if (frame.next < frame.region->ops.size())
    return begin(frame.region->ops[frame.next++]);
  closeFrame();
  return okStatus();
}

// Numbers instructions in the order of the text. They may have been made in another order.
void HloExporter::nameAll() {
  int64_t next = 0;
  for (xla::Computation& computation : module_.computations) {
    computation.name = absl::StrCat("region.", next++);
    for (xla::Instruction& instruction : computation.instructions)
      instruction.name = absl::StrCat(instruction.opcode->name, ".", next++);
  }
  module_.computations.back().name = "main";
}

StatusOr<xla::Module> HloExporter::run() {
  module_.name = "lazuli";
  openMain();
  while (!frames_.empty())
    LZ_RETURN_IF_ERROR(step());
  module_.entryComputationId = int32_t(module_.computations.size()) - 1;
  nameAll();
  xla::BufferAliases donors;
  for (size_t i = 0; i < program_.donated.size(); ++i)
    if (program_.donated[i])
      donors.entries.push_back({.parameterNumber = int64_t(i)});
  if (!donors.entries.empty())
    module_.attributes.push_back(hloAttribute("buffer_donor", std::move(donors)));
  return std::move(module_);
}

StatusOr<xla::Module> exportHlo(const Program& program) {
  return HloExporter(program).run();
}

} // namespace lz::formats
