#include "compiler/disk/ProgramFile.h"

#include "exec/file/Checksum.h"

#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace lz::compiler {
namespace {

template <typename T>
concept Number = std::is_integral_v<T> || std::is_enum_v<T>;

// These functions visit all fields of each part of a program. Both the writer and the reader use
// them. If a field of a struct is missing here, the library does not compile. The recursion is as
// deep as regions nest.
template <typename Io> void visit(Io& io, auto& type, const TensorType*) {
  auto& [dtype, dims] = type;
  io(dtype, dims);
}
template <typename Io> void visit(Io& io, auto& op, const Op*) {
  auto& [opcode, operands, results, attrs, regions, location] = op;
  io(opcode, operands, results, attrs, regions, location);
}
template <typename Io> void visit(Io& io, auto& region, const Region*) {
  auto& [params, ops, results] = region;
  io(params, ops, results);
}
template <typename Io> void visit(Io& io, auto& program, const Program*) {
  auto& [types, body, locations, donated, tokenParams, tokenResults] = program;
  io(types, body, locations, donated, tokenParams, tokenResults);
}

class Writer {
public:
  template <typename... Parts> void operator()(const Parts&... parts) { (add(parts), ...); }

  std::string take() { return std::move(bytes_); }

private:
  template <Number T> void add(const T& value) {
    const auto number = uint64_t(value);
    append(&number, sizeof number);
  }
  void add(const double& value) { add(std::bit_cast<uint64_t>(value)); }
  void add(const std::monostate&) {}
  void add(const std::string& text) {
    add(text.size());
    append(text.data(), text.size());
  }
  void add(const Literal& literal) {
    add(literal.type());
    append(literal.data(), size_t(literal.type().numBytes()));
  }
  void add(const AttrValue& value) {
    add(value.index());
    std::visit(*this, value);
  }
  template <typename T>
    requires requires(const T& list) { list.begin(); }
  void add(const T& list) {
    add(list.size());
    for (const auto& element : list)
      add(element);
  }
  template <typename T> void add(const T& part) { visit(*this, part, &part); }

  void append(const void* bytes, size_t size) {
    bytes_.append(static_cast<const char*>(bytes), size);
  }

  std::string bytes_;
};

// Reads a program. If the bytes end too early or are not a program, isWhole() returns false, and
// the caller must not use the result.
class Reader {
public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename... Parts> void operator()(Parts&... parts) { (get(parts), ...); }

  bool isWhole() const { return isWhole_ && bytes_.empty(); }

private:
  template <Number T> void get(T& value) { value = static_cast<T>(number()); }
  void get(double& value) { value = std::bit_cast<double>(number()); }
  void get(std::monostate&) {}
  void get(std::string& text) { text = take(number()); }
  void get(Literal& literal) {
    TensorType type;
    get(type);
    if (!checkType(type).ok() || uint64_t(type.numBytes()) > bytes_.size())
      return fail();
    literal = Literal::copyOf(type, take(uint64_t(type.numBytes())).data());
  }
  void get(AttrValue& value) {
    const uint64_t kind = number();
    getKind(value, kind, std::make_index_sequence<std::variant_size_v<AttrValue>>());
  }
  template <size_t... kinds>
  void getKind(AttrValue& value, uint64_t kind, std::index_sequence<kinds...>) {
    const bool isKnown = ((kind == kinds && (get(value.emplace<kinds>()), true)) || ...);
    if (!isKnown)
      fail();
  }
  void get(std::vector<bool>& flags) {
    flags.resize(length());
    for (size_t i = 0; i < flags.size(); ++i)
      flags[i] = number() != 0;
  }
  template <typename T>
    requires requires(T& list) { list.begin(); }
  void get(T& list) {
    list.resize(length());
    for (auto& element : list)
      get(element);
  }
  template <typename T> void get(T& part) { visit(*this, part, &part); }

  uint64_t number() {
    uint64_t value = 0;
    const std::string_view bytes = take(sizeof value);
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  // Reads the length of a list. Each element of a list takes at least one number. So a length for
  // which too few bytes are left is an error.
  size_t length() {
    const uint64_t length = number();
    if (length <= bytes_.size() / sizeof length)
      return size_t(length);
    fail();
    return 0;
  }
  std::string_view take(uint64_t size) {
    if (size > bytes_.size()) {
      fail();
      size = 0;
    }
    const std::string_view taken = bytes_.substr(0, size_t(size));
    bytes_.remove_prefix(size_t(size));
    return taken;
  }
  void fail() { isWhole_ = false; }

  std::string_view bytes_;
  bool isWhole_ = true;
};

} // namespace

std::string writeProgram(const Program& program) {
  Writer writer;
  writer(program);
  const std::string fields = writer.take();
  const uint64_t sum = exec::checksum(fields);
  return std::string(reinterpret_cast<const char*>(&sum), sizeof sum) + fields;
}

StatusOr<Program> readProgram(std::string_view file) {
  uint64_t sum = 0;
  Program program;
  if (file.size() > sizeof sum) {
    std::memcpy(&sum, file.data(), sizeof sum);
    const std::string_view fields = file.substr(sizeof sum);
    Reader reader(fields);
    if (exec::checksum(fields) == sum && (reader(program), reader.isWhole()))
      return program;
  }
  return absl::DataLossError(
      absl::StrCat("[parse] the program file of ", file.size(), " bytes is damaged"));
}

Status verifyProgramFile(const Program& program) {
  const std::string file = writeProgram(program);
  LZ_ASSIGN_OR_RETURN(const Program read, readProgram(file));
  if (writeProgram(read) != file || print(read) != print(program))
    return internalError("[parse] the program differs from what is read back from its file:\n",
                         print(program), "and\n", print(read));
  return okStatus();
}

} // namespace lz::compiler
