// Any bytes give a module in a protocol buffer or a message. They cause no crash, no hang and no
// leak. A module is written as bytes that are read as the same module.
//
// "--write-seeds" (Seeds.h) reads texts of HLO.
#include "Fail.h"
#include "Seeds.h"
#include "formats/xla/proto/HloProto.h"
#include "formats/xla/text/HloText.h"

#include <cstdint>

static lz::fuzz::Seeds seedsOf(const std::string& text) {
  lz::StatusOr<lz::xla::Module> module = lz::xla::parseHloText(text, "seed.hlo");
  if (!module.ok() || !lz::xla::verifyModule(*module, "seed.hlo").ok())
    return {};
  return {{".pb", lz::xla::printHloProto(*module)}};
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  lz::fuzz::writeSeedsIfAsked(*argc, *argv, seedsOf);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::xla::Module> module = lz::xla::parseHloProto(bytes, "fuzz.pb");
  if (!module.ok()) {
    lz::fuzz::checkMessage(module.status());
    return 0;
  }
  if (!lz::xla::verifyModule(*module, "fuzz.pb").ok())
    return 0;
  const std::string written = lz::xla::printHloProto(*module);
  lz::StatusOr<lz::xla::Module> again = lz::xla::parseHloProto(written, "written.pb");
  if (!again.ok())
    lz::fuzz::fail("the written bytes are refused", again.status());
  if (lz::xla::printHloProto(*again) != written)
    lz::fuzz::fail("the written bytes are read as another module", lz::okStatus());
  return 0;
}
