// A submission: one program on its way to a device's stream, with its inputs, outputs and run.
// Producer.h explains its order. If an input will never exist, or memory runs out, the run computes
// the outputs that do not need it (Salvage.h). A run with a donated input does not wait for earlier
// readers (RunInput::lend).
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/graph/Data.h"
#include "lazy/graph/Producer.h"
#include "lazy/submit/Salvage.h"

#include <memory>
#include <optional>
#include <vector>

namespace lz::lazy {

// The op that made an input, if there is one.
struct InputMaker {
  std::optional<Opcode> opcode;
  LocationId location = -1;
};

// Finds the op and the tensor of this recording that an error of the run names.
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

// The data that a run needs.
struct RunRequest {
  RunInputs inputs;
  RunValues outputs;
  RunOps ops;
  std::vector<runtime::StorageRef> outData{}; // where outputs are written; see Executable::run
};

// Until it is submitted, one thread at a time may use it; then any thread may.
class Submission final : public Producer {
  struct Key {}; // restricts the constructor to create()

public:
  Submission(Key, std::shared_ptr<Engine> engine, std::shared_ptr<runtime::Device> device);

  // This, follow() and setRequest() allocate everything that the hand-over needs.
  static std::shared_ptr<Submission> create(std::shared_ptr<Engine> engine,
                                            std::shared_ptr<runtime::Device> device);

  // Makes it follow the producers of its inputs. Call it once, before submit.
  void setRequest(RunRequest request);

  const RunRequest& request() const { return *request_; } // valid until submit
  const RunOps& ops() const { return request_->ops; }     // valid until submit

  // The maker of a submission must call submit, submitParts or fail once; otherwise its event never
  // happens. None of them allocates, so none of them fails. `executable` is nullptr for a
  // submission that only follows others.
  void submit(ExecutableRef executable, runtime::Wake wake) noexcept;
  void fail(Status status) noexcept;
  // Sets why some outputs will never exist, with one status per output. Call it before submit or
  // fail.
  void refuse(absl::Span<const Status> errors);
  // Called instead of submit() if the remaining outputs are computed in parts, of which there must
  // be at least one. No donated input is taken.
  void submitParts(std::vector<RunPart> parts, runtime::Wake wake) noexcept;

private:
  // The work in the stream's queue. Its destructor releases everything, whether the work ran or
  // not.
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
  // The returned error does not have its place in the recording yet.
  Status executePart(const exec::Executable& executable, const Part& part,
                     absl::Span<const runtime::StorageRef> args);
  // Computes the outputs of `whole` that need neither a missing input nor the op that failed. Adds
  // the failures of this run to `ofRun`. The reason why an input is missing goes only to the
  // tensors that need it, since it may have failed before or after the cut.
  void executeRest(const Part& whole, absl::Span<const runtime::StorageRef> args,
                   const Status& failure, Status& ofRun);
  // Computes the rest after a run of the whole program failed, and returns the status of the
  // submission.
  Status afterFailure(absl::Span<const runtime::StorageRef> args, absl::Span<const bool> donated,
                      const Status& failure);
  Status divide(absl::Span<const runtime::StorageRef> args, const Status& failure);
  Status whyMissing(size_t input);

  // Set until the work has run or failed.
  std::shared_ptr<Engine> engine_;
  std::optional<RunRequest> request_;
  ExecutableRef executable_;
  std::vector<RunPart> parts_; // used instead of executable_
};

} // namespace lz::lazy
