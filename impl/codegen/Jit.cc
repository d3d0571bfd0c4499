#include "codegen/Jit.h"

#include "base/CheckCancel.h"
#include "base/Exhausted.h"
#include "base/HashMap.h"
#include "base/machine/Process.h"
#include "base/machine/ProcessLimits.h"
#include "base/machine/Reserve.h"
#include "base/machine/RunningPrograms.h"
#include "base/machine/Thread.h"
#include "codegen/JitCache.h"
#include "codegen/LinkedKernels.h"
#include "emit/EmitKernel.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <tuple>

namespace lz::codegen {
namespace {

constexpr char kCompile[] = "compile";

// A kernel to compile. Equal requests of a list share one job.
struct Job {
  const KernelRequest* request;
  ObjectKey key;
  ObjectRef object; // nullptr: not made yet
  Status status;
};

struct Jobs {
  std::vector<Job> jobs;
  std::vector<size_t> jobOf; // the job of each request
};

Jobs distinct(absl::Span<const KernelRequest> requests, const JitOptions& options) {
  Jobs result;
  HashMap<std::string, size_t> seen;
  for (const KernelRequest& request : requests) {
    const auto& [plan, choice] = std::tie(request.schedule->plan, request.schedule->choice);
    auto [it, isNew] =
        seen.try_emplace(absl::StrCat(print(plan), print(plan, choice)), result.jobs.size());
    if (isNew) {
      ObjectKey key = {it->first,       options.cpu,   options.strict,
                       options.vectors, options.tiles, options.symbols.empty() ? "" : request.name};
      result.jobs.push_back({&request, std::move(key), nullptr, okStatus()});
    }
    result.jobOf.push_back(it->second);
  }
  return result;
}

Status compileJob(Job& job, KernelCompiler& compiler, const JitOptions& options) {
  const KernelRequest& request = *job.request;
  const schedule::Schedule& schedule = *request.schedule;
  if (!options.dumpDir.empty())
    LZ_RETURN_IF_ERROR(
        writeDump(options.dumpDir, request.name + ".plan", print(schedule.plan) + print(schedule)));
  emit::X86Target target(schedule.target, x86Features(options.cpu, compiler.features()));
  auto emit = [&](mlir::ModuleOp module) {
    return emit::emitKernel(module, schedule, target, request.name);
  };
  LZ_ASSIGN_OR_RETURN(auto bytes,
                      compiler.compile(request.name, {options.dumpDir, options.verify}, emit));
  job.object = std::make_shared<KernelObject>(KernelObject{request.name, std::move(bytes)});
  return okStatus();
}

// Returns the bytes of memory that compiling a plan may take. Transcendental functions become
// polynomials, whose code is repeated in tiles. One function took 0.6 MB without tiles, and 1.7 MB
// with tiles.
int64_t bytesFor(const schedule::Schedule& schedule) {
  constexpr int64_t kNode = int64_t(128) << 10, kFunction = int64_t(768) << 10, kOfTiles = 4;
  int64_t bytes = 0;
  for (const region::PlanNode& node : schedule.plan.nodes)
    bytes += node.kind == region::NodeKind::Compute && isFunction(opInfo(node.opcode)) ? kFunction
                                                                                       : kNode;
  return schedule.choice.tileDim >= 0 ? kOfTiles * bytes : bytes;
}

// Returns the bytes of memory that a compiler takes if it compiles the jobs one after another.
int64_t bytesFor(absl::Span<Job* const> jobs) {
  constexpr int64_t kFixed = int64_t(24) << 20;
  int64_t most = 0;
  for (const Job* job : jobs)
    most = std::max(most, bytesFor(*job->request->schedule));
  return kFixed + most;
}

// The data that the threads of a compilation share.
struct Work {
  absl::Span<Job* const> jobs;
  const JitOptions& options;
  IdleCompilers& idle;
  const int64_t bytes = bytesFor(jobs); // for each thread
  std::atomic<size_t> next = 0;

  std::mutex mutex{};
  std::condition_variable ended{};
  bool callerEnded = false; // guarded by the mutex: no job is left
};

// Compiles a job, and makes a compiler first if `compiler` is nullptr. Turns all exceptions into a
// status, since an exception that leaves a thread would end the process.
Status compileJob(Job& job, std::unique_ptr<KernelCompiler>& compiler, Work& work) noexcept {
  try {
    if (!compiler) {
      MachineClass cpu = work.options.cpu;
      LZ_ASSIGN_OR_RETURN(compiler, work.idle.take(cpu, extraFeatures(cpu)));
    }
    return compileJob(job, *compiler, work.options);
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  } catch (...) {
    return Status(absl::StatusCode::kInternal, "");
  }
}

StatusOr<Reserve> reserveFor(const Work& work) noexcept {
  try {
    return Reserve::take(work.bytes, kCompile);
  } catch (...) {
    return outOfMemory();
  }
}

// A thread that compiles. Worker 0 is the calling thread. The others compile only while there is
// enough memory and an idle core. The calling thread compiles all jobs that the others do not take.
class Worker {
public:
  Worker(Work& work, size_t index) : work_(work), index_(index), seen_(work.options.begun) {}
  bool isCaller() const { return index_ == 0; }

  // Waits until the running programs and the workers before this one leave a core idle, or until
  // the calling thread has ended. Checks every 10 ms, which is enough because a job takes tens of
  // milliseconds.
  void waitForCore() {
    constexpr std::chrono::milliseconds kPause(10);
    auto cores = uint64_t(usableCores());
    std::unique_lock lock(work_.mutex);
    while (!isCaller() && !work_.callerEnded && index_ + programsSince(seen_) >= cores) {
      seen_ = runCount();
      work_.ended.wait_for(lock, kPause);
    }
    seen_ = runCount();
  }

private:
  Work& work_;
  const size_t index_;
  RunCount seen_; // the count at the last check
};

// Compiles jobs until none is left or one fails. After a failure the results of other jobs are not
// needed. A compiler that has failed is not used again.
void compileJobs(Work& work, Worker worker) noexcept {
  std::unique_ptr<KernelCompiler> compiler;
  Status status = okStatus();
  for (;;) {
    worker.waitForCore();
    StatusOr<Reserve> reserve = reserveFor(work);
    if (!reserve.ok() && !worker.isCaller())
      break;
    status.Update(reserve.status());
    size_t i = work.next.fetch_add(1);
    if (i >= work.jobs.size())
      break;
    status.Update(checkCompilationGoesOn());
    if (status.ok())
      status = compileJob(*work.jobs[i], compiler, work);
    work.jobs[i]->status = status;
  }
  if (status.ok() && compiler)
    work.idle.give(std::move(compiler));
}

// If the system refuses to start threads, fewer threads compile the jobs. In the worst case the
// calling thread compiles all jobs.
void compileAll(absl::Span<Job* const> jobs, const JitOptions& options, IdleCompilers& idle) {
  Work work{jobs, options, idle};
  size_t workers = std::min(size_t(std::max(options.workers, 1)), jobs.size());
  std::vector<Thread> threads; // joined before `work` is destroyed, even after an exception
  auto helper = [&work, cancel = currentCancelFlag()](size_t index) {
    CancelScope scope(cancel);
    giveWay(); // programs that begin during a job get the cores first
    compileJobs(work, Worker(work, index));
  };
  try {
    threads.reserve(workers - 1);
    while (threads.size() + 1 < workers)
      threads.emplace_back("lazuli-compile",
                           [helper, index = threads.size() + 1] { helper(index); });
  } catch (const std::exception&) {
  }
  compileJobs(work, Worker(work, 0));
  std::lock_guard lock(work.mutex);
  work.callerEnded = true;
  work.ended.notify_all();
}

// Finds the object of every job in the cache, or compiles it. Returns the number of compiled jobs.
// If there is a dump, all jobs are compiled, so that the dump shows the phases of all kernels.
StatusOr<size_t> findOrCompile(std::vector<Job>& jobs, const JitOptions& options, JitCache& cache) {
  std::vector<Job*> missing;
  for (Job& job : jobs) {
    if (options.objects && options.dumpDir.empty())
      job.object = cache.objects.find(job.key);
    if (!job.object)
      missing.push_back(&job);
  }
  if (!missing.empty())
    compileAll(missing, options, cache.compilers);
  for (Job* job : missing) {
    LZ_RETURN_IF_ERROR(job->status);
    cache.objects.keep(job->key, job->object);
  }
  return missing.size();
}

} // namespace

schedule::VectorTarget vectorTargetOf(const JitOptions& options) {
  schedule::VectorTarget target = targetInfo(options.cpu).vector;
  target.strict = options.strict;
  target.tiles = options.tiles;
  if (!options.vectors) {
    target.f32Lanes = 1;
    target.vectorRegisters = 16; // scalar registers, of which every CPU class has 16
  }
  return target;
}

std::shared_ptr<JitCache> makeJitCache() {
  return std::make_shared<JitCache>();
}

Status prepareCompiler(JitCache& cache, MachineClass cpu) {
  constexpr int64_t kBytes = int64_t(16) << 20;
  LZ_ASSIGN_OR_RETURN(Reserve reserve, Reserve::take(kBytes, "compile"));
  LZ_ASSIGN_OR_RETURN(auto compiler, cache.compilers.take(cpu, extraFeatures(cpu)));
  cache.compilers.give(std::move(compiler));
  return okStatus();
}

StatusOr<std::shared_ptr<const KernelLibrary>>
compileKernels(absl::Span<const KernelRequest> requests, const JitOptions& options,
               JitCache* cache) {
  if (requests.empty())
    return LinkedKernels::link({}, options.symbols, 0);
  Jobs all = distinct(requests, options);
  JitCache own;
  LZ_ASSIGN_OR_RETURN(size_t generated, findOrCompile(all.jobs, options, cache ? *cache : own));
  std::vector<ObjectRef> objects;
  for (const Job& job : all.jobs)
    objects.push_back(job.object);
  LZ_ASSIGN_OR_RETURN(std::shared_ptr<LinkedKernels> library,
                      LinkedKernels::link(std::move(objects), options.symbols, generated));
  for (size_t job : all.jobOf)
    library->add(job);
  return library;
}

} // namespace lz::codegen
