#include "formats/xla/text/Literals.h"

#include "formats/xla/text/Elements.h"

namespace lz::xla {
namespace {

// Parses the nested braces of an array, one level for each dimension, without recursion.
class ArrayParser {
public:
  ArrayParser(Scanner& scanner, const TensorType& type)
      : scanner_(scanner), type_(type), counts_(size_t(type.rank())), data_(type) {}

  StatusOr<lz::Literal> run() {
    if (type_.rank() == 0) {
      LZ_RETURN_IF_ERROR(parseElement(scanner_, type_.dtype, data_.mutableData(), 0));
      return std::move(data_);
    }
    do
      LZ_RETURN_IF_ERROR(step());
    while (level_ > 0);
    return std::move(data_);
  }

private:
  Status step() {
    if (scanner_.accept("{"))
      return open();
    if (level_ > 0 && scanner_.accept("}"))
      return close();
    if (level_ < counts_.size())
      return scanner_.error("expected '{' around the elements of dimension ", level_, " of ",
                            type_.str(), ", found ", scanner_.next());
    if (next_ >= type_.numElements())
      return tooMany();
    LZ_RETURN_IF_ERROR(parseElement(scanner_, type_.dtype, data_.mutableData(), next_++));
    return count();
  }

  Status open() {
    if (level_ == counts_.size())
      return scanner_.error("braces nest deeper than the ", type_.rank(), " dimensions of ",
                            type_.str());
    counts_[level_++] = 0;
    return okStatus();
  }

  Status close() {
    if (counts_[level_ - 1] != type_.dims[level_ - 1] && type_.numElements() != 0)
      return scanner_.error("dimension ", level_ - 1, " of ", type_.str(), " has ",
                            counts_[level_ - 1], " elements here");
    return --level_ > 0 ? count() : okStatus();
  }

  // Counts one more element or row in the innermost open dimension.
  Status count() {
    if (++counts_[level_ - 1] > type_.dims[level_ - 1])
      return tooMany();
    if (scanner_.peek() == '}')
      return okStatus();
    return scanner_.expect(",", "between elements");
  }

  Status tooMany() { return scanner_.error("too many elements for ", type_.str()); }

  Scanner& scanner_;
  const TensorType& type_;
  Dims counts_;
  size_t level_ = 0;
  int64_t next_ = 0;
  lz::Literal data_;
};

Status parseArray(Scanner& scanner, HloLiteral& literal) {
  if (scanner.accept("{...}")) {
    literal.isElided = true;
    return okStatus();
  }
  TensorType type = literal.shape.tensorType();
  if (!literal.shape.isArray() || literal.shape.isDynamic() || !isValid(type.dtype))
    return scanner.error("a literal cannot have the shape ", printShape(literal.shape));
  if (type.rank() > 0 && scanner.peek() != '{') {
    literal.isSplat = true;
    type.dims.clear();
  }
  // Each element takes at least a character and a comma.
  if (type.numElements() / 2 > int64_t(scanner.remaining()))
    return scanner.error("the text has fewer elements than ", type.str());
  LZ_ASSIGN_OR_RETURN(literal.data, ArrayParser(scanner, type).run());
  return okStatus();
}

void printArray(const HloLiteral& literal, std::string& out) {
  const TensorType& type = literal.data.type();
  size_t rank = type.dims.size();
  if (type.numElements() == 0 && rank > 0) {
    out += "{}";
    return;
  }
  Dims index(rank);
  for (int64_t i = 0, n = type.numElements(); i < n; ++i) {
    size_t fresh = rank; // the braces of dims from `fresh` on open here
    while (fresh > 0 && index[fresh - 1] == 0)
      --fresh;
    out.append(rank - fresh, '{');
    printElement(type.dtype, literal.data.data(), i, out);
    size_t closed = rank;
    while (closed > 0 && ++index[closed - 1] == type.dims[closed - 1])
      index[--closed] = 0;
    out.append(rank - closed, '}');
    out += i + 1 < n ? ", " : "";
  }
}

} // namespace

bool HloLiteral::operator==(const HloLiteral& other) const {
  if (data.valid() != other.data.valid() || (data.valid() && !(data == other.data)))
    return false;
  return shape == other.shape && isElided == other.isElided && isSplat == other.isSplat &&
         tupleLiterals == other.tupleLiterals;
}

// Parses a literal. Recursion is safe, because shapes nest at most kMaxShapeDepth deep.
StatusOr<HloLiteral> parseLiteral(Scanner& scanner, const Shape& shape) {
  HloLiteral literal{shape};
  if (!shape.isTuple()) {
    LZ_RETURN_IF_ERROR(parseArray(scanner, literal));
    return literal;
  }
  LZ_RETURN_IF_ERROR(scanner.expect("(", "at the beginning of a tuple"));
  for (const Shape& element : shape.tupleShapes) {
    if (!literal.tupleLiterals.empty())
      LZ_RETURN_IF_ERROR(scanner.expect(",", "between the elements of a tuple"));
    LZ_ASSIGN_OR_RETURN(HloLiteral value, parseLiteral(scanner, element));
    literal.tupleLiterals.push_back(std::move(value));
  }
  LZ_RETURN_IF_ERROR(scanner.expect(")", "at the end of a tuple"));
  return literal;
}

void printLiteral(const HloLiteral& literal, std::string& out) {
  if (literal.isElided) {
    out += "{...}";
    return;
  }
  if (!literal.shape.isTuple())
    return printArray(literal, out);
  out += '(';
  for (size_t i = 0; i < literal.tupleLiterals.size(); ++i) {
    out += i > 0 ? ", " : "";
    printLiteral(literal.tupleLiterals[i], out);
  }
  out += ')';
}

} // namespace lz::xla
