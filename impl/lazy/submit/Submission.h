// A submission: one program on its way to a device's stream, with its inputs, its outputs and its
// run. Producer.h explains the order of submissions. If an input will never exist, or memory runs
// out, the run computes the outputs that do not depend on the cause (Salvage.h). A run with a
// donated input does not wait for earlier readers (RunInput::lend).
#pragma once

#include "lazy/engine/Engine.h"
#include "lazy/graph/Data.h"
#include "lazy/graph/Producer.h"
#include "lazy/submit/Salvage.h"
#include "runtime/Reservation.h"

#include <memory>
#include <optional>
#include <vector>

namespace lz::lazy {

// The op that made an input, if there is one.
struct InputMaker {
  std::optional<Opcode> opcode;
  LocationId location = -1;
};

// The data with which an error of the run is traced to an op and a tensor of this recording.
struct RunOps {
  std::shared_ptr<const CacheEntry> entry; // nullptr for an executable that was compiled on its own
  std::vector<LocationId> locations;       // one per op of the entry's program
  std::vector<InputMaker> makers;          // one per input; empty if no input is donated
  int64_t historyBytes = 0; // at the cut, at most so many bytes were kept only for gradients
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
  // Memory of the caller for outputs; see Executable::run.
  std::vector<runtime::StorageRef> outData{};
};

// Until the submission is submitted, only one thread at a time may use it. Then any thread may.
class Submission final : public Producer {
  struct Key {}; // restricts the constructor to create()

public:
  Submission(Key, std::shared_ptr<Engine> engine, std::shared_ptr<runtime::Device> device);

  // create(), follow() and setRequest() allocate all memory that the later hand-over to the stream
  // needs.
  static std::shared_ptr<Submission> create(std::shared_ptr<Engine> engine,
                                            std::shared_ptr<runtime::Device> device);

  // Sets what the submission runs. The submission then runs after the producers of its inputs. Call
  // this once, before submit.
  void setRequest(RunRequest request);

  const RunRequest& request() const { return *request_; } // valid until submit
  const RunOps& ops() const { return request_->ops; }     // valid until submit

  // The maker of a submission must call submit, submitParts or fail exactly once, because otherwise
  // its event never happens. These functions allocate nothing, so they do not fail. `executable` is
  // nullptr for a submission that only follows others.
  void submit(ExecutableRef executable, runtime::Wake wake) noexcept;
  void fail(Status status) noexcept;
  // Sets why some outputs will never exist, with one status per output. Call it before submit or
  // fail.
  void refuse(absl::Span<const Status> errors);
  // Called instead of submit() if the program is computed in parts. There must be at least one
  // part. No result takes over a donated input.
  void submitParts(std::vector<RunPart> parts, runtime::Wake wake) noexcept;

private:
  // The work in the stream's queue. Its destructor releases everything, whether or not the work
  // ran.
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
  // Returns an error without the place of the op in the recording.
  Status executePart(const exec::Executable& executable, const Part& part,
                     absl::Span<const runtime::StorageRef> args);
  // Computes the outputs of `whole` that need neither a missing input nor the op that failed. Adds
  // the failures of this run to `ofRun`. If an input is missing, only the tensors that need this
  // input get the reason. The reason is not added to `ofRun`.
  void executeRest(const Part& whole, absl::Span<const runtime::StorageRef> args,
                   const Status& failure, Status& ofRun);
  // Computes the remaining outputs after a run of the entire program failed. `lost` has the indices
  // of the donated inputs that this run has overwritten. Returns the status of the submission.
  Status afterFailure(absl::Span<const runtime::StorageRef> args, absl::Span<const size_t> lost,
                      const Status& failure);
  Status divide(absl::Span<const runtime::StorageRef> args, const Status& failure);
  Status whyMissing(size_t input);
  int64_t bytesToAnnounce();

  // Kept until the work has run or failed.
  std::shared_ptr<Engine> engine_;
  std::optional<RunRequest> request_;
  ExecutableRef executable_;
  std::vector<RunPart> parts_; // used instead of executable_
  // submit() puts the reservation into the line. The reservation leaves the line when the inputs
  // are released.
  runtime::Reservation reservation_;
};

} // namespace lz::lazy
