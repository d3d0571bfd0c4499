// A submission is one program on its way to a device's stream: its inputs, its outputs, and its
// run. Producer.h says how it is ordered. If an input will never exist, or memory runs out, the run
// computes the outputs that do not need it (Salvage.h). A run that was given an input does not wait
// for earlier readers (RunInput::lend).
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/graph/Data.h"
#include "lazy/graph/Producer.h"
#include "lazy/submit/Salvage.h"

#include <memory>
#include <optional>
#include <vector>

namespace lz::lazy {

// The op that made an input, if an op did.
struct InputMaker {
  std::optional<Opcode> opcode;
  LocationId location = -1;
};

// Which op and which tensor of this recording an error of the run names.
struct RunOps {
  std::shared_ptr<const CacheEntry> entry; // nullptr for an executable that was compiled on its own
  std::vector<LocationId> locations;       // one per op of the entry's program
  std::vector<InputMaker> makers;          // one per input; empty if none is donated
};

// A compiled part.
struct RunPart {
  ExecutableRef executable;
  Part part;
};

// What a run needs.
struct RunRequest {
  RunInputs inputs;
  RunValues outputs;
  RunOps ops;
  std::vector<runtime::StorageRef> outData{}; // where outputs are written; see Executable::run
};

// Any thread may use it, but only one at a time until it is submitted.
class Submission final : public Producer {
  struct Key {}; // only create() has one

public:
  Submission(Key, std::shared_ptr<Engine> engine, std::shared_ptr<runtime::Device> device);

  // This, follow() and setRequest() allocate everything that handing over needs.
  static std::shared_ptr<Submission> create(std::shared_ptr<Engine> engine,
                                            std::shared_ptr<runtime::Device> device);

  // Makes it follow the producers of its inputs. Call it once, before submit.
  void setRequest(RunRequest request);

  const RunRequest& request() const { return *request_; } // valid until submit
  const RunOps& ops() const { return request_->ops; }     // valid until submit

  // Whoever made a submission must call submit, submitParts or fail once; otherwise its event never
  // happens. None of them allocates, so none of them fails. `executable` is nullptr for a
  // submission that only follows others.
  void submit(ExecutableRef executable, runtime::Wake wake) noexcept;
  void fail(Status status) noexcept;
  // Says why some outputs will never exist, with one status per output. Call it before submit or
  // fail.
  void refuse(absl::Span<const Status> errors);
  // Called instead of submit() if the remaining outputs are computed in parts, of which there must
  // be one. No donated input is taken.
  void submitParts(std::vector<RunPart> parts, runtime::Wake wake) noexcept;

private:
  // The work in the stream's queue. Its destructor leaves nothing behind, whether it ran or not.
  struct Running {
    std::shared_ptr<Submission> self;
    Running(Running&&) noexcept = default;
    explicit Running(std::shared_ptr<Submission> self) : self(std::move(self)) {}
    ~Running();
    Status operator()() { return self->run(); }
  };

  void finish() noexcept;

  Status run() noexcept;
  using RunArgs = absl::InlinedVector<runtime::StorageRef, 4>;
  Status execute(RunArgs& args);
  Status executeParts(absl::Span<const runtime::StorageRef> args);
  // The error does not have its place in the recording yet.
  Status executePart(const exec::Executable& executable, const Part& part,
                     absl::Span<const runtime::StorageRef> args);
  // Computes what `whole` needs neither a missing input for nor the op that failed. `ofRun`
  // receives what failed during the run. The reason why an input is missing goes only to the
  // tensors that need it: whether an input failed before or after the cut is a matter of chance.
  void executeRest(const Part& whole, absl::Span<const runtime::StorageRef> args,
                   const Status& failure, Status& ofRun);
  // Tries the rest after a run of the whole failed, and returns the status of the submission.
  Status afterFailure(absl::Span<const runtime::StorageRef> args, absl::Span<const bool> donated,
                      const Status& failure);
  Status divide(absl::Span<const runtime::StorageRef> args, const Status& failure);
  Status whyMissing(size_t input);

  // Set until it has run or failed.
  std::shared_ptr<Engine> engine_;
  std::optional<RunRequest> request_;
  ExecutableRef executable_;
  std::vector<RunPart> parts_; // used instead of executable_
};

} // namespace lz::lazy
