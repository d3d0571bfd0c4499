// Makes seeds for targets that read no text. With the arguments "--write-seeds TEXTS FOLDER", a
// target only converts the texts in TEXTS, and writes the results to FOLDER.
#pragma once

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace lz::fuzz {

// The end of a file's name, for example ".bytecode", and the file's bytes.
using Seeds = std::vector<std::pair<std::string, std::string>>;

// If the arguments begin with --write-seeds, writes the seeds and ends the process. `seedsOf`
// returns nothing for a text that is refused.
inline void writeSeedsIfAsked(int argc, char** argv, Seeds (*seedsOf)(const std::string& text)) {
  if (argc != 4 || std::strcmp(argv[1], "--write-seeds") != 0)
    return;
  const std::filesystem::path folder = argv[3];
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
    std::stringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string to = folder / entry.path().filename();
    for (const auto& [suffix, bytes] : seedsOf(text.str()))
      std::ofstream(to + suffix, std::ios::binary) << bytes;
  }
  std::exit(0);
}

} // namespace lz::fuzz
