#include "formats/xla/proto/Attributes.h"

#include "absl/strings/ascii.h"
#include "formats/xla/proto/AttributeFields.h"

#include <algorithm>

namespace lz::xla {
namespace {

class AttributeReader {
public:
  AttributeReader(const Message& proto, Instruction& instruction)
      : proto_(proto), file_(proto.file()), instruction_(instruction),
        opcode_(*instruction.opcode) {}

  Status run(const Ints& callees);

private:
  Status readRow(const AttributeField& row);
  StatusOr<AttributeValue> valueOf(const Message& from, const AttributeField& row,
                                   AttributeKind kind);
  Status readWindow();
  Status readLabels();
  Status readSlices();
  Status readPadding();
  Status readGroups();
  Status readPairs();
  Status readConfig();
  void addCallees(const Ints& callees);

  bool takes(std::string_view name) const {
    return std::ranges::find(opcode_.attributes, name) != opcode_.attributes.end() ||
           name == "backend_config";
  }
  void add(std::string_view name, AttributeValue value) {
    instruction_.attributes.push_back({findAttributeInfo(name), std::move(value), {}});
  }

  const Message& proto_;
  const WireFile& file_;
  Instruction& instruction_;
  const OpcodeInfo& opcode_;
};

StatusOr<AttributeValue> AttributeReader::valueOf(const Message& from, const AttributeField& row,
                                                  AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Bool:
    return from.number(row.field) != 0;
  case AttributeKind::String:
    return std::string(from.text(row.field));
  case AttributeKind::Ints: {
    LZ_ASSIGN_OR_RETURN(Ints values, from.numbers(row.field));
    return values;
  }
  case AttributeKind::Word:
    break;
  default:
    if (row.attribute != "iota_dimension")
      return from.number(row.field);
    LZ_ASSIGN_OR_RETURN(Ints values, from.numbers(row.field));
    return values.empty() ? 0 : values.front();
  }
  if (row.words.empty()) {
    const std::string_view word = from.text(row.field);
    auto isLetter = [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    if (!std::ranges::all_of(word, isLetter))
      return file_.error(word, row.attribute, " must consist of letters, digits and _");
    return Word{std::string(word)};
  }
  const auto number = size_t(from.number(row.field));
  if (number >= row.words.size() || row.words[number].empty())
    return file_.error(proto_.bytes(), row.attribute, " has the unknown value ", number);
  return Word{std::string(row.words[number])};
}

// Returns whether the field is missing, or has the value that a missing field stands for, such as
// 0, "" or an empty list.
StatusOr<bool> isDefault(const Message& from, const AttributeField& row, AttributeKind kind) {
  const bool isText =
      kind == AttributeKind::String || (kind == AttributeKind::Word && row.words.empty());
  if (isText || !from.has(row.field))
    return from.text(row.field).empty();
  if (kind != AttributeKind::Ints && row.attribute != "iota_dimension")
    return from.number(row.field) == 0;
  LZ_ASSIGN_OR_RETURN(Ints values, from.numbers(row.field));
  return values.empty();
}

// Reads a field. Skips a missing field unless its attribute is required. If the field of `largest`
// is missing, it means false, although the default of the attribute is true.
Status AttributeReader::readRow(const AttributeField& row) {
  const bool isRequired =
      std::ranges::find(opcode_.required, row.attribute) != opcode_.required.end() ||
      row.attribute == "largest";
  // The message of a ragged product contains that of a product as its field 1.
  LZ_ASSIGN_OR_RETURN(Message ragged, proto_.message(kRaggedNumbers));
  const bool isRagged = row.message == kDotNumbers && proto_.has(kRaggedNumbers);
  LZ_ASSIGN_OR_RETURN(Message inner, isRagged ? ragged.message(1) : proto_.message(row.message));
  const Message& from = row.message == 0 ? proto_ : inner;
  if (!isOf(row, opcode_.name) || (row.message != 0 && !isRagged && !proto_.has(row.message)))
    return okStatus();
  const AttributeKind kind = findAttributeInfo(row.attribute)->kind;
  LZ_ASSIGN_OR_RETURN(const bool saysNothing, isDefault(from, row, kind));
  if (!isRequired && saysNothing)
    return okStatus();
  LZ_ASSIGN_OR_RETURN(AttributeValue value, valueOf(from, row, kind));
  add(row.attribute, std::move(value));
  return okStatus();
}

Status AttributeReader::readWindow() {
  constexpr int kWindow = 15;
  if (!proto_.has(kWindow))
    return okStatus();
  LZ_ASSIGN_OR_RETURN(Message message, proto_.message(kWindow));
  Window window;
  for (std::string_view bytes : message.texts(1)) {
    LZ_ASSIGN_OR_RETURN(Message dim, Message::parse(file_, bytes));
    window.dimensions.push_back({dim.number(1), dim.number(2), dim.number(3), dim.number(4),
                                 dim.number(5), dim.number(6), dim.number(7) != 0});
  }
  add("window", std::move(window));
  return okStatus();
}

// Returns labels such as "b01f", or "" if the numbers do not contain each dimension exactly once.
std::string labels(char first, int64_t firstDim, char second, int64_t secondDim,
                   const Ints& spatial) {
  constexpr size_t kMost = 10;
  std::string text(spatial.size() + 2, '?');
  auto put = [&](int64_t dim, char label) {
    if (dim >= 0 && dim < int64_t(text.size()))
      text[size_t(dim)] = label;
  };
  put(firstDim, first);
  put(secondDim, second);
  for (size_t i = 0; i < spatial.size() && i < kMost; ++i)
    put(spatial[i], char('0' + i));
  return text.find('?') == text.npos ? text : "";
}

Status AttributeReader::readLabels() {
  constexpr int kNumbers = 16;
  if (!proto_.has(kNumbers))
    return okStatus();
  LZ_ASSIGN_OR_RETURN(Message from, proto_.message(kNumbers));
  ConvolutionDimensionNumbers to;
  to.inputBatch = from.number(7);
  to.inputFeature = from.number(8);
  to.kernelInputFeature = from.number(3);
  to.kernelOutputFeature = from.number(4);
  to.outputBatch = from.number(9);
  to.outputFeature = from.number(10);
  LZ_ASSIGN_OR_RETURN(to.inputSpatial, from.numbers(11));
  LZ_ASSIGN_OR_RETURN(to.kernelSpatial, from.numbers(6));
  LZ_ASSIGN_OR_RETURN(to.outputSpatial, from.numbers(12));
  const std::string input = labels('b', to.inputBatch, 'f', to.inputFeature, to.inputSpatial);
  const std::string kernel =
      labels('i', to.kernelInputFeature, 'o', to.kernelOutputFeature, to.kernelSpatial);
  const std::string output = labels('b', to.outputBatch, 'f', to.outputFeature, to.outputSpatial);
  if (input.empty() || kernel.size() != input.size() || output.size() != input.size())
    return file_.error(from.bytes(),
                       "the dimension numbers of a convolution must name each dimension once");
  to.text = absl::StrCat(input, "_", kernel, "->", output);
  add("dim_labels", std::move(to));
  return okStatus();
}

Status AttributeReader::readSlices() {
  SliceDimensions slices;
  for (std::string_view bytes : proto_.texts(17)) {
    LZ_ASSIGN_OR_RETURN(Message dim, Message::parse(file_, bytes));
    slices.dimensions.push_back({dim.number(1), dim.number(2), dim.number(3)});
  }
  add("slice", std::move(slices));
  return okStatus();
}

Status AttributeReader::readPadding() {
  LZ_ASSIGN_OR_RETURN(Message message, proto_.message(21));
  PaddingConfig config;
  for (std::string_view bytes : message.texts(1)) {
    LZ_ASSIGN_OR_RETURN(Message dim, Message::parse(file_, bytes));
    config.dimensions.push_back({dim.number(1), dim.number(2), dim.number(3)});
  }
  add("padding", std::move(config));
  return okStatus();
}

// Reads replica groups. A file has them either as lists, or as consecutive numbers with a reshape
// and a transpose. Old files have the lists in another field than new files.
Status AttributeReader::readGroups() {
  constexpr int kOld = 49, kList = 87, kIota = 92, kMesh = 93;
  if (proto_.has(kMesh))
    return file_.error(proto_.bytes(), "replica groups by the axes of a mesh are not supported");
  ReplicaGroups groups;
  LZ_ASSIGN_OR_RETURN(Message list, proto_.message(kList));
  for (std::string_view bytes : proto_.has(kList) ? list.texts(1) : proto_.texts(kOld)) {
    LZ_ASSIGN_OR_RETURN(Message group, Message::parse(file_, bytes));
    LZ_ASSIGN_OR_RETURN(groups.groups.emplace_back(), group.numbers(1));
    if (groups.groups.back().empty())
      return file_.error(bytes, "a replica group is empty");
  }
  if (proto_.has(kIota)) {
    LZ_ASSIGN_OR_RETURN(Message iota, proto_.message(kIota));
    groups.dims = {iota.number(1), iota.number(2)};
    LZ_ASSIGN_OR_RETURN(groups.iotaReshapeDims, iota.numbers(3));
    LZ_ASSIGN_OR_RETURN(groups.iotaTransposePerm, iota.numbers(4));
  }
  add("replica_groups", std::move(groups));
  return okStatus();
}

Status AttributeReader::readPairs() {
  ReplicaGroups pairs;
  for (std::string_view bytes : proto_.texts(52)) {
    LZ_ASSIGN_OR_RETURN(Message pair, Message::parse(file_, bytes));
    pairs.groups.push_back({pair.number(1), pair.number(2)});
  }
  add("source_target_pairs", std::move(pairs));
  return okStatus();
}

// Reads the configuration of a custom call. For the typed FFI it is a dictionary in MLIR's syntax.
Status AttributeReader::readConfig() {
  constexpr int kConfig = 43, kVersion = 77, kTyped = 4;
  const std::string text(proto_.text(kConfig));
  if (text.empty())
    return okStatus();
  if (proto_.number(kVersion) == kTyped && text.front() == '{' && text.back() == '}')
    add("backend_config", Verbatim{text});
  else
    add("backend_config", text);
  return okStatus();
}

void AttributeReader::addCallees(const Ints& callees) {
  auto one = [&](size_t i) { return Computations{{int32_t(callees[i])}}; };
  const std::string& name = opcode_.name;
  if (callees.empty())
    return;
  if (name == "while" && callees.size() == 2) {
    add("condition", one(1));
    add("body", one(0));
  } else if (name == "select-and-scatter" && callees.size() == 2) {
    add("select", one(0));
    add("scatter", one(1));
  } else if (name == "conditional" || name == "custom-call") {
    Computations all;
    all.ids.assign(callees.begin(), callees.end());
    add(name == "conditional" ? "branch_computations" : "called_computations", std::move(all));
  } else if (takes("calls")) {
    add("calls", one(0));
  } else if (takes("to_apply")) {
    add("to_apply", one(0));
  }
}

Status AttributeReader::run(const Ints& callees) {
  for (const AttributeField& row : attributeFields())
    if (takes(row.attribute))
      LZ_RETURN_IF_ERROR(readRow(row));
  if (opcode_.name == "custom-call" && proto_.has(43))
    LZ_RETURN_IF_ERROR(readConfig());
  using Read = Status (AttributeReader::*)();
  static constexpr std::pair<std::string_view, Read> kCompound[] = {
      {"window", &AttributeReader::readWindow},
      {"dim_labels", &AttributeReader::readLabels},
      {"slice", &AttributeReader::readSlices},
      {"padding", &AttributeReader::readPadding},
      {"replica_groups", &AttributeReader::readGroups},
      {"source_target_pairs", &AttributeReader::readPairs}};
  for (const auto& [name, read] : kCompound)
    if (takes(name))
      LZ_RETURN_IF_ERROR((this->*read)());
  if (takes("epsilon"))
    add("epsilon", double(proto_.real32(24)));
  addCallees(callees);
  return okStatus();
}

} // namespace

Status readAttributes(const Message& proto, const Ints& callees, Instruction& instruction) {
  return AttributeReader(proto, instruction).run(callees);
}

} // namespace lz::xla
