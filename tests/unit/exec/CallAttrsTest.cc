// Attributes of calls. Tests how they are printed, and that reading them from a file gives the same
// attributes, or refuses them.
#include "exec/thunks/CallAttrsTables.h"

#include <gtest/gtest.h>

namespace lz::exec {
namespace {

// Each field is given, left out, or empty.
std::vector<std::pair<CallAttrs, std::string>> printedAttrs() {
  LapackCallAttrs gesdd = LapackCallAttrs::of("gesdd");
  gesdd.options.at(0).number = 'S';
  return {
      {NoCallAttrs(), "{}"},
      {HostCallAttrs{""}, "{attributes = \"\"}"},
      {HostCallAttrs{"{a = 1}"}, "{attributes = \"{a = 1}\"}"},
      {CholeskyCallAttrs(), "{}"},
      {CholeskyCallAttrs{0}, "{lower = 0}"},
      {ConcatenateCallAttrs{0}, "{dimension = 0}"},
      {FftCallAttrs{2, {8, 4}}, "{fft_type = 2, fft_length = [8, 4]}"},
      {SortCallAttrs{1}, "{dimension = 1}"},
      {SortCallAttrs{1, {1, 0}, {"value", "total"}, {0, 1}, "reversed"},
       "{dimension = 1, keys = [1, 0], orders = [\"value\", \"total\"], descending = [0, 1], "
       "equal = \"reversed\"}"},
      {LapackCallAttrs::of("geqrf"), "{routine = \"geqrf\"}"},
      {gesdd, "{routine = \"gesdd\", mode = 83}"},
      {TriangularSolveCallAttrs{1, 0, 1, 2},
       "{left_side = 1, lower = 0, unit_diagonal = 1, transpose_a = 2}"},
  };
}

TEST(CallAttrs, ArePrintedByTheirNames) {
  for (const auto& [attrs, text] : printedAttrs())
    EXPECT_EQ(print(attrs), text);
}

template <typename Attrs> CallAttrs emptyLike(const Attrs& attrs) {
  return std::visit([](const auto& one) { return emptyAttrs(one.kFunction); }, attrs);
}

const AttrTables* finished(TableWriter& writer, flatbuffers::Offset<AttrTables> tables) {
  fb::CallBuilder call(writer.builder());
  call.add_attrs(tables);
  writer.builder().Finish(call.Finish());
  return flatbuffers::GetRoot<fb::Call>(writer.builder().GetBufferPointer())->attrs();
}

TEST(CallAttrs, ComeBackFromAFile) {
  for (const auto& [attrs, text] : printedAttrs()) {
    TableWriter writer;
    CallAttrs read = emptyLike(attrs);
    EXPECT_EQ(readAttrs(finished(writer, writeAttrs(writer, attrs)), read), okStatus());
    EXPECT_EQ(read.index(), attrs.index());
    EXPECT_EQ(print(read), text);
  }
}

bool isReadAs(std::string_view function, std::string_view name, uint8_t kind) {
  TableWriter writer;
  auto& builder = writer.builder();
  const auto routine =
      fb::CreateAttr(builder, writer.text("routine"), 2, 0, 0, writer.text("gesdd"));
  const auto attr = fb::CreateAttr(builder, writer.text(name), kind);
  std::vector<flatbuffers::Offset<fb::Attr>> all = {attr};
  if (function == "lapack")
    all.insert(all.begin(), routine);
  CallAttrs attrs = emptyAttrs(function);
  return readAttrs(finished(writer, builder.CreateVector(all)), attrs).ok();
}

// The cases are a misspelt name, a name of another function, and values of each kind.
TEST(CallAttrs, OfAFileHaveTheNamesAndTypesOfTheirFunction) {
  const struct {
    std::string_view function, name;
    int kind; // -1 if there is no field
  } cases[] = {
      {"cholesky", "lower", 0},
      {"cholesky", "lowr", -1},
      {"cholesky", "dimension", -1},
      {"concatenate", "dimension", 0},
      {"fft", "fft_length", 3},
      {"fft", "fft_type", 0},
      {"lapack", "mode", 0},
      {"lapack", "uplo", -1},
      {"sort", "keys", 3},
      {"sort", "orders", 4},
      {"sort", "descending", 3},
      {"sort", "equal", 2},
      {"top_k", "k", 0},
      {"triangular_solve", "k", -1},
      {"nothing", "k", -1},
  };
  for (const auto& c : cases)
    for (int kind = 0; kind < 6; ++kind)
      EXPECT_EQ(isReadAs(c.function, c.name, uint8_t(kind)), kind == c.kind)
          << c.function << " " << c.name << " " << kind;
}

} // namespace
} // namespace lz::exec
