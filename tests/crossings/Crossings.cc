// Random programs that use two or three features of the library must give the same numbers as
// without these features. LAZULI_CROSSINGS sets the number of programs, and LAZULI_SEED is the seed
// of the first one. A failure prints its seed.
#include "Pairs.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <unistd.h>

using namespace lz::crossings;

namespace {

int64_t fromEnvironment(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoll(text) : otherwise;
}

// Describes the program that is running. It is printed if that program never ends.
char running[256];
void tellAndEnd(int) {
  const char text[] = "hangs: ";
  (void)!write(2, text, sizeof text - 1);
  (void)!write(2, running, std::strlen(running));
  _exit(1);
}

std::string namesOf(const Features& features) {
  std::string names;
  for (const auto& feature : features)
    names += (names.empty() ? "" : " x ") + std::string(feature->name());
  return names;
}

struct Tally {
  int64_t runs = 0, refused = 0, cancelled = 0;
  Pairs pairs;
};

// Returns false if the results differ from those of the sketch.
bool crossOnce(Run& run, const Features& features, Tally& tally) {
  Outcome outcome = Outcome::Compared;
  std::string wrong;
  try {
    runOnce(run, features);
    if (run.wasCancelled)
      outcome = Outcome::Cancelled;
  } catch (const Refusal& refusal) {
    const bool isDocumented =
        std::any_of(features.begin(), features.end(),
                    [&](const auto& feature) { return feature->mayRefuse(run, refusal); });
    outcome = isDocumented ? Outcome::Refused : Outcome::Wrong;
    wrong = "status " + std::to_string(refusal.code) + ": " + refusal.what();
  } catch (const std::logic_error& error) {
    outcome = Outcome::Wrong;
    wrong = error.what();
  }
  for (size_t i = features.size(); i-- > 0;)
    features[i]->end(run);
  ++tally.runs;
  tally.refused += outcome == Outcome::Refused;
  tally.cancelled += outcome == Outcome::Cancelled;
  tally.pairs.count(features, outcome);
  const bool isRight = outcome != Outcome::Wrong;
  if (!isRight)
    std::fprintf(stderr, "%srun %d of %lld rows: %s\n%s", running, run.number, (long long)run.rows,
                 wrong.c_str(), run.sketch.str().c_str());
  return isRight;
}

bool cross(uint32_t seed, Tally& tally) {
  std::mt19937 random(seed);
  const Features features = tally.pairs.draw(random, seed);
  const bool isSmooth = std::any_of(features.begin(), features.end(), [](const auto& feature) {
    return std::strcmp(feature->name(), "gradient") == 0;
  });
  std::snprintf(running, sizeof running, "LAZULI_SEED=%u LAZULI_CROSSINGS=1: %s\n", seed,
                namesOf(features).c_str());
  // There are two batch sizes of one bucket, then the first size again, and a size of another
  // bucket.
  std::vector<int64_t> sizes = {5 + int64_t(random() % 4), 5 + int64_t(random() % 4)};
  sizes.push_back(sizes[0]);
  if (random() % 4 == 0)
    sizes.push_back(2 + int64_t(random() % 15));
  const Sketch sketch = Sketch::draw(random, sizes, isSmooth);
  lz_context_options options{};
  options.struct_size = sizeof options;
  options.threads = 2;
  options.disk_cache = "off";
  options.max_segment_ops = random() % 3 ? 0 : 16;
  options.max_pending_ops = random() % 4 ? 0 : 8;
  for (const auto& feature : features)
    feature->options(options);
  lz_context* context = nullptr;
  ok(lz_context_create(&options, &context));
  for (const auto& feature : features)
    feature->opened(context);
  std::vector<size_t> nesting(features.size());
  std::iota(nesting.begin(), nesting.end(), size_t(0));
  std::shuffle(nesting.begin(), nesting.end(), random);
  // If this is true, features that choose at random make the same choices in each run, so later
  // runs find their program in the cache.
  const bool isAlike = random() % 2 == 0;
  bool isRight = true;
  for (size_t i = 0; i < sizes.size() && isRight; ++i) {
    if (isAlike)
      random.seed(seed);
    Run run{sketch, random, sizes[i], int(i), context, {}};
    run.isDifferentiated = isSmooth;
    run.nesting = nesting;
    size_t count = 0;
    ok(lz_context_num_devices(context, &count));
    for (size_t d = 0; d < count; ++d) {
      lz_device* device = nullptr;
      ok(lz_context_device(context, d, &device));
      run.devices.emplace_back(device, lz_device_release);
    }
    alarm(120);
    isRight = crossOnce(run, features, tally);
    alarm(0);
  }
  lz_context_release(context);
  return isRight;
}

} // namespace

int main() {
  setenv("LAZULI_CACHE", "off", 0);
  std::signal(SIGALRM, tellAndEnd);
  const int64_t count = fromEnvironment("LAZULI_CROSSINGS", 200);
  const int64_t first = fromEnvironment("LAZULI_SEED", 0);
  Tally tally;
  int64_t failed = 0;
  for (int64_t seed = first; seed < first + count; ++seed)
    failed += !cross(uint32_t(seed), tally);
  std::printf(
      "%lld programs from seed %lld, %lld runs: %lld refused as documented, %lld cancelled, "
      "%lld programs wrong\n",
      (long long)count, (long long)first, (long long)tally.runs, (long long)tally.refused,
      (long long)tally.cancelled, (long long)failed);
  tally.pairs.print();
  failed += !tally.pairs.areCovered();
  if (lz_live_handles() != 0) {
    std::fprintf(stderr, "%lld handles were not released\n", (long long)lz_live_handles());
    ++failed;
  }
  return failed != 0;
}
