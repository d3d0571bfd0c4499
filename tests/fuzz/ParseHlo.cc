// Any bytes give a module of HLO text or a message. They cause no crash, no hang and no leak. A
// module is printed as text that is read as the same module.
#include "Fail.h"
#include "formats/xla/text/HloText.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::xla::Module> module = lz::xla::parseHloText(text, "fuzz.hlo");
  if (!module.ok()) {
    lz::fuzz::checkMessage(module.status(), text);
    return 0;
  }
  (void)lz::xla::verifyModule(*module, "fuzz.hlo");
  std::string printed = lz::xla::printHloText(*module);
  lz::StatusOr<lz::xla::Module> again = lz::xla::parseHloText(printed, "printed.hlo");
  if (!again.ok())
    lz::fuzz::fail("the printed text is refused", again.status(), printed);
  if (lz::xla::printHloText(*again) != printed)
    lz::fuzz::fail("the printed text reads back as another module", lz::okStatus(), printed);
  return 0;
}
