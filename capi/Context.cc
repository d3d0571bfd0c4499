#include "Handles.h"
#include "MemoryHooks.h"
#include "Options.h"
#include "base/machine/FloatMode.h"
#include "base/machine/ProcessLimits.h"
#include "lazy/context/Devices.h"

#include <iterator>

using namespace lz;
using namespace lz::capi;

// The log callback of a context, and the release function of the callback's user pointer. The
// release function is called when nothing refers to the sink any more.
namespace {
struct LogSink {
  lz_log_fn log;
  void* user;
  lz_user_release_fn release = nullptr;

  LogSink(lz_log_fn log, void* user) : log(log), user(user) {}
  LogSink(const LogSink&) = delete;
  ~LogSink() {
    if (!release)
      return;
    CallerFloatMode mode;
    release(user);
  }
  void say(int severity, const std::string& message) const {
    CallerFloatMode mode;
    log(user, severity, message.c_str());
  }
};
} // namespace

static Status checkContextOptions(const lz_context_options& o) {
  if (o.threads < 0 || o.threads > 4096)
    return invalidArgument("threads is ", o.threads, "; use 0 for one per core");
  if (o.budget_bytes < 0 || o.max_pending_ops < 0 || o.cache_entries < 0 || o.cache_bytes < 0 ||
      o.max_segment_ops < 0 || o.disk_cache_bytes < 0)
    return invalidArgument(
        "budget_bytes, max_pending_ops, max_segment_ops, cache_entries, cache_bytes or "
        "disk_cache_bytes is negative; use 0 for the default");
  if (o.max_segment_ops > 0 && o.max_segment_ops < 16)
    return invalidArgument("max_segment_ops is ", o.max_segment_ops, "; use at least 16");
  if (o.log_user_release && !o.log)
    return invalidArgument("log_user_release is set, but log is NULL");
  if (o.host_devices < 0 || o.host_devices > 64)
    return invalidArgument("host_devices is ", o.host_devices, "; use 1 to 64, or 0 for one");
  LZ_RETURN_IF_ERROR(checkReserved(o.reserved, "lz_context_options.reserved"));
  LZ_RETURN_IF_ERROR(checkFlag(o.ignore_environment, "ignore_environment"));
  return checkFlag(o.op_by_op, "op_by_op");
}

// Returns the number of threads of each device. All devices of a context get the same number of
// threads and the same budget. So a program that is compiled for one of them runs on all of them.
static int threadsOfDevice(const lz_context_options& o) {
  if (o.host_devices <= 1)
    return o.threads;
  return std::max(1, (o.threads > 0 ? o.threads : usableCores()) / int(o.host_devices));
}

static StatusOr<lazy::EngineOptions> engineOptions(const lz_context_options& o,
                                                   const compiler::ContextVariables& variables) {
  lazy::EngineOptions options;
  LZ_ASSIGN_OR_RETURN(options.compile.numerics,
                      numericsOf(o.numerics, compiler::Numerics::Standard));
  options.compile.threads = threadsOfDevice(o);
  options.compile.tensors = variables.tensors;
  options.compile.hostCalls = std::make_shared<exec::HostCalls>();
  if (o.cpu)
    options.compile.cpu = o.cpu;
  if (o.dump_dir)
    options.compile.dumpDir = o.dump_dir;
  options.compile.ignoreEnvironment = o.ignore_environment != 0;
  options.cacheHashBits = variables.hashBits;
  options.opByOp = o.op_by_op != 0 || variables.opByOp;
  if (o.max_segment_ops > 0)
    options.maxSegmentOps = size_t(o.max_segment_ops);
  if (o.max_pending_ops > 0)
    options.maxPendingOps = o.max_pending_ops;
  if (o.cache_entries > 0)
    options.cacheEntries = size_t(o.cache_entries);
  if (o.cache_bytes > 0)
    options.cacheBytes = o.cache_bytes;
  return options;
}

// `log` is the engine's log function, or empty.
static compiler::DiskCacheOptions diskCacheOptions(const lz_context_options& o,
                                                   const decltype(lazy::EngineOptions::log)& log) {
  compiler::DiskCacheOptions options;
  options.folder =
      compiler::cacheFolderOf(o.disk_cache ? o.disk_cache : "", o.ignore_environment != 0);
  if (o.disk_cache_bytes > 0)
    options.mostBytes = o.disk_cache_bytes;
  if (log)
    options.warn = [log](const std::string& message) { log(LZ_LOG_WARNING, message); };
  return options;
}

static std::vector<std::shared_ptr<runtime::Device>>
hostDevices(const lz_context_options& o, int64_t budget,
            const std::shared_ptr<MemoryHooks>& hooks) {
  const int64_t count = std::max<int64_t>(o.host_devices, 1);
  std::vector<std::shared_ptr<runtime::Device>> devices;
  for (int64_t i = 0; i < count; ++i) {
    runtime::DeviceOptions device;
    device.name = absl::StrCat("host:", i);
    device.threads = threadsOfDevice(o);
    device.memory.limitBytes = (budget > 0 ? budget : usableMemory()) / count;
    device.memory.isExact = budget > 0; // what fits then does not depend on kept blocks
    device.memory.cacheLimitBytes = usableMemory() / 8 / count;
    if (hooks)
      device.memory.source = hooks;
    devices.push_back(runtime::Device::host(std::move(device)));
  }
  return devices;
}

lz_status* lz_context_create(const lz_context_options* options, lz_context** out_context) {
  return guarded("lz_context_create", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_context, "out_context"));
    *out_context = nullptr;
    lz_context_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_context_options"));
    LZ_RETURN_IF_ERROR(checkContextOptions(o));
    LZ_ASSIGN_OR_RETURN(const compiler::ContextVariables variables,
                        compiler::contextVariables(o.ignore_environment != 0));
    const int64_t budget = o.budget_bytes > 0 ? o.budget_bytes : variables.budgetBytes;
    LZ_ASSIGN_OR_RETURN(lazy::EngineOptions forEngine, engineOptions(o, variables));
    auto sink = std::make_shared<LogSink>(o.log, o.log_user);
    if (o.log)
      forEngine.log = [sink](int severity, const std::string& message) {
        sink->say(severity, message);
      };
    LZ_ASSIGN_OR_RETURN(std::shared_ptr<MemoryHooks> hooks, MemoryHooks::create(o.memory));
    compiler::DiskCacheOptions cache = diskCacheOptions(o, forEngine.log);
    auto engine = std::make_shared<lazy::Engine>(std::move(forEngine),
                                                 compiler::makeCompiler(std::move(cache)));
    LZ_RETURN_IF_ERROR(engine->compiler->prepare(engine->options.compile));
    *out_context =
        make<lz_context>(lazy::Devices::create(std::move(engine), hostDevices(o, budget, hooks)));
    // Nothing below can fail.
    sink->release = o.log_user_release;
    if (hooks)
      hooks->oweRelease();
    return okStatus();
  });
}

void lz_context_retain(lz_context* context) {
  retain(context);
}
void lz_context_release(lz_context* context) {
  release(context);
}

lz_status* lz_context_shutdown(lz_context* context) {
  return guarded("lz_context_shutdown", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(context, "context"));
    // This reference keeps the graph alive if a release callback releases the context during this
    // call.
    Ref<lazy::Graph> graph = context->graph;
    lazy::Engine& engine = graph->engine();
    if (!engine.stopped.load())
      LZ_RETURN_IF_ERROR(graph->checkRunning());
    engine.stopped.store(true);
    graph->devices().cancel();
    graph->devices().shutdown();
    engine.cache.clear();
    engine.derivations.clear();
    return okStatus();
  });
}

lz_status* lz_context_cancel(lz_context* context) {
  return guarded("lz_context_cancel", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_RETURN_IF_ERROR(context->graph->checkRunning());
    context->graph->devices().cancel();
    return okStatus();
  });
}

template <typename Get> static int64_t sumOf(const lazy::Devices& devices, Get&& get) {
  int64_t sum = 0;
  for (const auto& graph : devices.graphs())
    sum += get(*graph);
  return sum;
}

lz_status* lz_context_set_op_by_op(lz_context* context, int32_t op_by_op, int32_t* out_before) {
  return guarded("lz_context_set_op_by_op", [&]() -> Status {
    if (out_before)
      *out_before = 0;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_RETURN_IF_ERROR(checkFlag(op_by_op, "op_by_op"));
    LZ_RETURN_IF_ERROR(context->graph->checkRunning());
    const bool before = context->graph->engine().opByOp.exchange(op_by_op != 0);
    if (out_before)
      *out_before = before;
    return okStatus();
  });
}

static StatusOr<int64_t> valueOf(lazy::Graph& first, lz_counter counter) {
  lazy::Counters& c = first.engine().counters;
  lazy::Devices& devices = first.devices();
  switch (counter) {
  case LZ_COUNTER_COMPILES:
    return c.compiles.load();
  case LZ_COUNTER_CACHE_HITS:
    return c.cacheHits.load();
  case LZ_COUNTER_CACHE_MISSES:
    return c.cacheMisses.load();
  case LZ_COUNTER_CACHE_EVICTIONS:
    return c.cacheEvictions.load();
  case LZ_COUNTER_EXECUTIONS:
    return c.executions.load();
  case LZ_COUNTER_BARRIERS:
    return c.barriers.load();
  case LZ_COUNTER_AUTO_BARRIERS:
    return c.autoBarriers.load();
  case LZ_COUNTER_READS:
    return c.reads.load();
  case LZ_COUNTER_OPS_RECORDED:
    return sumOf(devices, [](lazy::Graph& graph) { return graph.opsRecorded(); });
  case LZ_COUNTER_DONATED_INPUTS:
    return c.donatedInputs.load();
  case LZ_COUNTER_COMPILE_NS:
    return c.compileTime.totalNs();
  case LZ_COUNTER_EXECUTE_NS:
    return c.executeTime.totalNs();
  case LZ_COUNTER_LIVE_TENSORS:
    return sumOf(devices, [](lazy::Graph& graph) { return graph.liveTensors(); });
  case LZ_COUNTER_PENDING_OPS:
    return sumOf(devices, [](lazy::Graph& graph) { return graph.pendingOps(); });
  case LZ_COUNTER_BYTES_IN_USE:
    return sumOf(devices,
                 [](lazy::Graph& graph) { return graph.device().allocator()->liveBytes(); });
  case LZ_COUNTER_PEAK_BYTES:
    return sumOf(devices,
                 [](lazy::Graph& graph) { return graph.device().allocator()->peakBytes(); });
  case LZ_COUNTER_DISK_CACHE_HITS:
    return c.diskHits.load();
  }
  return invalidArgument("counter ", counter, " does not exist; use LZ_COUNTER_*");
}

lz_status* lz_context_counter(lz_context* context, lz_counter counter, int64_t* out_value) {
  return guarded("lz_context_counter", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_value, "out_value"));
    *out_value = 0;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_ASSIGN_OR_RETURN(*out_value, valueOf(*context->graph, counter));
    return okStatus();
  });
}

static constexpr struct {
  lz_counter counter;
  int64_t lz_counters::* field;
} kCounters[] = {
    {LZ_COUNTER_COMPILES, &lz_counters::compiles},
    {LZ_COUNTER_CACHE_HITS, &lz_counters::cache_hits},
    {LZ_COUNTER_CACHE_MISSES, &lz_counters::cache_misses},
    {LZ_COUNTER_CACHE_EVICTIONS, &lz_counters::cache_evictions},
    {LZ_COUNTER_EXECUTIONS, &lz_counters::executions},
    {LZ_COUNTER_BARRIERS, &lz_counters::barriers},
    {LZ_COUNTER_AUTO_BARRIERS, &lz_counters::auto_barriers},
    {LZ_COUNTER_READS, &lz_counters::reads},
    {LZ_COUNTER_OPS_RECORDED, &lz_counters::ops_recorded},
    {LZ_COUNTER_DONATED_INPUTS, &lz_counters::donated_inputs},
    {LZ_COUNTER_COMPILE_NS, &lz_counters::compile_ns},
    {LZ_COUNTER_EXECUTE_NS, &lz_counters::execute_ns},
    {LZ_COUNTER_LIVE_TENSORS, &lz_counters::live_tensors},
    {LZ_COUNTER_PENDING_OPS, &lz_counters::pending_ops},
    {LZ_COUNTER_BYTES_IN_USE, &lz_counters::bytes_in_use},
    {LZ_COUNTER_PEAK_BYTES, &lz_counters::peak_bytes},
    {LZ_COUNTER_DISK_CACHE_HITS, &lz_counters::disk_cache_hits},
};
static_assert(std::size(kCounters) == sizeof(lz_counters) / sizeof(int64_t) - 1);

lz_status* lz_context_get_counters(lz_context* context, lz_counters* counters) {
  return guarded("lz_context_get_counters", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_RETURN_IF_ERROR(checkOut(counters, "counters"));
    size_t size;
    std::memcpy(&size, counters, sizeof size);
    if (size < sizeof size || size > kMaxStructSize)
      return invalidArgument("lz_counters.struct_size is ", size,
                             "; set it to sizeof(lz_counters)");
    lz_counters all{};
    all.struct_size = size;
    for (const auto& [counter, field] : kCounters) {
      LZ_ASSIGN_OR_RETURN(all.*field, valueOf(*context->graph, counter));
    }
    std::memset(counters, 0, size);
    std::memcpy(counters, &all, std::min(size, sizeof all));
    return okStatus();
  });
}

lz_status* lz_context_trim(lz_context* context, int64_t* out_bytes) {
  return guarded("lz_context_trim", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_bytes, "out_bytes"));
    *out_bytes = 0;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    *out_bytes = sumOf(context->graph->devices(),
                       [](lazy::Graph& graph) { return graph.device().allocator()->trim(); });
    return okStatus();
  });
}

lz_status* lz_context_reset_counters(lz_context* context) {
  return guarded("lz_context_reset_counters", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(context, "context"));
    context->graph->engine().counters.reset();
    for (const auto& graph : context->graph->devices().graphs())
      graph->resetCounters();
    return okStatus();
  });
}

lz_status* lz_context_explain_recompile(lz_context* context, lz_string** out_text) {
  return guarded("lz_context_explain_recompile", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    auto last = context->graph->engine().cache.recompilation(0);
    *out_text = makeString(last ? std::move(last->why.reason) : "");
    return okStatus();
  });
}

lz_status* lz_context_num_recompilations(lz_context* context, size_t* out_count) {
  return guarded("lz_context_num_recompilations", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
    *out_count = 0;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    *out_count = context->graph->engine().cache.numRecompilations();
    return okStatus();
  });
}

lz_status* lz_context_recompilation(lz_context* context, size_t index,
                                    lz_recompilation_statistics* statistics,
                                    lz_string** out_reason) {
  return guarded("lz_context_recompilation", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_reason, "out_reason"));
    *out_reason = nullptr;
    LZ_RETURN_IF_ERROR(checkOut(statistics, "statistics"));
    LZ_RETURN_IF_ERROR(
        giveStatistics(statistics, lz_recompilation_statistics{}, "lz_recompilation_statistics"));
    LZ_RETURN_IF_ERROR(check(context, "context"));
    const lazy::Cache& cache = context->graph->engine().cache;
    auto one = cache.recompilation(index);
    if (!one)
      return absl::OutOfRangeError(absl::StrCat("index ", index,
                                                " is too large: the context knows ",
                                                cache.numRecompilations(), " recompilations"));
    lz_recompilation_statistics filled{sizeof filled, one->number,  one->ops,
                                       one->inputs,   one->outputs, one->why.op};
    LZ_RETURN_IF_ERROR(giveStatistics(statistics, filled, "lz_recompilation_statistics"));
    *out_reason = makeString(std::move(one->why.reason));
    return okStatus();
  });
}
