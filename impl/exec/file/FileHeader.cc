#include "exec/file/FileHeader.h"

#include "exec/file/Checksum.h"
#include "exec/file/ExecutableFile.h"

#include <cstring>

namespace lz::exec {
namespace {

struct Header {
  char magic[8] = {'L', 'Z', 'E', 'X', 'E', 'C', '\r', '\n'};
  uint32_t version = kFileVersion;
  uint32_t library = LAZULI_VERSION;
  uint64_t bytes = 0;
  uint64_t sum = 0;
};
static_assert(sizeof(Header) == kHeaderBytes);

uint64_t sumOf(const Header& header, std::string_view tables) {
  const std::string_view start(reinterpret_cast<const char*>(&header), offsetof(Header, sum));
  return checksum(start) ^ checksum(tables);
}

std::string versionName(uint32_t number) {
  return absl::StrCat(number / 1000000, ".", number / 1000 % 1000, ".", number % 1000);
}

} // namespace

std::string headerOf(std::string_view tables) {
  Header header;
  header.bytes = tables.size();
  header.sum = sumOf(header, tables);
  return std::string(reinterpret_cast<const char*>(&header), sizeof header);
}

StatusOr<std::string_view> tablesOf(std::string_view file) {
  Header header, expected;
  if (file.size() < sizeof header ||
      std::memcmp(file.data(), expected.magic, sizeof expected.magic) != 0)
    return invalidArgument("[load] the ", file.size(),
                           " bytes are not an executable that lz_executable_save wrote");
  std::memcpy(&header, file.data(), sizeof header);
  const std::string_view tables = file.substr(sizeof header);
  // Checks the versions after the checksum, because in a damaged file the version numbers may be
  // wrong.
  if (header.version <= kFileVersion &&
      (header.bytes != tables.size() || header.sum != sumOf(header, tables)))
    return absl::DataLossError(absl::StrCat("[load] the executable is damaged: the file of ",
                                            file.size(), " bytes is not as it was written"));
  if (header.version != kFileVersion)
    return failedPrecondition("[load] the file has version ", header.version,
                              " of the format, but this library reads version ", kFileVersion,
                              ": compile and save the program again");
  if (header.library != expected.library)
    return failedPrecondition("[load] the executable was saved by version ",
                              versionName(header.library), " of the library, but this is version ",
                              versionName(expected.library),
                              ": compile and save the program again");
  return tables;
}

} // namespace lz::exec
