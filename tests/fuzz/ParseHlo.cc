// Any bytes are a module of HLO text or a message: no crash, no hang, no leak. What is a module
// prints as text that reads back as the same module.
#include "hlo/xla/HloText.h"

#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void fail(const char* what, const lz::Status& status, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n%s\n", what, status.ToString().c_str(), text.c_str());
  std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::xla::Module> module = lz::xla::parseHloText(text, "fuzz.hlo");
  if (!module.ok()) {
    if (module.status().message().empty())
      fail("refused without a message", module.status(), text);
    return 0;
  }
  (void)lz::xla::verifyModule(*module, "fuzz.hlo");
  std::string printed = lz::xla::printHloText(*module);
  lz::StatusOr<lz::xla::Module> again = lz::xla::parseHloText(printed, "printed.hlo");
  if (!again.ok())
    fail("the printed text is refused", again.status(), printed);
  if (lz::xla::printHloText(*again) != printed)
    fail("the printed text reads back as another module", lz::okStatus(), printed);
  return 0;
}
