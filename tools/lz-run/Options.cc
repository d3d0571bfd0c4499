#include "lz-run/Options.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include <functional>
#include <map>

namespace lz::run {
namespace {

// Takes the words of one flag from `words` at `next`.
using Take = std::function<Status(const std::vector<std::string>& words, size_t& next)>;

bool isFlag(const std::string& word) {
  return absl::StartsWith(word, "--");
}

Take flag(bool& value) {
  return [&value](const auto&, size_t&) { return value = true, okStatus(); };
}

// Every word up to the next flag.
Take list(std::vector<std::string>& values) {
  return [&values](const auto& words, size_t& next) {
    while (next < words.size() && !isFlag(words[next]))
      values.push_back(words[next++]);
    return okStatus();
  };
}

// One word, converted by `convert`.
template <typename Convert> Take word(Convert convert) {
  return [convert](const auto& words, size_t& next) {
    if (next == words.size() || !convert(words[next]))
      return invalidArgument(words[next - 1], " needs a valid value after it");
    ++next;
    return okStatus();
  };
}

Take number(double& value) {
  return word(
      [&value](const std::string& text) { return absl::SimpleAtod(text, &value) && value >= 0; });
}

// "0,2": numbers of arguments.
Take indices(std::vector<size_t>& values) {
  return word([&values](const std::string& text) {
    for (absl::string_view part : absl::StrSplit(text, ','))
      if (!absl::SimpleAtoi(part, &values.emplace_back()))
        return false;
    return true;
  });
}

// One of the names.
template <typename T> Take choice(T& value, std::map<std::string, T> values) {
  return word([&value, values = std::move(values)](const std::string& text) {
    auto found = values.find(text);
    if (found != values.end())
      value = found->second;
    return found != values.end();
  });
}

std::map<std::string, Take> flagsFor(Options& options) {
  return {
      {"--args", list(options.args)},
      {"--expect", list(options.expect)},
      {"--save", list(options.save)},
      {"--rtol", number(options.rtol)},
      {"--atol", number(options.atol)},
      {"--bench", number(options.benchSeconds)},
      {"--gradient", indices(options.gradient)},
      {"--reference", flag(options.reference)},
      {"--json", flag(options.json)},
      {"--numerics", choice(options.numerics, {{"standard", Numerics::Standard},
                                               {"strict", Numerics::Strict},
                                               {"fast", Numerics::Fast}})},
      {"--threads", word([&options](const std::string& text) {
         return absl::SimpleAtoi(text, &options.threads) && options.threads > 0;
       })},
      {"--cpu", word([&options](const std::string& text) {
         options.cpu = text;
         return !text.empty();
       })},
  };
}

} // namespace

StatusOr<Options> parseOptions(const std::vector<std::string>& words) {
  Options options;
  std::map<std::string, Take> flags = flagsFor(options);
  for (size_t next = 0; next < words.size();) {
    const std::string& name = words[next++];
    if (!isFlag(name)) {
      if (!options.file.empty())
        return invalidArgument("two files given: ", options.file, " and ", name);
      options.file = name;
      continue;
    }
    auto found = flags.find(name);
    if (found == flags.end())
      return invalidArgument("unknown flag ", name);
    LZ_RETURN_IF_ERROR(found->second(words, next));
  }
  if (options.file.empty())
    return invalidArgument("no FILE given");
  return options;
}

} // namespace lz::run
