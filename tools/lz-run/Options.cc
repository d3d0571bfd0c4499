#include "lz-run/Options.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/sizes/ByteSize.h"

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

// Takes a size of `flag`, for example "1.5GB".
Take size(int64_t& value, const char* flag) {
  return [&value, flag](const auto& words, size_t& next) -> Status {
    LZ_ASSIGN_OR_RETURN(value, parseByteSize(next < words.size() ? words[next] : "", flag));
    ++next;
    return okStatus();
  };
}

// Takes a list of indices of arguments, for example "0,2".
Take indices(std::vector<size_t>& values) {
  return word([&values](const std::string& text) {
    for (absl::string_view part : absl::StrSplit(text, ','))
      if (!absl::SimpleAtoi(part, &values.emplace_back()))
        return false;
    return true;
  });
}

// Accepts one of the keys of `values`, and sets `value` to what the key stands for.
template <typename T> Take choice(T& value, std::map<std::string, T> values) {
  return word([&value, values = std::move(values)](const std::string& text) {
    auto found = values.find(text);
    if (found != values.end())
      value = found->second;
    return found != values.end();
  });
}

struct Flag {
  const char *name, *argument;
  std::string help;
  Take take;
};

// The limit of the C API.
constexpr int kMostThreads = 4096;

std::vector<Flag> flagsFor(Options& options) {
  return {
      {"--function", "NAME",
       "The public function to run. The default is main, or the only public function.",
       word([&options](const std::string& text) {
         options.function = text;
         return !text.empty();
       })},
      {"--args", "FILE...",
       "The arguments, as .npy files. By default they are random numbers, which are the same in "
       "each run.",
       list(options.args)},
      {"--expect", "FILE...", "The expected results, as .npy files.", list(options.expect)},
      {"--rtol", "NUMBER", "The relative error that is allowed. The default is 0.",
       number(options.rtol)},
      {"--atol", "NUMBER", "The absolute error that is allowed. The default is 0.",
       number(options.atol)},
      {"--save", "FILE...", "Write the results to these .npy files.", list(options.save)},
      {"--gradient", "I,J,...",
       "Return the result, and its gradients with respect to these arguments, which are counted "
       "from 0. The result must have one element.",
       indices(options.gradient)},
      {"--print", "FORM",
       "Print the programs instead of running them. The form lazy-tensor is that of PyTorch's lazy "
       "tensors, function is that of Swift's, and dot is a drawing for Graphviz.",
       choice(
           options.print,
           {{"lazy-tensor", Form::LazyTensor}, {"function", Form::Function}, {"dot", Form::Dot}})},
      {"--reference", "", "Interpret the program instead of compiling it.",
       flag(options.reference)},
      {"--bench", "SECONDS",
       "Run once to warm up. Then run again for this time, but at least three times. The reported "
       "times are those of the later runs.",
       word([&options](const std::string& text) {
         return options.bench = true,
                absl::SimpleAtod(text, &options.benchSeconds) && options.benchSeconds >= 0;
       })},
      {"--json", "", "Print one line of JSON for each program.", flag(options.json)},
      {"--threads", "N",
       "The number of threads that compute, from 1 to 4096. The default is the number of cores "
       "that "
       "this process may use.",
       word([&options](const std::string& text) {
         return absl::SimpleAtoi(text, &options.threads) && options.threads > 0;
       })},
      {"--budget", "SIZE",
       absl::StrCat("The most memory of arguments, results and temporaries. A program that needs "
                    "more is refused. The size is ",
                    kByteSizeGrammar, "."),
       size(options.budget, "--budget")},
      {"--tensor-size-threshold", "SIZE",
       "Split tensors of more bytes than this, whatever it costs. The default is that of "
       "LAZULI_FLAGS.",
       size(options.tensorSizeThreshold, "--tensor-size-threshold")},
      {"--tensor-split-size", "SIZE",
       "The most bytes of a slice of such a tensor. The default is the threshold.",
       size(options.tensorSplitSize, "--tensor-split-size")},
      {"--cpu", "CLASS",
       "The CPU class of the code: x86-64-v2, avx2 or avx512. The default is the best one that "
       "this "
       "machine runs.",
       word([&options](const std::string& text) {
         options.cpu = text;
         return !text.empty();
       })},
      {"--numerics", "LEVEL", "The numerics level: strict or standard. The default is standard.",
       choice(options.numerics, {{"standard", compiler::Numerics::Standard},
                                 {"strict", compiler::Numerics::Strict}})},
      {"--help", "", "Print this text and exit.", flag(options.help)},
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
          "Compiles or interprets the StableHLO programs of a file, runs them on random or given "
          "arguments, and compares the results with expected ones.",
          0),
      "\nflags:\n");
  for (const Flag& flag : flagsFor(none))
    absl::StrAppend(
        &text, entry(absl::StrCat(flag.name, *flag.argument ? " " : "", flag.argument), flag.help));
  absl::StrAppend(
      &text, "\nexit status:\n",
      entry("0", "The results are equal to the expected ones, or no results were expected."),
      entry("1", "Results differ, or a check of the program failed."),
      entry("2", "The program, its arguments or the command line are invalid."),
      entry("3", "The program is valid, but something in it is not supported yet."),
      entry("4", "The run failed, memory ran out, or results could not be written."),
      entry("130", "The run was cancelled by Ctrl-C. A second Ctrl-C ends the process at once."),
      "\nenvironment:\n",
      entry("LAZULI_DUMP=DIR", "Write every phase of the compilation to files in this folder."),
      entry("LAZULI_MEMORY_BUDGET=SIZE", "The default of --budget."),
      entry("LAZULI_FLAGS=FLAG...",
            "The defaults of --tensor-size-threshold and --tensor-split-size, as "
            "--tensor_size_threshold=SIZE and --tensor_split_size=SIZE."),
      entry("LAZULI_DISABLE=NAME,...", "Leave out these parts of the compiler: fusion, vectors, "
                                       "tiles, pairs, epilogues, sweeps, "
                                       "rescaling, objects, or passes by their names."));
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
