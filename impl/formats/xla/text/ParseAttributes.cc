#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "formats/xla/text/AttributeText.h"
#include "formats/xla/text/Literals.h"
#include "formats/xla/text/ParseShape.h"

#include <algorithm>

namespace lz::xla {
namespace {

// Calls `element` for each part of a list such as {a, b, c}.
template <typename Element>
Status parseList(Scanner& scanner, std::string_view what, Element&& element) {
  LZ_RETURN_IF_ERROR(scanner.expect("{", absl::StrCat("for ", detail::piece(what))));
  for (bool isFirst = true; !scanner.accept("}"); isFirst = false) {
    if (!isFirst)
      LZ_RETURN_IF_ERROR(scanner.expect(",", absl::StrCat("in ", detail::piece(what))));
    LZ_RETURN_IF_ERROR(element());
  }
  return okStatus();
}

// Parses a text such as "3x3" or "0_0x3_3": groups separated by "x", of integers separated by
// `inner`.
StatusOr<std::vector<Ints>> parseJoined(Scanner& scanner, std::string_view what) {
  Place place = scanner.place();
  std::string_view text = scanner.run("0123456789-_x");
  std::vector<Ints> result;
  if (text.empty())
    return result;
  for (absl::string_view group : absl::StrSplit(detail::piece(text), 'x')) {
    Ints& numbers = result.emplace_back();
    for (absl::string_view number : absl::StrSplit(group, '_'))
      if (!absl::SimpleAtoi(number, &numbers.emplace_back()))
        return scanner.error(place, "'", text, "' of ", what, " must consist of integers");
  }
  return result;
}

Status setWindowField(Scanner& scanner, std::string_view field, Place place, Window& window) {
  LZ_ASSIGN_OR_RETURN(std::vector<Ints> values, parseJoined(scanner, field));
  auto& dims = window.dimensions;
  if (dims.empty()) // there is no "size", so sizes are 1
    dims.resize(values.size());
  const size_t numbers = field == "pad" ? 2 : 1;
  if (values.size() != dims.size() ||
      !std::ranges::all_of(values, [&](const Ints& v) { return v.size() == numbers; }))
    return scanner.error(place, field, " of a window needs ",
                         numbers == 2 ? "low_high" : "a number", " for each of its ", dims.size(),
                         " dimensions");
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t value = values[i].front();
    if (field == "size")
      dims[i].size = value;
    else if (field == "stride")
      dims[i].stride = value;
    else if (field == "pad")
      std::tie(dims[i].paddingLow, dims[i].paddingHigh) = std::tie(values[i][0], values[i][1]);
    else if (field == "lhs_dilate")
      dims[i].baseDilation = value;
    else if (field == "rhs_dilate")
      dims[i].windowDilation = value;
    else if (field == "rhs_reversal")
      dims[i].windowReversal = value != 0;
    else
      return scanner.error(place, "a window has no ", field,
                           "; it has size, stride, pad, lhs_dilate, rhs_dilate and rhs_reversal");
  }
  return okStatus();
}

StatusOr<AttributeValue> parseWindow(Scanner& scanner) {
  Window window;
  LZ_RETURN_IF_ERROR(scanner.expect("{", "for window"));
  while (!scanner.accept("}")) {
    Place place = scanner.place();
    std::string_view field = scanner.word();
    LZ_RETURN_IF_ERROR(scanner.expect("=", "after a field of window"));
    LZ_RETURN_IF_ERROR(setWindowField(scanner, field, place, window));
    scanner.accept(",");
  }
  return window;
}

StatusOr<AttributeValue> parsePadding(Scanner& scanner) {
  Place place = scanner.place();
  LZ_ASSIGN_OR_RETURN(std::vector<Ints> groups, parseJoined(scanner, "padding"));
  PaddingConfig config;
  for (const Ints& group : groups) {
    if (group.size() != 2 && group.size() != 3)
      return scanner.error(place,
                           "padding must be low_high or low_high_interior for each dimension");
    config.dimensions.push_back({group[0], group[1], group.size() == 3 ? group[2] : 0});
  }
  return config;
}

StatusOr<AttributeValue> parseSlices(Scanner& scanner) {
  SliceDimensions slices;
  LZ_RETURN_IF_ERROR(parseList(scanner, "slice", [&]() -> Status {
    SliceDimension& slice = slices.dimensions.emplace_back();
    LZ_RETURN_IF_ERROR(scanner.expect("[", "before start:limit"));
    LZ_ASSIGN_OR_RETURN(slice.start, scanner.integer("the start of a slice"));
    LZ_RETURN_IF_ERROR(scanner.expect(":", "between start and limit"));
    LZ_ASSIGN_OR_RETURN(slice.limit, scanner.integer("the limit of a slice"));
    if (scanner.accept(":")) {
      LZ_ASSIGN_OR_RETURN(slice.stride, scanner.integer("the stride of a slice"));
    }
    return scanner.expect("]", "after start:limit:stride");
  }));
  return slices;
}

// Reads labels such as "b01f". Stores the positions of the letters `first` and `second`, and of
// each number. Returns false if the text has another form.
bool readLabels(absl::string_view text, char first, char second, int64_t& firstDim,
                int64_t& secondDim, Ints& spatial) {
  firstDim = secondDim = -1;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == first) {
      firstDim = int64_t(i);
    } else if (text[i] == second) {
      secondDim = int64_t(i);
    } else if (text[i] >= '0' && text[i] <= '9') {
      size_t number = size_t(text[i] - '0');
      spatial.resize(std::max(spatial.size(), number + 1), -1);
      spatial[number] = int64_t(i);
    } else if (text[i] != '?') {
      return false;
    }
  }
  return firstDim >= 0 && secondDim >= 0 && std::ranges::count(spatial, -1) == 0;
}

StatusOr<AttributeValue> parseDimLabels(Scanner& scanner) {
  Place place = scanner.place();
  std::string_view text = scanner.run("0123456789abcdefghijklmnopqrstuvwxyz?_->");
  std::vector<absl::string_view> parts = absl::StrSplit(detail::piece(text), absl::ByAnyChar("_>"));
  if (parts.size() == 3 && absl::EndsWith(parts[1], "-"))
    parts[1].remove_suffix(1);
  ConvolutionDimensionNumbers n;
  n.text = text;
  if (parts.size() != 3 ||
      !readLabels(parts[0], 'b', 'f', n.inputBatch, n.inputFeature, n.inputSpatial) ||
      !readLabels(parts[1], 'i', 'o', n.kernelInputFeature, n.kernelOutputFeature,
                  n.kernelSpatial) ||
      !readLabels(parts[2], 'b', 'f', n.outputBatch, n.outputFeature, n.outputSpatial) ||
      n.inputSpatial.size() != n.kernelSpatial.size() ||
      n.inputSpatial.size() != n.outputSpatial.size())
    return scanner.error(place, "'", text, "' is not a list of dimension labels; write it as in ",
                         "b01f_01io->b01f, with the same digits in each part");
  return n;
}

StatusOr<Ints> parseBracketed(Scanner& scanner, std::string_view open, std::string_view close) {
  Ints values;
  LZ_RETURN_IF_ERROR(scanner.expect(open, "in replica groups"));
  while (!scanner.accept(close)) {
    if (!values.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "in replica groups"));
    LZ_ASSIGN_OR_RETURN(int64_t value, scanner.integer("replica groups"));
    values.push_back(value);
  }
  return values;
}

StatusOr<AttributeValue> parseGroups(Scanner& scanner, std::string_view what) {
  ReplicaGroups result;
  if (scanner.peek() == '{') {
    LZ_RETURN_IF_ERROR(parseList(scanner, what, [&]() -> Status {
      LZ_ASSIGN_OR_RETURN(result.groups.emplace_back(), parseInts(scanner, what));
      return okStatus();
    }));
    return result;
  }
  if (scanner.peek() == '[') {
    LZ_ASSIGN_OR_RETURN(result.dims, parseBracketed(scanner, "[", "]"));
    LZ_RETURN_IF_ERROR(scanner.expect("<=", "in replica groups"));
    LZ_ASSIGN_OR_RETURN(result.iotaReshapeDims, parseBracketed(scanner, "[", "]"));
    if (scanner.accept("T")) {
      LZ_ASSIGN_OR_RETURN(result.iotaTransposePerm, parseBracketed(scanner, "(", ")"));
    }
    return result;
  }
  size_t begin = scanner.position();
  if (!scanner.acceptWord("mesh"))
    return scanner.error("expected groups for ", what, ", as {{0,1},{2,3}} or [2,2]<=[4], found ",
                         scanner.next());
  LZ_RETURN_IF_ERROR(scanner.expect("[", "after mesh"));
  while (!scanner.atEnd() && scanner.peek() != ']')
    if (!scanner.accept(","))
      if (scanner.run("'=abcdefghijklmnopqrstuvwxyz_0123456789").empty())
        return scanner.error("unexpected ", scanner.next(), " in a mesh");
  LZ_RETURN_IF_ERROR(scanner.expect("]", "after the axes of a mesh"));
  LZ_RETURN_IF_ERROR(scanner.braces("the axes of a mesh").status());
  result.mesh =
      std::string(absl::StripTrailingAsciiWhitespace(detail::piece(scanner.textSince(begin))));
  return result;
}

StatusOr<AttributeValue> parseAliases(Scanner& scanner, bool isDonor) {
  BufferAliases aliases;
  std::string_view what = isDonor ? "buffer_donor" : "input_output_alias";
  LZ_RETURN_IF_ERROR(parseList(scanner, what, [&]() -> Status {
    BufferAlias& alias = aliases.entries.emplace_back();
    if (!isDonor) {
      LZ_ASSIGN_OR_RETURN(alias.outputShapeIndex, parseInts(scanner, what));
      LZ_RETURN_IF_ERROR(scanner.expect(":", "after the index of an output"));
    }
    LZ_RETURN_IF_ERROR(scanner.expect("(", "before the number of a parameter"));
    LZ_ASSIGN_OR_RETURN(alias.parameterNumber, scanner.integer("the number of a parameter"));
    LZ_RETURN_IF_ERROR(scanner.expect(",", "after the number of a parameter"));
    LZ_ASSIGN_OR_RETURN(alias.parameterShapeIndex, parseInts(scanner, what));
    if (!isDonor && scanner.accept(",")) {
      alias.mustAlias = scanner.peekWord() == "must-alias";
      if (!alias.mustAlias && scanner.peekWord() != "may-alias")
        return scanner.error("expected may-alias or must-alias, found ", scanner.next());
      scanner.word();
    }
    return scanner.expect(")", "after an alias");
  }));
  return aliases;
}

// Parses the value of a field: a text in quotes, braces, or one word.
Status parseFieldValue(Scanner& scanner, Field& field) {
  if (scanner.peek() == '"' || scanner.peek() == '\'') {
    field.isQuoted = true;
    LZ_ASSIGN_OR_RETURN(field.text, scanner.quoted(field.name));
    return okStatus();
  }
  if (scanner.peek() == '{') {
    LZ_ASSIGN_OR_RETURN(std::string_view text, scanner.braces(field.name));
    field.text = text;
    return okStatus();
  }
  field.text = scanner.run("+-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return field.text.empty()
             ? scanner.error("expected a value for ", field.name, ", found ", scanner.next())
             : okStatus();
}

StatusOr<AttributeValue> parseConfig(Scanner& scanner, std::string_view name) {
  if (scanner.peek() != '{')
    return scanner.quoted(name);
  LZ_ASSIGN_OR_RETURN(std::string_view text, scanner.braces(name));
  return Verbatim{std::string(text)};
}

StatusOr<AttributeValue> parseReal(Scanner& scanner, std::string_view name) {
  Place place = scanner.place();
  std::string_view text = scanner.run("+-.0123456789eEinfa");
  double value = 0;
  auto [end, problem] = absl::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size())
    return scanner.error(place, "expected a number for ", name);
  return value;
}

StatusOr<AttributeValue> parseBools(Scanner& scanner, std::string_view name) {
  std::vector<bool> values;
  auto one = [&]() -> Status {
    LZ_ASSIGN_OR_RETURN(bool value, scanner.boolean(name));
    values.push_back(value);
    return okStatus();
  };
  LZ_RETURN_IF_ERROR(scanner.peek() == '{' ? parseList(scanner, name, one) : one());
  return values;
}

StatusOr<AttributeValue> parseWords(Scanner& scanner, std::string_view name) {
  Words words;
  LZ_RETURN_IF_ERROR(parseList(scanner, name, [&]() -> Status {
    words.words.emplace_back(scanner.word());
    return words.words.back().empty() ? scanner.error("expected a word, found ", scanner.next())
                                      : okStatus();
  }));
  return words;
}

StatusOr<AttributeValue> parseShapes(Scanner& scanner, std::string_view name, bool isOne) {
  std::vector<Shape> shapes;
  auto one = [&]() -> Status {
    LZ_ASSIGN_OR_RETURN(shapes.emplace_back(), parseShape(scanner));
    return okStatus();
  };
  LZ_RETURN_IF_ERROR(isOne ? one() : parseList(scanner, name, one));
  return shapes;
}

// slice_sizes of collective-permute is a list of lists; others are plain lists.
StatusOr<AttributeValue> parseIntsOrLists(Scanner& scanner, std::string_view name) {
  Scanner ahead = scanner;
  if (ahead.accept("{") && ahead.peek() == '{')
    return parseGroups(scanner, name);
  LZ_ASSIGN_OR_RETURN(Ints values, parseInts(scanner, name));
  return values;
}

StatusOr<AttributeValue> parseWord(Scanner& scanner, std::string_view name) {
  std::string_view word = scanner.word();
  if (word.empty())
    return scanner.error("expected a word for ", name, ", found ", scanner.next());
  return Word{std::string(word)};
}

} // namespace

StatusOr<Fields> parseFields(Scanner& scanner, std::string_view what) {
  Fields fields;
  LZ_RETURN_IF_ERROR(scanner.expect("{", absl::StrCat("for ", detail::piece(what))));
  while (!scanner.accept("}")) {
    Field& field = fields.fields.emplace_back();
    if (scanner.peek() == '"') {
      LZ_ASSIGN_OR_RETURN(field.name, scanner.quoted(what));
    } else {
      field.name = scanner.word();
    }
    if (field.name.empty())
      return scanner.error("expected a name in ", what, ", found ", scanner.next());
    LZ_RETURN_IF_ERROR(scanner.expect("=", absl::StrCat("after ", field.name)));
    LZ_RETURN_IF_ERROR(parseFieldValue(scanner, field));
    scanner.accept(",");
  }
  return fields;
}

StatusOr<AttributeValue> parseAttributeValue(Scanner& scanner, const AttributeInfo& info) {
  std::string_view name = info.name;
  switch (info.kind) {
  case AttributeKind::Int:
    return scanner.integer(name);
  case AttributeKind::Bool:
    return scanner.boolean(name);
  case AttributeKind::Real:
    return parseReal(scanner, name);
  case AttributeKind::Ints:
    return parseIntsOrLists(scanner, name);
  case AttributeKind::Bools:
    return parseBools(scanner, name);
  case AttributeKind::String:
    return scanner.quoted(name);
  case AttributeKind::Word:
    return parseWord(scanner, name);
  case AttributeKind::Words:
    return parseWords(scanner, name);
  case AttributeKind::Config:
    return parseConfig(scanner, name);
  case AttributeKind::Verbatim: {
    LZ_ASSIGN_OR_RETURN(std::string_view text, scanner.braces(name));
    return Verbatim{std::string(text)};
  }
  case AttributeKind::Window:
    return parseWindow(scanner);
  case AttributeKind::Padding:
    return parsePadding(scanner);
  case AttributeKind::Slices:
    return parseSlices(scanner);
  case AttributeKind::DimLabels:
    return parseDimLabels(scanner);
  case AttributeKind::Groups:
    return parseGroups(scanner, name);
  case AttributeKind::Shape:
  case AttributeKind::Shapes:
    return parseShapes(scanner, name, info.kind == AttributeKind::Shape);
  case AttributeKind::Literal: {
    LZ_ASSIGN_OR_RETURN(Shape shape, parseShape(scanner));
    return parseLiteral(scanner, shape);
  }
  case AttributeKind::Fields:
  case AttributeKind::Dictionary:
    return parseFields(scanner, name);
  case AttributeKind::Aliases:
  case AttributeKind::Donors:
    return parseAliases(scanner, info.kind == AttributeKind::Donors);
  case AttributeKind::Computation:
  case AttributeKind::Computations:
  case AttributeKind::Instructions:
    break;
  }
  return internalError("attribute ", name,
                       " names a computation or an instruction, which this function cannot read");
}

} // namespace lz::xla
