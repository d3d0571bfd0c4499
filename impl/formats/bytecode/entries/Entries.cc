#include "formats/bytecode/entries/Entries.h"

#include "formats/stablehlo/OwnTypes.h"
#include "formats/stablehlo/TextLimits.h"

#include "mlir/AsmParser/AsmParser.h"

namespace lz::formats {
namespace {

constexpr int kMaxEntryDepth = 256;
constexpr int64_t kMaxBytes = int64_t{16} << 20;

// Returns the text of an attribute or type. If the text could crash the parser, reports an error
// and returns nullopt.
std::optional<std::string> textOf(EntryCursor& in) {
  EntryCursor start = in;
  std::string text = in.terminated().str();
  if (!in.ok())
    return std::nullopt;
  Status status = checkTextLimits(text, "text");
  if (!status.ok()) {
    start.fail(llvm::StringRef(std::string(status.message())));
    return std::nullopt;
  }
  return withOwnTypes(std::move(text));
}

// Parses the text. Drops the positions in the parser's messages, because they refer to this text
// and not to the file.
template <typename Value>
Value parse(EntryCursor& start, llvm::StringRef text,
            llvm::function_ref<Value(llvm::StringRef)> parser) {
  std::string problem;
  Value value;
  {
    mlir::ScopedDiagnosticHandler keep(start.context(), [&](mlir::Diagnostic& diagnostic) {
      if (problem.empty())
        problem = diagnostic.str();
      return mlir::success();
    });
    value = parser(text);
  }
  if (!value)
    start.fail("in " + text.take_front(80) + ": " + problem);
  return value;
}

} // namespace

EntryCursor::EntryCursor(Entries& entries, llvm::StringRef bytes)
    : Cursor(entries.source(), bytes), entries_(entries) {}

const BytecodeContainer& EntryCursor::file() const {
  return entries_.file();
}

mlir::Attribute EntryCursor::attribute() {
  const uint64_t index = varint();
  return ok() ? entries_.attribute(*this, index) : mlir::Attribute();
}

mlir::Attribute EntryCursor::optionalAttribute() {
  bool isThere = false;
  const uint64_t index = varintWithFlag(isThere);
  return ok() && isThere ? entries_.attribute(*this, index) : mlir::Attribute();
}

mlir::Type EntryCursor::type() {
  const uint64_t index = varint();
  return ok() ? entries_.type(*this, index) : mlir::Type();
}

llvm::StringRef EntryCursor::string() {
  return file().stringAt(*this, varint());
}

llvm::StringRef EntryCursor::resource() {
  const uint64_t index = varint();
  if (index < file().resources.size())
    return file().resources[index];
  fail("resource " + llvm::Twine(index) + " does not exist, since the file has " +
       llvm::Twine(file().resources.size()) + "; the file is damaged");
  return {};
}

llvm::SmallVector<mlir::Attribute> EntryCursor::attributes() {
  llvm::SmallVector<mlir::Attribute> all;
  for (size_t i = 0, n = count(); i < n && ok(); ++i)
    all.push_back(attribute());
  return all;
}

llvm::SmallVector<mlir::Type> EntryCursor::types() {
  llvm::SmallVector<mlir::Type> all;
  for (size_t i = 0, n = count(); i < n && ok(); ++i)
    all.push_back(type());
  return all;
}

Entries::Entries(BytecodeSource& source, const BytecodeContainer& file,
                 llvm::ArrayRef<DialectCodes> dialects)
    : source_(source), file_(file), dialects_(dialects), attributes_(file.attributes.size()),
      types_(file.types.size()) {}

const DialectCodes* Entries::codesOf(const BytecodeEntry& entry) const {
  if (entry.isText)
    return nullptr;
  const llvm::StringRef name = file_.dialects[entry.dialect];
  const DialectCodes* found =
      llvm::find_if(dialects_, [&](const DialectCodes& codes) { return codes.dialect == name; });
  return found == dialects_.end() ? nullptr : found;
}

void Entries::readOne(EntryCursor& in, const BytecodeEntry& entry, mlir::Attribute& value) {
  if (const DialectCodes* codes = codesOf(entry)) {
    value = codes->readAttribute(in);
    return;
  }
  if (!entry.isText) { // the dialect is unknown, so only its name is kept
    auto dialect = mlir::StringAttr::get(in.context(), file_.dialects[entry.dialect]);
    value = mlir::OpaqueAttr::get(dialect, "bytecode", mlir::NoneType::get(in.context()));
    in.take(entry.bytes.size());
    return;
  }
  EntryCursor start = in;
  if (std::optional<std::string> text = textOf(in))
    value = parse<mlir::Attribute>(
        start, *text, [&](llvm::StringRef t) { return mlir::parseAttribute(t, in.context()); });
}

void Entries::readOne(EntryCursor& in, const BytecodeEntry& entry, mlir::Type& value) {
  if (const DialectCodes* codes = codesOf(entry)) {
    value = codes->readType(in);
    return;
  }
  if (!entry.isText)
    return in.refuse("a type of the dialect " + file_.dialects[entry.dialect]);
  EntryCursor start = in;
  if (std::optional<std::string> text = textOf(in))
    value = parse<mlir::Type>(start, *text,
                              [&](llvm::StringRef t) { return mlir::parseType(t, in.context()); });
}

template <typename Value>
Value Entries::resolve(Cursor& from, uint64_t index, const std::vector<BytecodeEntry>& entries,
                       std::vector<Read<Value>>& read) {
  constexpr bool isType = std::is_same_v<Value, mlir::Type>;
  const char* what = isType ? "type " : "attribute ";
  if (index >= entries.size()) {
    from.fail(what + llvm::Twine(index) + " does not exist, since the file has " +
              llvm::Twine(entries.size()) + "; the file is damaged");
    return {};
  }
  Read<Value>& one = read[index];
  if (!one.value) {
    if (one.isBeingRead || depth_ == kMaxEntryDepth) {
      from.fail(
          what + llvm::Twine(index) +
          (one.isBeingRead ? " contains itself; the file is damaged" : " nests deeper than 256"));
      return {};
    }
    const int64_t outer = std::exchange(bytes_, int64_t(entries[index].bytes.size()) + 1);
    one.isBeingRead = true;
    ++depth_;
    EntryCursor in(*this, entries[index].bytes);
    Value value;
    readOne(in, entries[index], value);
    if (in.ok() && !in.atEnd())
      in.fail("there are bytes after the end of " + llvm::Twine(what) + llvm::Twine(index) +
              "; the file is damaged");
    --depth_;
    one.isBeingRead = false;
    if (in.ok()) {
      one.value = value;
      one.bytes = bytes_;
    }
    bytes_ = outer;
    if (!in.ok())
      return {};
  }
  bool isLocation = false; // the size of locations is not limited
  if constexpr (!isType)
    isLocation = mlir::isa<mlir::LocationAttr>(one.value);
  if (depth_ > 0 && !isLocation)
    bytes_ += one.bytes;
  if (bytes_ > kMaxBytes + int64_t(source_.bytes.size())) {
    from.fail(
        "an attribute or type is too large: with its shared parts copied at each use, it would "
        "take more than 16 MiB and the size of the file together");
    return {};
  }
  return one.value;
}

mlir::Attribute Entries::attribute(Cursor& from, uint64_t index) {
  return resolve(from, index, file_.attributes, attributes_);
}

mlir::Type Entries::type(Cursor& from, uint64_t index) {
  return resolve(from, index, file_.types, types_);
}

mlir::Location Entries::locationAt(Cursor& from, uint64_t index) {
  mlir::Attribute attr = attribute(from, index);
  if (auto location = mlir::dyn_cast_or_null<mlir::LocationAttr>(attr))
    return location;
  if (attr)
    from.fail("a location is an attribute of another kind; the file is damaged");
  return mlir::UnknownLoc::get(source_.context);
}

} // namespace lz::formats
