#include "lazy/debug/Report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "exec/report/BufferNames.h"
#include "lazy/context/Devices.h"

namespace lz::lazy {
namespace {

// Returns a time with three digits: "873 ns", "13.1 us", "5.10 ms", "94.0 s".
std::string timeText(int64_t ns) {
  if (ns < 1000)
    return absl::StrCat(ns, " ns");
  double value = double(ns);
  const char* unit = "ns";
  for (const char* next : {"us", "ms", "s"}) {
    if (value < 999.5)
      break;
    value /= 1000;
    unit = next;
  }
  return absl::StrFormat("%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, unit);
}

// "1,234,567"
std::string countText(int64_t count) {
  std::string text = absl::StrCat(count);
  for (size_t end = text.size(); end > 3; end -= 3)
    text.insert(end - 3, ",");
  return text;
}

// "1 op", "2 ops"
std::string several(int64_t count, const char* what) {
  return absl::StrCat(countText(count), " ", what, count == 1 ? "" : "s");
}

void addRecorded(const Devices& devices, std::string& out) {
  int64_t ops = 0, pending = 0, tensors = 0;
  for (const auto& graph : devices.graphs()) {
    ops += graph->opsRecorded();
    pending += graph->pendingOps();
    tensors += graph->liveTensors();
  }
  absl::StrAppend(&out, "  recorded   ", several(ops, "op"), ", ", countText(pending),
                  " of them pending; ", several(tensors, "tensor"), " alive\n");
}

void addCounters(const Counters& c, std::string& out) {
  absl::StrAppend(&out, "  cut        ", several(c.barriers.load(), "barrier"), " and ",
                  countText(c.autoBarriers.load()), " automatic; ", several(c.reads.load(), "read"),
                  "\n");
  absl::StrAppend(&out, "  programs   ", countText(c.compiles.load()), " compiled, ",
                  countText(c.diskHits.load()), " loaded from disk, ",
                  countText(c.cacheHits.load()), " found in memory, ",
                  countText(c.cacheEvictions.load()), " evicted\n");
  absl::StrAppend(&out, "  runs       ", countText(c.executions.load()), "; ",
                  several(c.donatedInputs.load(), "input"), " gave their memory to results\n");
}

void addMemory(const runtime::Device& device, bool isNamed, std::string& out) {
  const runtime::MemoryUse use = device.allocator()->use();
  absl::StrAppend(&out, "  memory     ", exec::bytesStr(use.live), " in use, ",
                  exec::bytesStr(use.reserved), " reserved, ", exec::bytesStr(use.peak),
                  " at most, of ", use.isBudget ? "a budget of " : "", exec::bytesStr(use.limit),
                  isNamed ? " of " : "", isNamed ? device.name() : "", "; ",
                  several(use.waits, "wait"), "\n");
}

// Reserves memory for a line. Formatting appends in a destructor, where a failure to grow the
// string would end the process.
void makeRoom(std::string& out) {
  constexpr size_t kLine = 256;
  out.reserve(out.size() + kLine);
}

void addTimer(const char* name, const Timer& timer, std::string& out) {
  const Timer::Summary s = timer.summary();
  if (s.count == 0)
    return;
  makeRoom(out);
  absl::StrAppendFormat(&out, "  %-9s%9s", name, countText(s.count));
  for (int64_t ns : {s.totalNs, s.leastNs, s.medianNs, s.p90Ns, s.p99Ns, s.mostNs})
    absl::StrAppendFormat(&out, "%11s", timeText(ns));
  absl::StrAppend(&out, "\n");
}

void addTimers(const Counters& counters, std::string& out) {
  makeRoom(out);
  absl::StrAppendFormat(&out, "\n  %-9s%9s%11s%11s%11s%11s%11s%11s\n", "", "count", "total", "min",
                        "median", "90%", "99%", "max");
  addTimer("compile", counters.compileTime, out);
  addTimer("execute", counters.executeTime, out);
  addTimer("cut", counters.cutTime, out);
  addTimer("wait", counters.waitTime, out);
}

void addCompilations(const Cache& cache, std::string& out) {
  constexpr size_t kMost = 10;
  if (cache.numRecompilations() > 0)
    absl::StrAppend(&out, "\n  why programs were compiled, latest first\n");
  for (size_t i = 0; i < kMost; ++i)
    if (const auto one = cache.recompilation(i))
      absl::StrAppend(&out, "    ", one->number, " (", several(one->ops, "op"),
                      "): ", one->why.reason, "\n");
}

} // namespace

std::string report(const Devices& devices) {
  const auto graphs = devices.graphs();
  const Engine& engine = graphs.front()->engine();
  const bool areSeveral = graphs.size() > 1;
  std::string out = absl::StrCat("Lazuli on ", graphs.front()->device().name());
  if (areSeveral)
    absl::StrAppend(&out, " to ", graphs.back()->device().name());
  absl::StrAppend(&out, ", ", several(graphs.front()->device().threads(), "thread"),
                  areSeveral ? " each" : "", "\n");
  addRecorded(devices, out);
  addCounters(engine.counters, out);
  for (const auto& graph : graphs)
    addMemory(graph->device(), areSeveral, out);
  addTimers(engine.counters, out);
  addCompilations(engine.cache, out);
  return out;
}

} // namespace lz::lazy
