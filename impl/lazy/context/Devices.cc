#include "lazy/context/Devices.h"

#include <utility>

namespace lz::lazy {

Ref<Graph> Devices::create(std::shared_ptr<Engine> engine,
                           std::vector<std::shared_ptr<runtime::Device>> devices) {
  struct Discard {
    void operator()(Devices* all) const { delete all; }
  };
  std::unique_ptr<Devices, Discard> all(new Devices);
  all->graphs_.reserve(devices.size());
  for (std::shared_ptr<runtime::Device>& device : devices)
    all->graphs_.push_back(
        std::make_unique<Graph>(*all, int(all->graphs_.size()), engine, std::move(device)));
  return Ref<Graph>::adopt(all.release()->graphs_.front().get());
}

// Cancels running work, because its results can no longer be read, and it could run forever. The
// work of one device can wait for the work of another, so all of it must end before the first graph
// is destroyed.
Devices::~Devices() {
  shutdown();
}

void Devices::countDown(int64_t count) {
  if (refs_.fetch_sub(count, std::memory_order_acq_rel) == count)
    delete this;
}

void Devices::release() {
  // This reference keeps all devices alive until countDown releases it below.
  if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1 && !countsNodes_.exchange(true)) {
    int64_t nodes = 0;
    for (const std::unique_ptr<Graph>& graph : graphs_)
      nodes += graph->registry().endNodeCount();
    refs_.fetch_add(nodes - kUncounted, std::memory_order_acq_rel);
  }
  countDown(1);
}

StatusOr<BarrierResult> Devices::barrier(EvaluateOptions options) {
  if (graphs_.size() == 1)
    return graphs_.front()->barrier(options);
  if (options.wait)
    LZ_RETURN_IF_ERROR(graphs_.front()->checkMayWait());
  BarrierResult all;
  Status first = okStatus();
  std::vector<runtime::EventRef> ends;
  for (const std::unique_ptr<Graph>& graph : graphs_) {
    StatusOr<BarrierResult> one = graph->barrier({.needEvent = options.wait || options.needEvent});
    first.Update(one.status());
    if (!one.ok())
      continue;
    ends.push_back(one->event);
    all.add(*std::move(one));
  }
  if (options.wait || options.needEvent)
    all.event = runtime::Event::allOf(std::move(ends));
  if (options.wait)
    first.Update(graphs_.front()->waitFor(*all.event));
  LZ_RETURN_IF_ERROR(first);
  return all;
}

std::string apart(const Graph& a, const Graph& b) {
  return absl::StrCat("are on different devices: ", a.device().name(), " and ", b.device().name(),
                      &a.devices() == &b.devices() ? "" : " of another context",
                      "; copy one of them");
}

void Devices::cancel() {
  for (const std::unique_ptr<Graph>& graph : graphs_)
    graph->cancel();
}

void Devices::shutdown() {
  for (const std::unique_ptr<Graph>& graph : graphs_)
    graph->device().shutdown(runtime::Pending::Cancel);
}

} // namespace lz::lazy
