// Any bytes give a program or a message. They cause no crash, no hang, no leak, and no use of
// memory beyond the limits that run.py sets. A program is printed as text that is parsed and
// printed as the same text again.
#include "Fail.h"
#include "formats/stablehlo/StableHloText.h"

namespace {

// A text of a few bytes can become a large program by functions that call functions. Such a program
// is parsed once, but not printed and parsed again.
constexpr size_t kMaxValues = size_t{1} << 16;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::Program> program = lz::formats::parseStableHlo(text, "fuzz.mlir");
  if (!program.ok()) {
    lz::fuzz::checkMessage(program.status(), text);
    return 0;
  }
  if (program->types.size() > kMaxValues)
    return 0;
  std::string printed = lz::formats::printStableHlo(*program);
  *program = {}; // so that its constants are not held twice
  program = lz::formats::parseStableHlo(printed, "printed.mlir");
  if (!program.ok())
    lz::fuzz::fail("the printed text is refused", program.status(), printed);
  if (lz::formats::printStableHlo(*program) != printed)
    lz::fuzz::fail("the printed text parses to another program", lz::okStatus(), printed);
  return 0;
}
