#include "npy/Npy.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/elements/SmallTypes.h"
#include "base/machine/ProcessLimits.h"
#include "npy/File.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

namespace lz::npy {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr size_t kAlignment = 64; // the alignment of the data in the file

// The type codes after the byte-order character.
constexpr std::pair<std::string_view, DType> kCodes[] = {
    {"b1", DType::Pred}, {"i1", DType::S8},    {"i2", DType::S16},  {"i4", DType::S32},
    {"i8", DType::S64},  {"u1", DType::U8},    {"u2", DType::U16},  {"u4", DType::U32},
    {"u8", DType::U64},  {"f2", DType::F16},   {"f4", DType::F32},  {"f8", DType::F64},
    {"c8", DType::C64},  {"c16", DType::C128}, {"V2", DType::BF16}, {"V1", DType::U8},
};

struct Header {
  std::string descr;
  bool fortranOrder;
  Dims shape;
};

std::optional<DType> dtypeOf(std::string_view descr) {
  if (descr.empty() || descr[0] == '>')
    return std::nullopt;
  for (const auto& [code, dtype] : kCodes)
    if (descr.substr(1) == code)
      return dtype;
  return std::nullopt;
}

std::string_view codeOf(DType dtype) {
  for (const auto& [code, type] : kCodes)
    if (type == dtype)
      return code;
  return "V1";
}

// Returns the text after "'key':" in the header's dictionary, without leading blanks.
std::optional<std::string_view> valueOf(std::string_view dict, const std::string& key) {
  size_t at = dict.find("'" + key + "'");
  if (at == std::string_view::npos)
    return std::nullopt;
  at = dict.find(':', at);
  if (at == std::string_view::npos)
    return std::nullopt;
  at = dict.find_first_not_of(' ', at + 1);
  return at == std::string_view::npos ? std::nullopt : std::optional(dict.substr(at));
}

// Parses "(2, 3)", "(5,)", "()".
std::optional<Dims> parseShape(std::string_view text) {
  size_t end = text.find(')');
  if (text.empty() || text[0] != '(' || end == std::string_view::npos)
    return std::nullopt;
  Dims dims;
  std::string inside(text.substr(1, end - 1));
  for (absl::string_view part : absl::StrSplit(inside, ',', absl::SkipWhitespace())) {
    int64_t dim = 0;
    if (!absl::SimpleAtoi(part, &dim))
      return std::nullopt;
    dims.push_back(dim);
  }
  return dims;
}

// Parses {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
std::optional<Header> parseDict(std::string_view dict) {
  auto descr = valueOf(dict, "descr"), order = valueOf(dict, "fortran_order"),
       shape = valueOf(dict, "shape");
  if (!descr || !order || !shape || (*descr)[0] != '\'')
    return std::nullopt;
  size_t end = descr->find('\'', 1);
  std::optional<Dims> dims = parseShape(*shape);
  if (end == std::string_view::npos || !dims)
    return std::nullopt;
  return Header{std::string(descr->substr(1, end - 1)), order->substr(0, 4) == "True", *dims};
}

// Splits the file into the dictionary and the data. Returns nullopt if the file is too short or not
// a .npy file.
std::optional<std::pair<std::string_view, std::string_view>> splitFile(std::string_view bytes) {
  if (bytes.size() < 12 || bytes.substr(0, 6) != kMagic)
    return std::nullopt;
  size_t lengthSize = bytes[6] == 1 ? 2 : 4, length = 0;
  std::memcpy(&length, bytes.data() + 8, lengthSize);
  size_t start = 8 + lengthSize;
  if (length > bytes.size() - start)
    return std::nullopt;
  return std::pair(bytes.substr(start, length), bytes.substr(start + length));
}

Literal fromColumnMajor(const TensorType& type, const char* data) {
  Literal result(type);
  size_t size = byteSize(type.dtype);
  Dims index(type.dims.size());
  for (int64_t i = 0, n = type.numElements(); i < n; ++i) {
    int64_t at = 0;
    for (size_t d = index.size(); d-- > 0;)
      at = at * type.dims[d] + index[d];
    std::memcpy(result.mutableData() + size_t(i) * size, data + size_t(at) * size, size);
    for (size_t d = index.size(); d-- > 0 && ++index[d] == type.dims[d];)
      index[d] = 0;
  }
  return result;
}

} // namespace

StatusOr<Literal> parse(std::string_view bytes, const std::string& name) {
  auto parts = splitFile(bytes);
  std::optional<Header> header = parts ? parseDict(parts->first) : std::nullopt;
  if (!header)
    return invalidArgument(name, ": not a .npy file, or its header is damaged");
  std::optional<DType> dtype = dtypeOf(header->descr);
  if (!dtype)
    return unimplemented(name, ": element type '", header->descr, "' has no dtype in Lazuli");
  TensorType type{*dtype, header->shape};
  LZ_RETURN_IF_ERROR(checkType(type));
  if (int64_t(parts->second.size()) < type.numBytes())
    return invalidArgument(name, ": ", type.str(), " needs ", type.numBytes(),
                           " bytes, but the file has ", parts->second.size());
  if (header->fortranOrder)
    return fromColumnMajor(type, parts->second.data());
  return Literal::copyOf(type, parts->second.data());
}

StatusOr<Literal> read(const std::string& path) {
  LZ_ASSIGN_OR_RETURN(std::string bytes,
                      readFile(path, usableMemory() / 4, [&](std::string_view beginning) -> Status {
                        if (beginning.substr(0, kMagic.size()) == kMagic)
                          return okStatus();
                        return invalidArgument(path, ": not a .npy file");
                      }));
  return parse(bytes, path);
}

// Returns the elements as bytes, because NumPy has one byte for each element of a small type.
static Literal unpacked(const Literal& small) {
  Literal codes(TensorType{DType::U8, small.type().dims});
  for (int64_t i = 0, n = small.type().numElements(); i < n; ++i)
    codes.mutableAs<uint8_t>()[i] = loadCode(small.type().dtype, small.data(), i);
  return codes;
}

std::string format(const Literal& literal) {
  if (isSmall(literal.type().dtype))
    return format(unpacked(literal));
  const TensorType& type = literal.type();
  std::string code(codeOf(type.dtype));
  std::string dims = absl::StrJoin(type.dims, ", ");
  if (type.rank() == 1)
    dims += ",";
  std::string dict = absl::StrCat("{'descr': '", byteSize(type.dtype) == 1 ? "|" : "<", code,
                                  "', 'fortran_order': False, 'shape': (", dims, "), }");
  // Pads with blanks and a newline to a multiple of the alignment.
  size_t start = kMagic.size() + 4;
  size_t padded = (start + dict.size() + kAlignment) / kAlignment * kAlignment - start;
  dict.resize(padded - 1, ' ');
  dict += '\n';
  std::string bytes(kMagic);
  bytes += {char(1), char(0), char(padded & 0xff), char(padded >> 8)};
  bytes += dict;
  bytes.append(reinterpret_cast<const char*>(literal.data()), size_t(type.numBytes()));
  return bytes;
}

Status write(const std::string& path, const Literal& literal) {
  std::ofstream file(path, std::ios::binary);
  if (file)
    file << format(literal);
  file.close();
  return file ? okStatus() : invalidArgument(path, ": cannot be written: ", std::strerror(errno));
}

} // namespace lz::npy
