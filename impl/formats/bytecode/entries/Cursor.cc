#include "formats/bytecode/entries/Cursor.h"

#include "hlo/ir/Dialect.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "mlir/IR/Location.h"

namespace lz::formats {

mlir::Location Cursor::location() const {
  std::string place = (source_->name + ": byte " + llvm::Twine(offset())).str();
  return mlir::NameLoc::get(mlir::StringAttr::get(source_->context, place));
}

void Cursor::fail(const llvm::Twine& message) {
  if (!ok())
    return;
  mlir::emitError(location()) << message;
  source_->failed = true;
  rest_ = rest_.take_front(0);
}

void Cursor::refuse(const llvm::Twine& what) {
  fail(what + " " + hlo::kNotSupported);
}

llvm::StringRef Cursor::take(uint64_t size) {
  if (!ok())
    return {};
  if (size > rest_.size()) {
    fail("bytes needed: " + llvm::Twine(size) + ", bytes left: " + llvm::Twine(rest_.size()) +
         "; the file is cut short or damaged");
    return {};
  }
  llvm::StringRef taken = rest_.take_front(size);
  rest_ = rest_.drop_front(size);
  return taken;
}

uint8_t Cursor::byte() {
  llvm::StringRef taken = take(1);
  return taken.empty() ? 0 : uint8_t(taken[0]);
}

// Reads a varint. The number of trailing zeros of its first byte is the number of further bytes.
uint64_t Cursor::varint() {
  const uint8_t first = byte();
  if (first & 1)
    return first >> 1;
  if (!ok())
    return 0;
  const unsigned extra = first == 0 ? 8 : unsigned(llvm::countr_zero(first));
  llvm::StringRef rest = take(extra);
  if (!ok())
    return 0;
  uint64_t high = 0;
  for (unsigned i = 0; i < extra; ++i)
    high |= uint64_t(uint8_t(rest[i])) << (8 * i);
  if (extra == 8)
    return high;
  const unsigned lowBits = 7 - extra;
  return (high << lowBits) | (first >> (extra + 1));
}

int64_t Cursor::signedVarint() {
  const uint64_t value = varint();
  return int64_t((value >> 1) ^ (~(value & 1) + 1));
}

size_t Cursor::count() {
  Cursor before = *this;
  const uint64_t number = varint();
  if (number <= rest_.size())
    return size_t(number);
  before.fail("a list has " + llvm::Twine(number) + " entries, but only " +
              llvm::Twine(rest_.size()) + " bytes are left; the file is damaged");
  return 0;
}

uint64_t Cursor::varintWithFlag(bool& flag) {
  const uint64_t value = varint();
  flag = value & 1;
  return value >> 1;
}

llvm::StringRef Cursor::terminated() {
  if (!ok())
    return {};
  const size_t end = rest_.find('\0');
  if (end == llvm::StringRef::npos) {
    fail("a text has no end; the file is damaged");
    return {};
  }
  return take(end + 1).drop_back();
}

llvm::StringRef Cursor::blob() {
  return take(varint());
}

void Cursor::alignTo(uint64_t alignment) {
  if (!ok())
    return;
  if (!llvm::isPowerOf2_64(alignment) || alignment > 4096)
    return fail("an alignment must be a power of two of at most 4096 bytes, but is " +
                llvm::Twine(alignment));
  take(-offset() & (alignment - 1));
}

llvm::SmallVector<int64_t> Cursor::signedVarints() {
  llvm::SmallVector<int64_t> numbers(count());
  for (int64_t& number : numbers)
    number = signedVarint();
  return numbers;
}

llvm::APInt Cursor::integer(unsigned width) {
  if (width <= 8)
    return {width, byte()};
  if (width <= 64)
    return {width, uint64_t(signedVarint())};
  llvm::SmallVector<uint64_t, 2> words(std::min<size_t>(count(), (width + 63) / 64));
  for (uint64_t& word : words)
    word = uint64_t(signedVarint());
  return words.empty() ? llvm::APInt(width, 0) : llvm::APInt(width, words);
}

llvm::APFloat Cursor::real(const llvm::fltSemantics& semantics) {
  return {semantics, integer(llvm::APFloat::getSizeInBits(semantics))};
}

} // namespace lz::formats
