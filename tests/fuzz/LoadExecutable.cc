// Any tables after a header that fits them give an executable or a message. They cause no crash, no
// hang, no leak, and no use of memory beyond the limits that run.py sets. An executable is
// verified, and can be printed. It is written as a file that is read as the same executable.
//
// The machine code of a file is trusted like a program (docs/cache.md), so this target neither
// links nor runs it. Headers and checksums are tested in unit/compiler/FilesTest.cc, because random
// damage would never get past them.
//
// save_executables writes the seeds.
#include "Fail.h"
#include "Unlinked.h"
#include "exec/file/FileHeader.h"

using namespace lz;

static std::string fileOf(const exec::Executable& executable) {
  StatusOr<std::string> file = exec::writeExecutable(executable.spec());
  if (!file.ok())
    fuzz::fail("what was read is not written", file.status(), executable.print());
  return *std::move(file);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string tables(reinterpret_cast<const char*>(data), size);
  const fuzz::Unlinked source;
  StatusOr<exec::ExecutableSpec> spec =
      exec::readExecutable(exec::headerOf(tables) + tables, source, nullptr);
  if (!spec.ok()) {
    fuzz::checkMessage(spec.status());
    return 0;
  }
  const exec::Executable executable(*std::move(spec));
  (void)executable.memoryReport();
  (void)executable.cost();
  const std::string file = fileOf(executable);
  spec = exec::readExecutable(file, source, nullptr);
  if (!spec.ok())
    fuzz::fail("the written file is refused", spec.status(), executable.print());
  const exec::Executable again(*std::move(spec));
  if (again.print() != executable.print() || fileOf(again) != file)
    fuzz::fail("the written file is another executable", okStatus(), executable.print());
  return 0;
}
