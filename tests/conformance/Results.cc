#include "Results.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>

namespace lz::conformance {
namespace {

// The verdict of a program is the first one in this list that any of its steps has.
constexpr Verdict kOrder[] = {Verdict::Failed, Verdict::Unsupported, Verdict::Disabled,
                              Verdict::Passed, Verdict::Skipped};
constexpr Step kSteps[] = {Step::Read, Step::Interpreted, Step::Compiled};

int numberOf(const Counts& counts, Verdict verdict) {
  auto found = counts.verdicts.find(verdict);
  return found == counts.verdicts.end() ? 0 : found->second;
}

std::string lineOf(const std::string& family, const Counts& counts) {
  return absl::StrFormat("| %-28s | %8d | %6d | %6d | %11d | %8d | %5d | %11d | %8d |\n", family,
                         counts.programs, numberOf(counts, Verdict::Passed),
                         numberOf(counts, Verdict::Failed), numberOf(counts, Verdict::Unsupported),
                         numberOf(counts, Verdict::Disabled), counts.passed[0], counts.passed[1],
                         counts.passed[2]);
}

Counts sumOf(const std::map<std::string, Counts>& families) {
  Counts all;
  for (const auto& [family, counts] : families) {
    all.programs += counts.programs;
    for (const auto& [verdict, number] : counts.verdicts)
      all.verdicts[verdict] += number;
    for (size_t i = 0; i < all.passed.size(); ++i)
      all.passed[i] += counts.passed[i];
  }
  return all;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      absl::StrAppend(&result, absl::StrFormat("\\u%04x", int(c)));
    else
      result += c;
  }
  return result + '"';
}

std::string jsonOf(const Counts& counts) {
  std::string text = absl::StrCat("{\"programs\": ", counts.programs);
  for (Verdict verdict : kOrder)
    absl::StrAppend(&text, ", \"", nameOf(verdict), "\": ", numberOf(counts, verdict));
  for (Step step : kSteps)
    absl::StrAppend(&text, ", \"", nameOf(step), "_passed\": ", counts.passed[size_t(step)]);
  return text + "}";
}

std::string jsonOf(const ProgramResult& result) {
  std::string text = absl::StrCat("{\"verdict\": \"", nameOf(result.verdict()), "\"");
  for (const auto& outcome : result.steps)
    if (outcome)
      absl::StrAppend(&text, ", \"", nameOf(outcome->step), "\": {\"verdict\": \"",
                      nameOf(outcome->verdict), "\", \"reason\": ", quoted(outcome->reason), "}");
  return text + "}";
}

// Returns the reason without the name of the HLO instruction, so that equal refusals count
// together.
std::string groupOf(const std::string& reason) {
  if (!reason.starts_with("instruction "))
    return reason;
  const size_t comma = reason.find(", ");
  return comma == std::string::npos ? reason : reason.substr(comma + 2);
}

constexpr size_t kLongest = 140; // the most characters of a reason on the page

std::string shortened(std::string reason) {
  std::replace(reason.begin(), reason.end(), '|', '/');
  return reason.size() <= kLongest ? reason : reason.substr(0, kLongest) + "...";
}

// Lists the programs with this verdict, grouped by their first reason. The largest group comes
// first.
std::string reasonsOf(const Results& results, Verdict verdict) {
  // For each reason, the number of programs and the name of one of them.
  std::map<std::string, std::pair<int, std::string>> groups;
  for (const auto& [program, result] : results) {
    if (result.verdict() != verdict)
      continue;
    auto outcome = std::find_if(result.steps.begin(), result.steps.end(), [&](const auto& o) {
      return o && o->verdict == verdict && (verdict != Verdict::Passed || !o->reason.empty());
    });
    if (outcome == result.steps.end()) // true for most programs that passed
      continue;
    auto& [number, example] = groups[shortened(groupOf((*outcome)->reason))];
    ++number;
    if (example.empty())
      example = program;
  }
  std::vector<std::pair<int, std::string>> lines;
  for (const auto& [reason, group] : groups)
    lines.emplace_back(group.first,
                       absl::StrFormat("| %d | %s | `%s` |\n", group.first, reason, group.second));
  std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return std::pair(-a.first, a.second) < std::pair(-b.first, b.second);
  });
  std::string text;
  for (const auto& [number, line] : lines)
    text += line;
  return text;
}

std::string sectionOf(const Results& results, Verdict verdict, const char* title) {
  const std::string lines = reasonsOf(results, verdict);
  if (lines.empty())
    return absl::StrCat("\n## ", title, "\n\nNone.\n");
  return absl::StrCat("\n## ", title,
                      "\n\n| programs | reason | for example |\n| ---: | --- | --- |\n", lines);
}

} // namespace

Verdict ProgramResult::verdict() const {
  for (Verdict verdict : kOrder)
    for (const auto& outcome : steps)
      if (outcome && outcome->verdict == verdict)
        return verdict;
  return Verdict::Failed;
}

void Counts::add(const ProgramResult& result) {
  ++programs;
  ++verdicts[result.verdict()];
  for (size_t i = 0; i < passed.size(); ++i) {
    passed[i] += result.steps[i] && result.steps[i]->verdict == Verdict::Passed;
    disabled[i] += result.steps[i] && result.steps[i]->verdict == Verdict::Disabled;
  }
}

void add(Results& results, const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes)
    results[outcome.program].steps[size_t(outcome.step)] = outcome;
}

std::string familyOf(const std::string& program, const std::string& otherwise) {
  constexpr int kMostFolders = 3;
  size_t end = 0;
  for (int i = 0; i < kMostFolders; ++i) {
    const size_t next = program.find('/', end + (i > 0));
    if (next == std::string::npos)
      break;
    end = next;
  }
  return end == 0 ? otherwise : program.substr(0, end);
}

std::map<std::string, Counts> countFamilies(const Results& results, const std::string& otherwise) {
  std::map<std::string, Counts> families;
  for (const auto& [program, result] : results)
    families[familyOf(program, otherwise)].add(result);
  return families;
}

std::string tableOf(const std::map<std::string, Counts>& families) {
  std::string text =
      "| family                       | programs | passed | failed | unsupported | disabled |  "
      "read "
      "| interpreted | compiled |\n| ---------------------------- | -------: | -----: | -----: | "
      "----------: | -------: | ----: | ----------: | -------: |\n";
  for (const auto& [family, counts] : families)
    text += lineOf(family, counts);
  return text + lineOf("all", sumOf(families));
}

std::string jsonOf(const Results& results, const std::map<std::string, Counts>& families) {
  std::string text = "{\"families\": {", separator;
  for (const auto& [family, counts] : families) {
    absl::StrAppend(&text, separator, "\n  ", quoted(family), ": ", jsonOf(counts));
    separator = ",";
  }
  text += "},\n \"programs\": {";
  separator = "";
  for (const auto& [program, result] : results) {
    absl::StrAppend(&text, separator, "\n  ", quoted(program), ": ", jsonOf(result));
    separator = ",";
  }
  return text + "}}\n";
}

std::string pageOf(const Results& results, const std::map<std::string, Counts>& families) {
  return absl::StrCat(
      "# Conformance\n\n"
      "This page has the results of Lazuli for programs of StableHLO's and XLA's own tests.\n"
      "It is written by `scripts/lz conformance DIR --write-docs`, where DIR is a folder of\n"
      "such files.\n\n"
      "Each program goes through three steps, which the last three columns of the table\n"
      "count:\n\n"
      "- Read: the program is parsed and printed. The printed text is parsed and printed\n"
      "  again, which must give the same text. A file of bytecode must have the ops, types\n"
      "  and attributes of the text file next to it.\n"
      "- Interpreted: the reference interpreter runs the program.\n"
      "- Compiled: the program is compiled and run.\n\n"
      "If a StableHLO program states its results, the interpreter and the compiled code must\n"
      "compute these. All other programs run on generated arguments, and the interpreter and\n"
      "the compiled code must agree. If the interpreter would take too long, the program is\n"
      "run, but not compared.\n\n"
      "- Passed: all steps succeeded. The interpreter can have been stopped because it took\n"
      "  too long.\n"
      "- Unsupported: Lazuli refused the program and named the reason, such as an op that it\n"
      "  does not support, or too little memory.\n"
      "- Disabled: the file says that it should not be run.\n"
      "- Failed: a step failed in any other way.\n\n"
      "The stated results were computed with a rounding after each op, but at the level\n"
      "`standard` Lazuli fuses ops, which rounds less often. If the results of `standard`\n"
      "differ from the stated ones, but those of the level `strict` do not, the program\n"
      "passes and is listed at the end.\n\n",
      tableOf(families), sectionOf(results, Verdict::Failed, "Failed"),
      sectionOf(results, Verdict::Unsupported, "Unsupported"),
      sectionOf(results, Verdict::Disabled, "Disabled"),
      sectionOf(results, Verdict::Passed, "Passed at the level strict alone"));
}

} // namespace lz::conformance
