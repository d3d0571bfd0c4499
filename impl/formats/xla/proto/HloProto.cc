#include "formats/xla/proto/HloProto.h"

#include "absl/strings/ascii.h"
#include "base/HashMap.h"
#include "formats/xla/proto/Attributes.h"
#include "formats/xla/proto/Shapes.h"

namespace lz::xla {
namespace {

namespace ModuleProto {
constexpr int Name = 1, Computations = 3, EntryComputationId = 6, InputOutputAlias = 8,
              BufferDonor = 18;
}
namespace ComputationProto {
constexpr int Name = 1, Instructions = 2, Id = 5, RootId = 6, ExecutionThread = 8;
}
namespace InstructionProto {
constexpr int Name = 1, Opcode = 2, Shape = 3, Literal = 8, ParameterNumber = 9, Id = 35,
              OperandIds = 36, CalledComputationIds = 38;
}

using Positions = HashMap<int64_t, int32_t>; // keys are ids
using Taken = HashSet<std::string>;

// Returns a name that is valid in a text and that `taken` does not contain.
std::string nameOf(std::string_view given, Taken& taken) {
  std::string name(given);
  for (char& c : name)
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '-')
      c = '_';
  if (name.empty() || !(absl::ascii_isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_'))
    name.insert(0, "_");
  std::string unique = name;
  for (size_t number = taken.size(); !taken.insert(unique).second; ++number)
    unique = absl::StrCat(name, ".", number);
  return unique;
}

class ModuleReader {
public:
  explicit ModuleReader(const WireFile& file) : file_(file) {}

  StatusOr<Module> run(const Message& proto);

private:
  Status readComputation(const Message& proto);
  Status readInstruction(const Message& proto, Computation& computation, Positions& positions,
                         Taken& names);
  Status readAliases(const Message& proto);
  Status readDonors(const Message& proto);

  // Returns the positions of the ids in a field. The ids must have been defined before.
  StatusOr<Ints> find(const Message& proto, int field, const Positions& positions,
                      std::string_view what) const;

  const WireFile& file_;
  Module module_;
  Positions computations_;
  Taken names_;
};

StatusOr<Ints> ModuleReader::find(const Message& proto, int field, const Positions& positions,
                                  std::string_view what) const {
  LZ_ASSIGN_OR_RETURN(Ints ids, proto.numbers(field));
  for (int64_t& id : ids) {
    auto found = positions.find(id);
    if (found == positions.end())
      return file_.error(proto.bytes(), "no ", what, " with the id ", id, " comes before this");
    id = found->second;
  }
  return ids;
}

Status ModuleReader::readInstruction(const Message& proto, Computation& computation,
                                     Positions& positions, Taken& names) {
  namespace I = InstructionProto;
  Instruction instruction;
  instruction.name = nameOf(proto.text(I::Name), names);
  instruction.place = {uint32_t(module_.computations.size()) + 1,
                       uint32_t(computation.instructions.size()) + 1};
  instruction.opcode = findOpcode(proto.text(I::Opcode));
  if (!instruction.opcode)
    return file_.error(proto.bytes(), "instruction ", instruction.name,
                       " has an unknown opcode of ", proto.text(I::Opcode).size(), " letters");
  LZ_ASSIGN_OR_RETURN(Message shape, proto.message(I::Shape));
  LZ_ASSIGN_OR_RETURN(instruction.shape, readShape(shape));
  LZ_ASSIGN_OR_RETURN(Ints operands, find(proto, I::OperandIds, positions, "instruction"));
  instruction.operandIds.assign(operands.begin(), operands.end());
  LZ_ASSIGN_OR_RETURN(Ints callees,
                      find(proto, I::CalledComputationIds, computations_, "computation"));
  if (instruction.opcode->name == "parameter")
    instruction.parameterNumber = proto.number(I::ParameterNumber);
  if (instruction.opcode->name == "constant") {
    LZ_ASSIGN_OR_RETURN(Message literal, proto.message(I::Literal));
    LZ_ASSIGN_OR_RETURN(instruction.literal, readLiteral(literal));
    if (!sameWithoutLayout(instruction.literal.shape, instruction.shape))
      return file_.error(proto.bytes(), "constant ", instruction.name, " of shape ",
                         printShapeWithoutLayout(instruction.shape), " has a literal of shape ",
                         printShapeWithoutLayout(instruction.literal.shape));
  }
  LZ_RETURN_IF_ERROR(readAttributes(proto, callees, instruction));
  if (!positions.try_emplace(proto.number(I::Id), int32_t(positions.size())).second)
    return file_.error(proto.bytes(), "two instructions have the id ", proto.number(I::Id));
  computation.instructions.push_back(std::move(instruction));
  return okStatus();
}

Status ModuleReader::readComputation(const Message& proto) {
  namespace C = ComputationProto;
  Computation computation;
  computation.name = nameOf(proto.text(C::Name), names_);
  computation.executionThread =
      proto.text(C::ExecutionThread) == "main" ? "" : std::string(proto.text(C::ExecutionThread));
  computation.place = {uint32_t(module_.computations.size()) + 1, 1};
  Positions positions;
  Taken names;
  for (std::string_view bytes : proto.texts(C::Instructions)) {
    LZ_ASSIGN_OR_RETURN(Message instruction, Message::parse(file_, bytes));
    LZ_RETURN_IF_ERROR(readInstruction(instruction, computation, positions, names));
  }
  auto root = positions.find(proto.number(C::RootId));
  if (root == positions.end())
    return file_.error(proto.bytes(), "computation ", computation.name,
                       " has no instruction with the id of its root, ", proto.number(C::RootId));
  computation.rootId = root->second;
  if (!computations_.try_emplace(proto.number(C::Id), int32_t(module_.computations.size())).second)
    return file_.error(proto.bytes(), "two computations have the id ", proto.number(C::Id));
  module_.computations.push_back(std::move(computation));
  return okStatus();
}

Status ModuleReader::readAliases(const Message& proto) {
  constexpr int kMustAlias = 2;
  LZ_ASSIGN_OR_RETURN(Message message, proto.message(ModuleProto::InputOutputAlias));
  BufferAliases aliases;
  for (std::string_view bytes : message.texts(1)) {
    LZ_ASSIGN_OR_RETURN(Message entry, Message::parse(file_, bytes));
    BufferAlias& alias = aliases.entries.emplace_back();
    LZ_ASSIGN_OR_RETURN(alias.outputShapeIndex, entry.numbers(1));
    alias.parameterNumber = entry.number(2);
    LZ_ASSIGN_OR_RETURN(alias.parameterShapeIndex, entry.numbers(3));
    alias.mustAlias = entry.number(4) == kMustAlias;
  }
  if (!aliases.entries.empty())
    module_.attributes.push_back({findAttributeInfo("input_output_alias"), std::move(aliases), {}});
  return okStatus();
}

Status ModuleReader::readDonors(const Message& proto) {
  LZ_ASSIGN_OR_RETURN(Message message, proto.message(ModuleProto::BufferDonor));
  BufferAliases donors;
  for (std::string_view bytes : message.texts(1)) {
    LZ_ASSIGN_OR_RETURN(Message entry, Message::parse(file_, bytes));
    BufferAlias& donor = donors.entries.emplace_back();
    donor.parameterNumber = entry.number(1);
    LZ_ASSIGN_OR_RETURN(donor.parameterShapeIndex, entry.numbers(2));
  }
  if (!donors.entries.empty())
    module_.attributes.push_back({findAttributeInfo("buffer_donor"), std::move(donors), {}});
  return okStatus();
}

StatusOr<Module> ModuleReader::run(const Message& proto) {
  namespace M = ModuleProto;
  Taken none;
  module_.name = nameOf(proto.text(M::Name), none);
  for (std::string_view bytes : proto.texts(M::Computations)) {
    LZ_ASSIGN_OR_RETURN(Message computation, Message::parse(file_, bytes));
    LZ_RETURN_IF_ERROR(readComputation(computation));
  }
  auto entry = computations_.find(proto.number(M::EntryComputationId));
  if (entry == computations_.end())
    return file_.error(proto.bytes(), "no computation has the id of the entry, ",
                       proto.number(M::EntryComputationId));
  module_.entryComputationId = entry->second;
  LZ_RETURN_IF_ERROR(readAliases(proto));
  LZ_RETURN_IF_ERROR(readDonors(proto));
  return std::move(module_);
}

// Returns whether the bytes are a module. The first field of an HloProto is a module. The first
// field of a module is its name.
bool isModule(const WireFile& file, std::string_view bytes) {
  StatusOr<Message> message = Message::parse(file, bytes);
  return message.ok() && !message->texts(ModuleProto::Computations).empty();
}

} // namespace

bool isHloProto(std::string_view bytes) {
  constexpr char kFirstField = 0x0a, kEntryName = 0x12, kComputation = 0x1a;
  return !bytes.empty() &&
         (bytes[0] == kFirstField || bytes[0] == kEntryName || bytes[0] == kComputation);
}

StatusOr<Module> parseHloProto(std::string_view bytes, std::string_view name) {
  const WireFile file{bytes, name};
  LZ_ASSIGN_OR_RETURN(Message proto, Message::parse(file, bytes));
  if (isModule(file, proto.text(1))) {
    LZ_ASSIGN_OR_RETURN(proto, proto.message(1));
  }
  return ModuleReader(file).run(proto);
}

} // namespace lz::xla
