#include "lz-run/Options.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <functional>
#include <map>

namespace lz::run {
namespace {

// Reads the words of one flag from `words`, beginning at `next`.
using Take = std::function<Status(const std::vector<std::string>& words, size_t& next)>;

bool isFlag(const std::string& word) {
  return word.size() > 1 && word[0] == '-';
}

Take flag(bool& value) {
  return [&value](const auto&, size_t&) { return value = true, okStatus(); };
}

// Takes every word up to the next flag.
Take list(std::vector<std::string>& values) {
  return [&values](const auto& words, size_t& next) {
    while (next < words.size() && !isFlag(words[next]))
      values.push_back(words[next++]);
    return okStatus();
  };
}

// Takes one word, and converts it by `convert`.
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

// Takes the numbers of arguments, for example "0,2".
Take indices(std::vector<size_t>& values) {
  return word([&values](const std::string& text) {
    for (absl::string_view part : absl::StrSplit(text, ','))
      if (!absl::SimpleAtoi(part, &values.emplace_back()))
        return false;
    return true;
  });
}

// Accepts one of the keys of `values`, and sets `value` to what it stands for.
template <typename T> Take choice(T& value, std::map<std::string, T> values) {
  return word([&value, values = std::move(values)](const std::string& text) {
    auto found = values.find(text);
    if (found != values.end())
      value = found->second;
    return found != values.end();
  });
}

struct Flag {
  const char *name, *argument, *help;
  Take take;
};

// The limit of the C API.
constexpr int kMostThreads = 4096;

std::vector<Flag> flagsFor(Options& options) {
  return {
      {"--function", "NAME",
       "Which public function of the programs to run; without it main, or the only one.",
       word([&options](const std::string& text) {
         options.function = text;
         return !text.empty();
       })},
      {"--args", "FILE...",
       "The arguments, as .npy files. Without it they are random, and the same "
       "every time.",
       list(options.args)},
      {"--expect", "FILE...", "What the results should be, as .npy files.", list(options.expect)},
      {"--rtol", "NUMBER", "The relative error that is tolerated; default 0.",
       number(options.rtol)},
      {"--atol", "NUMBER", "The absolute error that is tolerated; default 0.",
       number(options.atol)},
      {"--save", "FILE...", "Write the results to these .npy files.", list(options.save)},
      {"--gradient", "I,J,...",
       "Return the result, which has one element, and then its gradients with respect to these "
       "arguments, counted from 0.",
       indices(options.gradient)},
      {"--print", "FORM",
       "Print the programs instead of running them: lazy-tensor, as PyTorch's lazy tensors are "
       "written; function, as Swift's; dot, a drawing for Graphviz.",
       choice(
           options.print,
           {{"lazy-tensor", Form::LazyTensor}, {"function", Form::Function}, {"dot", Form::Dot}})},
      {"--reference", "", "Interpret the program instead of compiling it.",
       flag(options.reference)},
      {"--bench", "SECONDS",
       "Run once to warm up, and then for so long and at least three times; the times are those of "
       "the later runs.",
       word([&options](const std::string& text) {
         return options.bench = true,
                absl::SimpleAtod(text, &options.benchSeconds) && options.benchSeconds >= 0;
       })},
      {"--json", "", "Print one line of JSON for each program.", flag(options.json)},
      {"--threads", "N",
       "Threads that compute, 1 to 4096; default one a core that this process may use.",
       word([&options](const std::string& text) {
         return absl::SimpleAtoi(text, &options.threads) && options.threads > 0;
       })},
      {"--cpu", "CLASS",
       "The CPU class to compile for: x86-64-v2, avx2 or avx512; default the best that runs "
       "here.",
       word([&options](const std::string& text) {
         options.cpu = text;
         return !text.empty();
       })},
      {"--numerics", "LEVEL", "strict or standard (the default).",
       choice(options.numerics, {{"standard", compiler::Numerics::Standard},
                                 {"strict", compiler::Numerics::Strict}})},
      {"--help", "", "Print this and exit.", flag(options.help)},
  };
}

// Breaks the text into lines of at most 80 characters, each indented by `indent` blanks.
std::string wrapped(absl::string_view text, size_t indent) {
  std::string lines, line(indent, ' ');
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    if (line.size() > indent && line.size() + 1 + word.size() > 80) {
      absl::StrAppend(&lines, line, "\n");
      line.assign(indent, ' ');
    }
    absl::StrAppend(&line, line.size() > indent ? " " : "", word);
  }
  return absl::StrCat(lines, line, "\n");
}

// Returns a title and its explanation, as --help prints them.
std::string entry(absl::string_view title, absl::string_view text) {
  return absl::StrCat("  ", title, "\n", wrapped(text, 6));
}

} // namespace

std::string helpText() {
  Options none;
  std::string text = absl::StrCat(
      "usage: lz-run FILE [FLAG...]\n",
      wrapped(
          "Runs the StableHLO programs of a file on random or given arguments, compiled for this "
          "machine or interpreted, and compares the results with what is expected.",
          0),
      "\nflags:\n");
  for (const Flag& flag : flagsFor(none))
    absl::StrAppend(
        &text, entry(absl::StrCat(flag.name, *flag.argument ? " " : "", flag.argument), flag.help));
  absl::StrAppend(
      &text, "\nexit status:\n", entry("0", "The results are equal, or nothing was expected."),
      entry("1", "Results differ, or a check of the program failed."),
      entry("2", "The program, its arguments or the command line are invalid."),
      entry("3", "The program is valid, but something in it is not supported yet."),
      entry("4", "The run failed, memory ran out, or results could not be written."),
      entry("130", "Interrupted by Ctrl-C: the run was cancelled. A second Ctrl-C kills."),
      "\nenvironment:\n", entry("LAZULI_DUMP=DIR", "Write every stage of the compilation there."),
      entry("LAZULI_DISABLE=NAME,...",
            "Leave parts of the compiler out: passes, fusion, vectors, tiles, pairs, epilogues, "
            "objects."));
  return text;
}

StatusOr<Options> parseOptions(const std::vector<std::string>& words) {
  Options options;
  std::vector<Flag> flags = flagsFor(options);
  for (size_t next = 0; next < words.size();) {
    const std::string& name = words[next++];
    if (!isFlag(name)) {
      if (!options.file.empty())
        return invalidArgument("two files given: ", options.file, " and ", name);
      options.file = name;
      continue;
    }
    auto found = std::find_if(flags.begin(), flags.end(),
                              [&](const Flag& flag) { return flag.name == name; });
    if (found == flags.end())
      return invalidArgument("unknown flag ", name);
    LZ_RETURN_IF_ERROR(found->take(words, next));
  }
  if (options.threads > kMostThreads)
    return invalidArgument("--threads is ", options.threads, "; use 1 to ", kMostThreads);
  if (options.file.empty() && !options.help)
    return invalidArgument("no FILE given");
  return options;
}

} // namespace lz::run
