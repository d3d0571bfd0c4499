#include "exec/Fft.h"

#include "fft/Plan.h"

namespace lz::exec {
namespace {

struct FftPlan : CallPlan {
  int64_t bytes() const override { return plan->tableBytes(); }

  std::unique_ptr<const fft::Plan> plan;
};

const fft::Plan& planOf(const CallSignature& signature) {
  return *static_cast<const FftPlan&>(*signature.plan).plan;
}

} // namespace

StatusOr<std::shared_ptr<const CallPlan>> planOfFft(const CallSignature& signature) {
  const TensorType& operand = signature.operands[0];
  fft::Spec spec;
  const auto& attrs = signature.attrsOf<FftCallAttrs>();
  spec.kind = fft::Kind(attrs.fftType);
  spec.real = partType(operand.dtype);
  spec.lengths = attrs.fftLength;
  spec.threads = signature.threads;
  spec.cpu = signature.cpu;
  for (size_t d = 0; d + spec.lengths.size() < operand.dims.size(); ++d)
    spec.batch *= operand.dims[d];
  auto plan = std::make_shared<FftPlan>();
  LZ_ASSIGN_OR_RETURN(plan->plan, fft::Plan::make(spec));
  return plan;
}

CallNeeds needsOfFft(const CallSignature& signature) {
  const fft::Plan& plan = planOf(signature);
  return {plan.scratchBytes(), plan.ns()};
}

Status fft(const CallArgs& args) {
  planOf(args.signature).run(args.buffers[0], args.buffers[1], args.scratch.data(), args.pool);
  return okStatus();
}

} // namespace lz::exec
