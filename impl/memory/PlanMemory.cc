#include "memory/PlanMemory.h"

#include "base/Checked.h"
#include "base/Exhausted.h"
#include "memory/PlaceBuffers.h"
#include "memory/Sharing.h"

#include <algorithm>

namespace lz::memory {
namespace {

// Temporaries that use the same place, each of which takes the place over from the one before.
struct Chain {
  std::vector<ValueId> values;
  Lifetime lifetime;
};

std::vector<Chain> chainsOf(const Steps& steps, const Lifetimes& lifetimes,
                            const std::vector<ValueId>& takesOver) {
  const size_t count = steps.values.size();
  std::vector<ValueId> next(count, -1);
  for (size_t v = 0; v < count; ++v)
    if (takesOver[v] >= 0)
      next[size_t(takesOver[v])] = ValueId(v);
  std::vector<Chain> chains;
  for (size_t v = 0; v < count; ++v) {
    const StepValue& value = steps.values[v];
    const Life& life = lifetimes.lives[v];
    if (value.kind != ValueKind::Temp || life.first < 0 || takesOver[v] >= 0)
      continue;
    Chain chain{{}, {value.bytes, life.first, life.last}};
    for (ValueId at = ValueId(v); at >= 0; at = next[size_t(at)]) {
      chain.values.push_back(at);
      chain.lifetime.last = lifetimes.lives[size_t(at)].last;
    }
    chains.push_back(std::move(chain));
  }
  return chains;
}

// Returns the chains that are live at the moment with the most live bytes. Larger chains come
// first.
std::vector<const Chain*> largestWhenFullest(const std::vector<Chain>& chains) {
  std::map<int64_t, double> change;
  for (const Chain& chain : chains) {
    change[chain.lifetime.first] += double(chain.lifetime.bytes);
    change[chain.lifetime.last + 1] -= double(chain.lifetime.bytes);
  }
  double alive = 0, most = -1;
  int64_t fullest = 0;
  for (auto [moment, bytes] : change)
    if ((alive += bytes) > most)
      most = alive, fullest = moment;
  std::vector<const Chain*> there;
  for (const Chain& chain : chains)
    if (chain.lifetime.first <= fullest && fullest <= chain.lifetime.last)
      there.push_back(&chain);
  std::sort(there.begin(), there.end(), [](const Chain* a, const Chain* b) {
    return std::pair(-a->lifetime.bytes, a->values) < std::pair(-b->lifetime.bytes, b->values);
  });
  return there;
}

// Lists the chains for a message: "tmp7 of 4096 bytes (dot_general at net.c:12), tmp9 of 512 bytes
// and 3 more".
std::string listOf(const Steps& steps, const std::vector<const Chain*>& chains) {
  constexpr size_t kListed = 3;
  std::string text;
  for (size_t i = 0; i < std::min(kListed, chains.size()); ++i) {
    const StepValue& value = steps.values[size_t(chains[i]->values.front())];
    absl::StrAppend(&text, i == 0 ? "" : ", ", nameOf(steps, chains[i]->values.front()), " of ",
                    value.bytes, " bytes");
    if (!value.origin.empty())
      absl::StrAppend(&text, " (", value.origin, ")");
  }
  if (chains.size() > kListed)
    absl::StrAppend(&text, " and ", chains.size() - kListed, " more");
  return text;
}

Status tooMuch(const Steps& steps, const std::vector<Chain>& chains, int64_t needed,
               int64_t budget) {
  std::vector<const Chain*> largest = largestWhenFullest(chains);
  Status status = exhausted(
      "compile", needed, budget,
      absl::StrCat("the temporary values of the program do not fit; the largest at one time are ",
                   listOf(steps, largest), ": use smaller shapes or a larger budget"));
  const StepValue& value = steps.values[size_t(largest.front()->values.front())];
  return withLocation(withOp(status, value.op), value.place);
}

Status checkAddressable(const std::vector<Chain>& chains) {
  CheckedInt bytes = 0;
  for (const Chain& chain : chains)
    bytes = checkedAdd(bytes, checkedRoundUp(chain.lifetime.bytes, 64));
  if (bytes)
    return okStatus();
  return exhausted(
      "compile", std::numeric_limits<int64_t>::max(), kMostAddressable,
      "the temporary values of the program need more memory than a process can address: use "
      "smaller shapes");
}

} // namespace

StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options) {
  const Lifetimes lifetimes = lifetimesOf(steps);
  MemoryPlan result;
  result.takesOver = placesTakenOver(steps, lifetimes);
  result.aliasOf = donatedAliases(steps, lifetimes);
  const std::vector<Chain> chains = chainsOf(steps, lifetimes, result.takesOver);
  LZ_RETURN_IF_ERROR(checkAddressable(chains));
  std::vector<Lifetime> lives;
  for (const Chain& chain : chains)
    lives.push_back(chain.lifetime);
  const Placement placement = placeBuffers(lives);
  if (placement.arenaBytes > options.budget)
    return tooMuch(steps, chains, placement.arenaBytes, options.budget);
  result.offsets.assign(steps.values.size(), 0);
  for (size_t i = 0; i < chains.size(); ++i)
    for (ValueId value : chains[i].values)
      result.offsets[size_t(value)] = placement.offsets[i];
  result.arenaBytes = placement.arenaBytes;
  result.peakBytes = placement.peakBytes;
  return result;
}

} // namespace lz::memory
