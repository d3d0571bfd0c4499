#include "Pairs.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace lz::crossings {
namespace {

// The library refuses a program in which both features of one of these pairs act. It accepts only
// some programs that run op by op. The reasons are that host calls and bodies have no rule for
// batches, and that a call with effects has no derivative and must not run twice for a comparison.
constexpr std::pair<std::string_view, std::string_view> kRefused[] = {
    {"bucket", "body"},
    {"bucket", "host call"},
    {"host call", "gradient"},
    {"host call", "compare"},
};

bool isRefused(std::string_view first, std::string_view second) {
  return std::any_of(std::begin(kRefused), std::end(kRefused), [&](const auto& pair) {
    return pair == std::pair(first, second) || pair == std::pair(second, first);
  });
}

} // namespace

Pairs::Pairs() {
  for (const MakeFeature make : kFeatures)
    names_.push_back(make()->name());
  for (size_t i = 0; i < names_.size(); ++i)
    for (size_t j = i + 1; j < names_.size(); ++j)
      pairs_.push_back({i, j});
}

Pairs::Pair& Pairs::of(size_t first, size_t second) {
  return *std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
    return pair.first == first && pair.second == second;
  });
}

Features Pairs::draw(std::mt19937& random, uint32_t seed) {
  const Pair& pair = pairs_[seed % pairs_.size()];
  std::vector<size_t> numbers = {pair.first, pair.second};
  // If a third feature were refused, the program would say nothing about the pair.
  if (const size_t third = random() % (2 * kFeatures.size());
      third < kFeatures.size() && !isRefused(names_[pair.first], names_[third]) &&
      !isRefused(names_[pair.second], names_[third]))
    numbers.push_back(third);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  ++programs_;
  for (size_t i = 0; i < numbers.size(); ++i)
    for (size_t j = i + 1; j < numbers.size(); ++j)
      ++of(numbers[i], numbers[j]).programs;
  Features features;
  for (const size_t number : numbers) {
    features.push_back(kFeatures[number]());
    features.back()->number = number;
  }
  return features;
}

void Pairs::count(const Features& features, Outcome outcome) {
  for (size_t i = 0; i < features.size(); ++i)
    for (size_t j = i + 1; j < features.size(); ++j) {
      if (!features[i]->hasActed || !features[j]->hasActed)
        continue;
      Pair& pair = of(features[i]->number, features[j]->number);
      pair.compared += outcome == Outcome::Compared;
      pair.refused += outcome == Outcome::Refused;
      pair.cancelled += outcome == Outcome::Cancelled;
      pair.wrong += outcome == Outcome::Wrong;
    }
}

void Pairs::print() const {
  std::printf("%-42s %8s %8s %8s %9s %5s\n", "pair, and runs in which both acted", "programs",
              "compared", "refused", "cancelled", "wrong");
  for (const Pair& pair : pairs_)
    std::printf("%-20s %-21s %8lld %8lld %8lld %9lld %5lld\n", names_[pair.first],
                names_[pair.second], (long long)pair.programs, (long long)pair.compared,
                (long long)pair.refused, (long long)pair.cancelled, (long long)pair.wrong);
}

bool Pairs::areCovered() const {
  constexpr int64_t kEnough = 30; // programs for each pair, so that chance does not decide
  if (programs_ < kEnough * int64_t(pairs_.size()))
    return true;
  bool areCovered = true;
  for (const Pair& pair : pairs_) {
    const bool haveMet = pair.compared + pair.refused > 0;
    if (pair.compared > 0 || (haveMet && isRefused(names_[pair.first], names_[pair.second])))
      continue;
    std::fprintf(stderr, "%s x %s: %s\n", names_[pair.first], names_[pair.second],
                 haveMet ? "always refused" : "never met");
    areCovered = false;
  }
  return areCovered;
}

} // namespace lz::crossings
