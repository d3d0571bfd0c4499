#include "formats/xla/text/ParseShape.h"

namespace lz::xla {
namespace {

StatusOr<int64_t> parenthesized(Scanner& scanner, std::string_view what) {
  LZ_RETURN_IF_ERROR(scanner.expect("(", what));
  LZ_ASSIGN_OR_RETURN(int64_t value, scanner.integer(what));
  LZ_RETURN_IF_ERROR(scanner.expect(")", what));
  return value;
}

StatusOr<PrimitiveType> parenthesizedType(Scanner& scanner) {
  LZ_RETURN_IF_ERROR(scanner.expect("(", "before the type of a layout"));
  PrimitiveType type = parsePrimitiveType(scanner.peekWord());
  if (type == PrimitiveType::Invalid)
    return scanner.error("unknown element type ", scanner.next(), " in a layout");
  scanner.word();
  LZ_RETURN_IF_ERROR(scanner.expect(")", "after the type of a layout"));
  return type;
}

StatusOr<std::string> parenthesizedText(Scanner& scanner, std::string_view characters) {
  LZ_RETURN_IF_ERROR(scanner.expect("(", "in a layout"));
  std::string text;
  while (!scanner.atEnd() && scanner.peek() != ')') {
    std::string_view part = scanner.run(characters);
    if (part.empty())
      return scanner.error("unexpected ", scanner.next(), " in a layout");
    text += part;
  }
  LZ_RETURN_IF_ERROR(scanner.expect(")", "in a layout"));
  return text;
}

StatusOr<Ints> parseTile(Scanner& scanner) {
  Ints tile;
  while (!scanner.accept(")")) {
    if (!tile.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "between the sizes of a tile"));
    if (scanner.accept("*")) {
      tile.push_back(Layout::kCombine);
      continue;
    }
    LZ_ASSIGN_OR_RETURN(int64_t size, scanner.integer("the size of a tile"));
    tile.push_back(size);
  }
  return tile;
}

Status parseLayoutDetails(Scanner& scanner, Layout& layout, int depth) {
  if (scanner.accept("D")) {
    LZ_ASSIGN_OR_RETURN(layout.dimLevelTypes, parenthesizedText(scanner, "DCSHN+~,"));
  }
  if (scanner.accept("T"))
    while (scanner.accept("(")) {
      LZ_ASSIGN_OR_RETURN(Ints tile, parseTile(scanner));
      layout.tiles.push_back(std::move(tile));
    }
  if (scanner.accept("L")) {
    LZ_ASSIGN_OR_RETURN(layout.tailPaddingAlignment, parenthesized(scanner, "an alignment"));
  }
  if (scanner.accept("#")) {
    LZ_ASSIGN_OR_RETURN(layout.indexPrimitiveType, parenthesizedType(scanner));
  }
  if (scanner.accept("*")) {
    LZ_ASSIGN_OR_RETURN(layout.pointerPrimitiveType, parenthesizedType(scanner));
  }
  if (scanner.accept("E")) {
    LZ_ASSIGN_OR_RETURN(layout.elementSizeInBits, parenthesized(scanner, "an element size"));
  }
  if (scanner.peek() == 'S' && scanner.startsWith("S(")) {
    scanner.accept("S");
    LZ_ASSIGN_OR_RETURN(layout.memorySpace, parenthesized(scanner, "a memory space"));
  }
  if (scanner.accept("SC")) {
    LZ_ASSIGN_OR_RETURN(layout.splitConfigs, parenthesizedText(scanner, "0123456789:,"));
  }
  if (scanner.accept("P(")) {
    LZ_ASSIGN_OR_RETURN(Shape shape, parseShape(scanner, depth + 1));
    layout.physicalShape = std::make_shared<const Shape>(std::move(shape));
    LZ_RETURN_IF_ERROR(scanner.expect(")", "after a physical shape"));
  }
  if (scanner.accept("M")) {
    LZ_ASSIGN_OR_RETURN(layout.dynamicShapeMetadataPrefixBytes, parenthesized(scanner, "bytes"));
  }
  return okStatus();
}

bool layoutIsNext(const Scanner& scanner) {
  if (scanner.peek() != '{')
    return false;
  Scanner ahead = scanner;
  ahead.accept("{");
  return ahead.peek() == ':' || (ahead.peek() >= '0' && ahead.peek() <= '9');
}

StatusOr<Layout> parseLayout(Scanner& scanner, const Shape& shape, int depth) {
  Place place = scanner.place();
  Layout layout;
  scanner.accept("{");
  while (scanner.peek() != '}' && scanner.peek() != ':') {
    if (!layout.minorToMajor.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "between the dimensions of a layout"));
    LZ_ASSIGN_OR_RETURN(int64_t dim, scanner.integer("a dimension of a layout"));
    layout.minorToMajor.push_back(dim);
  }
  if (scanner.accept(":"))
    LZ_RETURN_IF_ERROR(parseLayoutDetails(scanner, layout, depth));
  LZ_RETURN_IF_ERROR(scanner.expect("}", "at the end of a layout"));
  std::vector<bool> seen(shape.dimensions.size());
  for (int64_t dim : layout.minorToMajor) {
    if (dim < 0 || dim >= int64_t(seen.size()) || seen[size_t(dim)])
      return scanner.error(place, "the layout does not order the dimensions of ",
                           printShapeWithoutLayout(shape), "; name each of them once");
    seen[size_t(dim)] = true;
  }
  if (!layout.minorToMajor.empty() && layout.minorToMajor.size() != seen.size())
    return scanner.error(place, "the layout names ", layout.minorToMajor.size(), " dimensions of ",
                         printShapeWithoutLayout(shape), "; name each of them once");
  return layout;
}

Status parseDimension(Scanner& scanner, Shape& shape) {
  bool isDynamic = scanner.accept("<=");
  if (scanner.accept("?")) {
    shape.dimensions.push_back(Shape::kUnbounded);
    isDynamic = true;
  } else {
    LZ_ASSIGN_OR_RETURN(int64_t size, scanner.integer("the size of a dimension"));
    if (size < 0)
      return scanner.error("the size ", size, " of a dimension is negative");
    shape.dimensions.push_back(size);
  }
  if (isDynamic)
    shape.isDynamicDimension.resize(shape.dimensions.size());
  if (isDynamic || shape.isDynamic())
    shape.isDynamicDimension.resize(shape.dimensions.size());
  if (isDynamic)
    shape.isDynamicDimension.back() = true;
  return okStatus();
}

StatusOr<Shape> parseArray(Scanner& scanner, int depth) {
  Shape shape;
  shape.elementType = parsePrimitiveType(scanner.peekWord());
  if (shape.elementType == PrimitiveType::Invalid)
    return scanner.error("unknown element type ", scanner.next());
  Place place = scanner.place();
  scanner.word();
  LZ_RETURN_IF_ERROR(scanner.expect("[", "after an element type"));
  while (!scanner.accept("]")) {
    if (!shape.dimensions.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "between the sizes of a shape"));
    LZ_RETURN_IF_ERROR(parseDimension(scanner, shape));
  }
  bool isStatic = shape.isArray() && !shape.isDynamic();
  if (isStatic && dtypeOf(shape.elementType) != DType::Invalid)
    if (Status status = checkType(shape.tensorType()); !status.ok())
      return scanner.error(place, status.message());
  if (layoutIsNext(scanner)) {
    LZ_ASSIGN_OR_RETURN(shape.layout, parseLayout(scanner, shape, depth));
    if (*shape.layout == Layout()) // the layout is empty: {:}
      shape.layout.reset();
  }
  return shape;
}

} // namespace

bool shapeIsNext(const Scanner& scanner) {
  if (scanner.peek() == '(')
    return true;
  std::string_view word = scanner.peekWord();
  if (word.empty())
    return false;
  Scanner ahead = scanner;
  ahead.word();
  return ahead.peek() == '[' || (word == "b" && ahead.peek() == '(');
}

StatusOr<Shape> parseShape(Scanner& scanner, int depth) {
  if (depth > kMaxShapeDepth)
    return scanner.error("shapes nest deeper than ", kMaxShapeDepth, " levels; flatten the tuples");
  bool isBuffer = scanner.startsWith("b(");
  if (!isBuffer && scanner.peek() != '(')
    return parseArray(scanner, depth);
  Shape shape;
  shape.elementType = isBuffer ? PrimitiveType::Buffer : PrimitiveType::Tuple;
  scanner.accept(isBuffer ? "b(" : "(");
  while (!scanner.accept(")")) {
    if (!shape.tupleShapes.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "between the shapes of a tuple"));
    LZ_ASSIGN_OR_RETURN(Shape element, parseShape(scanner, depth + 1));
    shape.tupleShapes.push_back(std::move(element));
  }
  return shape;
}

StatusOr<Ints> parseInts(Scanner& scanner, std::string_view what) {
  Ints values;
  LZ_RETURN_IF_ERROR(scanner.expect("{", absl::StrCat("for ", detail::piece(what))));
  while (!scanner.accept("}")) {
    if (!values.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "between integers"));
    LZ_ASSIGN_OR_RETURN(int64_t value, scanner.integer(what));
    values.push_back(value);
  }
  return values;
}

} // namespace lz::xla
