#include "PlanTesting.h"

#include "../codegen/CompilePlans.h"
#include "CpuSample.h"
#include "PlanInterpreter.h"
#include "region/VerifyPlan.h"
#include "semantics/eval/Compare.h"

#include <cstring>
#include <random>
#include <sys/mman.h>

namespace lz::testing {

using region::NodeId;
using region::PlanNode;

region::IndexExpr PlanBuilder::dim(int64_t extent, region::DimKind kind) {
  plan.dims.push_back({extent, kind});
  return region::IndexExpr::dim(int32_t(plan.dims.size()) - 1);
}

int32_t PlanBuilder::input(DType dtype, int64_t size) {
  plan.inputs.push_back(dtype);
  plan.inputSizes.push_back(size);
  return int32_t(plan.inputs.size()) - 1;
}

static NodeId add(region::RegionPlan& plan, PlanNode node) {
  plan.nodes.push_back(std::move(node));
  return NodeId(plan.nodes.size()) - 1;
}

NodeId PlanBuilder::load(int32_t input, region::IndexExpr expr, NodeId mask,
                         std::vector<region::DynamicTerm> dynamic) {
  PlanNode n;
  n.kind = region::NodeKind::Load;
  n.dtype = plan.inputs[size_t(input)];
  n.input = input;
  n.expr = std::move(expr);
  n.mask = mask;
  n.dynamic = std::move(dynamic);
  return add(plan, std::move(n));
}

NodeId PlanBuilder::constant(DType dtype, double value) {
  PlanNode n;
  n.kind = region::NodeKind::Constant;
  n.dtype = dtype;
  n.literal = Literal::splat({dtype, {}}, value);
  return add(plan, std::move(n));
}

NodeId PlanBuilder::index(region::IndexExpr expr, DType dtype) {
  PlanNode n;
  n.kind = region::NodeKind::Index;
  n.dtype = dtype;
  n.expr = std::move(expr);
  return add(plan, std::move(n));
}

NodeId PlanBuilder::inRange(region::IndexExpr expr, int64_t lo, int64_t hi) {
  PlanNode n;
  n.kind = region::NodeKind::InRange;
  n.dtype = DType::Pred;
  n.expr = std::move(expr);
  n.lo = lo;
  n.hi = hi;
  return add(plan, std::move(n));
}

NodeId PlanBuilder::compute(Opcode opcode, DType dtype, std::vector<NodeId> operands, Attrs attrs) {
  PlanNode n;
  n.kind = region::NodeKind::Compute;
  n.dtype = dtype;
  n.opcode = opcode;
  n.operands.assign(operands.begin(), operands.end());
  n.attrs = std::move(attrs);
  return add(plan, std::move(n));
}

region::PlanBody PlanBuilder::combiner(Opcode opcode, DType dtype) {
  region::PlanBody body;
  for (int32_t i : {0, 1}) {
    PlanNode arg;
    arg.kind = region::NodeKind::Arg;
    arg.dtype = dtype;
    arg.component = i;
    body.nodes.push_back(std::move(arg));
  }
  PlanNode n;
  n.kind = region::NodeKind::Compute;
  n.dtype = dtype;
  n.opcode = opcode;
  n.operands = {0, 1};
  body.nodes.push_back(std::move(n));
  body.results = {2};
  return body;
}

NodeId PlanBuilder::reduce(Opcode opcode, NodeId operand, NodeId init, std::vector<int32_t> dims) {
  DType dtype = plan.nodes[size_t(operand)].dtype;
  plan.reductions.push_back({std::move(dims), {operand}, {init}, combiner(opcode, dtype)});
  PlanNode n;
  n.kind = region::NodeKind::Reduce;
  n.dtype = dtype;
  n.reduction = int32_t(plan.reductions.size()) - 1;
  return add(plan, std::move(n));
}

region::PlanOutput& PlanBuilder::store(NodeId value, DType dtype, int64_t size,
                                       region::IndexExpr expr, std::vector<int32_t> dims) {
  region::PlanOutput output;
  output.value = value;
  output.expr = std::move(expr);
  output.dims = std::move(dims);
  output.buffer = int32_t(plan.outputTypes.size());
  plan.outputTypes.push_back(dtype);
  plan.outputSizes.push_back(size);
  plan.outputs.push_back(std::move(output));
  return plan.outputs.back();
}

NodeId addNormalized(PlanBuilder& b, Opcode function, int64_t rows, int64_t n, DType dtype) {
  region::IndexExpr d0 = b.dim(rows), d1 = b.dim(n, region::DimKind::Reduction),
                    d2 = b.dim(n, region::DimKind::Reduction),
                    d3 = b.dim(n, region::DimKind::Inner);
  int32_t in = b.input(dtype, rows * n);
  auto value = [&](const region::IndexExpr& column, NodeId most) {
    NodeId x = b.load(in, d0 * n + column);
    return b.compute(function, dtype, {b.compute(Opcode::Subtract, dtype, {x, most})});
  };
  NodeId most =
      b.reduce(Opcode::Maximum, b.load(in, d0 * n + d1), b.constant(dtype, -INFINITY), {1});
  NodeId sum = b.reduce(Opcode::Add, value(d2, most), b.constant(dtype, 0), {2});
  b.store(b.compute(Opcode::Divide, dtype, {value(d3, most), sum}), dtype, rows * n, d0 * n + d3,
          {0, 3});
  return most;
}

Literal sampleArray(DType dtype, int64_t size, uint64_t seed, int64_t below) {
  std::mt19937_64 random(seed);
  Literal array({dtype, {size}});
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < size; ++i) {
      double unit = double(random() >> 11) * 0x1p-53;
      if constexpr (std::is_same_v<T, bool>)
        array.mutableAs<bool>()[i] = unit < 0.5;
      else
        array.mutableAs<T>()[i] = isFloat(dtype) ? T(float(4 * unit - 2)) : T(unit * double(below));
    }
  });
  return array;
}

namespace {

// Memory whose last byte is directly before unreadable memory.
class GuardedBuffer {
public:
  explicit GuardedBuffer(const Literal& contents) : bytes_(size_t(contents.type().numBytes())) {
    constexpr size_t kPage = 4096;
    mapped_ = (bytes_ + kPage - 1) / kPage * kPage + kPage;
    map_ = static_cast<std::byte*>(
        mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(map_ + mapped_ - kPage, kPage, PROT_NONE);
    data_ = map_ + mapped_ - kPage - bytes_;
    std::memcpy(data_, contents.data(), bytes_);
  }
  ~GuardedBuffer() { munmap(map_, mapped_); }
  GuardedBuffer(const GuardedBuffer&) = delete;
  void* data() { return data_; }

private:
  size_t bytes_, mapped_;
  std::byte *map_, *data_;
};

void runKernel(const codegen::CallableKernel& kernel, std::vector<void*>& buffers) {
  int64_t hi = kernel.units;
  for (int64_t chunk = 1; hi > 0; chunk = chunk * 2 + 1) {
    int64_t lo = std::max<int64_t>(hi - chunk, 0);
    kernel.fn(buffers.data(), lo, hi);
    hi = lo;
  }
}

void compare(const Literal& actual, const Literal& expected, Tolerance tolerance,
             const std::string& where) {
  for (int64_t i = 0; i < expected.type().numElements(); ++i)
    if (double(eval::ulpDistance(actual, expected, i)) > tolerance.ulps &&
        !(std::abs(eval::numberAt(actual, i) - eval::numberAt(expected, i)) <=
          tolerance.absolute)) {
      ADD_FAILURE() << where << " element " << i << ": " << eval::elementText(actual, i)
                    << ", expected " << eval::elementText(expected, i);
      return;
    }
}

} // namespace

void expectPlanRuns(const schedule::ChosenPlan& chosen, const std::vector<Literal>& inputs,
                    Tolerance tolerance, bool strict) {
  const region::RegionPlan& plan = chosen.plan;
  ASSERT_TRUE(verify(plan).ok()) << verify(plan) << print(plan);
  ASSERT_TRUE(verify(plan, chosen.choice).ok()) << verify(plan, chosen.choice);
  std::vector<Literal> before;
  for (size_t i = 0; i < plan.outputTypes.size(); ++i)
    before.push_back(Literal::splat({plan.outputTypes[i], {plan.outputSizes[i]}}, 3));
  std::vector<Literal> start;
  for (const Literal& l : before)
    start.push_back(Literal::copyOf(l.type(), l.data()));
  std::vector<Literal> expected = interpretPlan(plan, inputs, start);
  for (MachineClass cpu : test::nextCpuClasses()) {
    codegen::JitOptions options;
    options.cpu = cpu;
    options.strict = strict;
    options.verify = true;
    if (const char* dir = std::getenv("LAZULI_DUMP"))
      options.dumpDir = std::string(dir) + "/" + machineClassName(cpu);
    auto library = codegen::compilePlans({{"kernel", &chosen}}, options);
    ASSERT_TRUE(library.ok()) << library.status() << "\n" << print(plan);
    std::vector<std::unique_ptr<GuardedBuffer>> storage;
    std::vector<void*> buffers;
    for (const std::vector<Literal>* literals : {&inputs, (const std::vector<Literal>*)&before})
      for (const Literal& l : *literals) {
        storage.push_back(std::make_unique<GuardedBuffer>(l));
        buffers.push_back(storage.back()->data());
      }
    runKernel(library->kernel(0), buffers);
    for (size_t i = 0; i < expected.size(); ++i)
      compare(Literal::copyOf(expected[i].type(), buffers[inputs.size() + i]), expected[i],
              tolerance, machineClassName(cpu) + " out" + std::to_string(i) + "\n" + print(plan));
  }
}

} // namespace lz::testing
