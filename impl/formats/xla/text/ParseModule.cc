#include "formats/xla/text/AttributeText.h"
#include "formats/xla/text/HloText.h"
#include "formats/xla/text/ParseComputation.h"
#include "formats/xla/text/ParseShape.h"

namespace lz::xla {
namespace {

class ModuleParser {
public:
  ModuleParser(std::string_view text, std::string_view name) : state_{Scanner(text, name)} {}

  StatusOr<Module> run();

private:
  Status parseHeader();
  Status parseTables();
  Status parseNames(std::string_view title, std::vector<std::string>& names);
  Status parseRows(std::string_view title, std::vector<Fields>& rows);
  Status parseComputation();
  Status parseSignature();
  // Returns whether the next text is an instruction that is not in the braces of a computation.
  bool instructionIsNext() const;

  ParserState state_;
  Scanner& scanner_ = state_.scanner;
  bool hasEntry_ = false;
};

StatusOr<Module> ModuleParser::run() {
  if (scanner_.acceptWord("HloModule"))
    LZ_RETURN_IF_ERROR(parseHeader());
  if (instructionIsNext()) {
    LZ_RETURN_IF_ERROR(parseComputationBody(state_, "main", scanner_.place()).status());
    if (!scanner_.atEnd())
      return scanner_.error("expected an instruction, found ", scanner_.next());
  }
  while (!scanner_.atEnd())
    LZ_RETURN_IF_ERROR(parseComputation());
  if (state_.module.computations.empty())
    return scanner_.error("the text has no computation; write ENTRY main { ... }");
  if (!hasEntry_)
    state_.module.entryComputationId = int32_t(state_.module.computations.size()) - 1;
  return std::move(state_.module);
}

Status ModuleParser::parseHeader() {
  Module& module = state_.module;
  LZ_ASSIGN_OR_RETURN(std::string_view name, scanner_.name("the name of the module"));
  module.name = name;
  scanner_.accept(":"); // older dumps have a colon
  while (scanner_.accept(",")) {
    Place place = scanner_.place();
    std::string_view attribute = scanner_.word();
    if (!isModuleAttribute(attribute))
      return scanner_.error(place, "a module has no attribute '", attribute, "'; take it out");
    LZ_RETURN_IF_ERROR(scanner_.expect("=", absl::StrCat("after ", detail::piece(attribute))));
    const AttributeInfo* info = findAttributeInfo(attribute);
    LZ_ASSIGN_OR_RETURN(AttributeValue value, parseAttributeValue(scanner_, *info));
    module.attributes.push_back({info, std::move(value), place});
  }
  return parseTables();
}

Status ModuleParser::parseTables() {
  StackFrameIndex& tables = state_.module.stackFrameIndex;
  LZ_RETURN_IF_ERROR(parseNames("FileNames", tables.fileNames));
  LZ_RETURN_IF_ERROR(parseNames("FunctionNames", tables.functionNames));
  LZ_RETURN_IF_ERROR(parseRows("FileLocations", tables.fileLocations));
  return parseRows("StackFrames", tables.stackFrames);
}

Status ModuleParser::parseNames(std::string_view title, std::vector<std::string>& names) {
  if (!scanner_.acceptWord(title))
    return okStatus();
  while (scanner_.peek() >= '0' && scanner_.peek() <= '9') {
    LZ_RETURN_IF_ERROR(scanner_.integer(title).status());
    LZ_ASSIGN_OR_RETURN(names.emplace_back(), scanner_.quoted(title));
  }
  return okStatus();
}

Status ModuleParser::parseRows(std::string_view title, std::vector<Fields>& rows) {
  if (!scanner_.acceptWord(title))
    return okStatus();
  while (scanner_.peek() >= '0' && scanner_.peek() <= '9') {
    LZ_RETURN_IF_ERROR(scanner_.integer(title).status());
    LZ_ASSIGN_OR_RETURN(rows.emplace_back(), parseFields(scanner_, title));
  }
  return okStatus();
}

bool ModuleParser::instructionIsNext() const {
  Scanner ahead = scanner_;
  return ahead.acceptWord("ROOT") || (ahead.name("").ok() && ahead.peek() == '=');
}

// Skips a signature such as (p: f32[], q: s32[]) -> f32[], because the instructions repeat its
// types.
Status ModuleParser::parseSignature() {
  if (!scanner_.accept("("))
    return okStatus();
  for (bool isFirst = true; !scanner_.accept(")"); isFirst = false) {
    if (!isFirst)
      LZ_RETURN_IF_ERROR(scanner_.expect(",", "between parameters"));
    LZ_RETURN_IF_ERROR(scanner_.name("the name of a parameter").status());
    LZ_RETURN_IF_ERROR(scanner_.expect(":", "after the name of a parameter"));
    LZ_RETURN_IF_ERROR(parseShape(scanner_).status());
  }
  LZ_RETURN_IF_ERROR(scanner_.expect("->", "after the parameters"));
  return parseShape(scanner_).status();
}

Status ModuleParser::parseComputation() {
  bool isEntry = scanner_.acceptWord("ENTRY");
  Place place = scanner_.place();
  if (isEntry && hasEntry_)
    return scanner_.error(place, "a module has one ENTRY; this is the second one");
  LZ_ASSIGN_OR_RETURN(std::string_view name, scanner_.name("the name of a computation"));
  LZ_RETURN_IF_ERROR(parseSignature());
  LZ_RETURN_IF_ERROR(scanner_.expect("{", absl::StrCat("of computation ", detail::piece(name))));
  LZ_ASSIGN_OR_RETURN(int32_t id, parseComputationBody(state_, name, place));
  LZ_RETURN_IF_ERROR(scanner_.expect("}", "at the end of a computation"));
  if (scanner_.accept(",")) {
    if (!scanner_.acceptWord("execution_thread"))
      return scanner_.error("expected execution_thread, found ", scanner_.next());
    LZ_RETURN_IF_ERROR(scanner_.expect("=", "after execution_thread"));
    LZ_ASSIGN_OR_RETURN(state_.module.computations[size_t(id)].executionThread,
                        scanner_.quoted("execution_thread"));
  }
  if (isEntry)
    state_.module.entryComputationId = id;
  hasEntry_ |= isEntry;
  return okStatus();
}

} // namespace

bool isHloText(std::string_view text) {
  return Scanner(text, "").peekWord() == "HloModule";
}

StatusOr<Module> parseHloText(std::string_view text, std::string_view name) {
  return ModuleParser(text, name).run();
}

} // namespace lz::xla
