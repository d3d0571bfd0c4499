// Converts IR to a Program. A stack has one frame for each region that is being visited.
#include "base/Exhausted.h"
#include "base/HashMap.h"
#include "base/Placed.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/InlineCalls.h"
#include "hlo/ir/ForeignTypes.h"
#include "hlo/ir/PlainAttrs.h"

#include <algorithm>

namespace lz::hlo {
namespace {

// A short text can describe a large program in two ways: by constants that repeat one value, and by
// a chain of functions that each call the next one twice. inlineCalls limits such chains. Ops and
// values that the text writes out need no limit.
constexpr int64_t kMaxSplatBytes = int64_t{512} << 20;

class Exporter {
public:
  StatusOr<Program> run(mlir::Region& body);
  StatusOr<Program> runOps(llvm::ArrayRef<mlir::Operation*> ops,
                           llvm::ArrayRef<mlir::Operation*> outputs,
                           llvm::function_ref<bool(mlir::OpOperand&)> isInput);

private:
  // A block that is being visited. Most blocks become a region of the Program: `out`. The body of
  // an lz.region or lz.contraction is inlined instead, so `inlined` is that op, and the ops of the
  // body are appended to the `out` of the frame below.
  struct Frame {
    mlir::Block::iterator next;
    mlir::Operation* inlined = nullptr;
    Region out;
    // The op whose regions are visited by the frames above this one.
    mlir::Operation* irOp = nullptr;
    Op op;
  };

  Status step();
  Status openOp(mlir::Operation* op);
  StatusOr<Attrs> readAttrs(mlir::Operation* op, const OpInfo& info);
  StatusOr<Literal> literal(mlir::Attribute attr);
  void openBody(mlir::Operation* op);
  Status closeFrame(mlir::Operation* terminator);
  Status openRegion(mlir::Region& region);
  Status finishRegions();
  StatusOr<ValueId> define(mlir::Value value);
  ValueIds use(mlir::ValueRange values) const;
  ValueIds useWithInputs(mlir::Operation* op);
  int32_t location(mlir::Location location);
  Region& sink();

  Program program_;
  std::vector<Frame> frames_;
  llvm::DenseMap<mlir::Value, ValueId> ids_;
  HashMap<std::string, int32_t> locations_;
  llvm::DenseMap<mlir::Attribute, Literal> literals_; // equal constants share their bytes
  int64_t bytesToSplat_ = kMaxSplatBytes;
  // The argument `isInput` of exportOps.
  llvm::function_ref<bool(mlir::OpOperand&)> isInput_;
  llvm::DenseMap<mlir::Value, ValueId> inputs_;
};

std::string typeStr(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

// Returns an error at this op with the cause `why`. Keeps the other details of `why`.
Status refuse(mlir::Operation* op, const Status& why) {
  std::string name = op->getName().getStringRef().str();
  std::string place = locationFromIr(op->getLoc());
  return placed(place.empty() ? why : withMessage(why, absl::StrCat(place, ": ", why.message())),
                name, place);
}

Status notSupported(mlir::Operation* op, absl::string_view what) {
  return refuse(op, unimplemented(what, " ", kNotSupported.data()));
}

StatusOr<ValueId> Exporter::define(mlir::Value value) {
  TensorType type = fromIr(value.getType());
  mlir::Operation* op = value.getDefiningOp();
  if (!op)
    op = value.getParentRegion()->getParentOp();
  if (!isValid(type.dtype))
    return notSupported(op, absl::StrCat("type ", typeStr(value.getType())));
  if (Status status = checkType(type); !status.ok())
    return refuse(op, status);
  ValueId id = program_.addValue(std::move(type));
  ids_[value] = id;
  return id;
}

ValueIds Exporter::use(mlir::ValueRange values) const {
  ValueIds result;
  for (mlir::Value value : values)
    result.push_back(ids_.lookup(value));
  return result;
}

int32_t Exporter::location(mlir::Location location) {
  if (isInput_)
    return -1;
  std::string text = locationFromIr(location);
  if (text.empty())
    return -1;
  auto [entry, isNew] = locations_.try_emplace(text, int32_t(program_.locations.size()));
  if (isNew)
    program_.locations.push_back(std::move(text));
  return entry->second;
}

Region& Exporter::sink() {
  size_t i = frames_.size() - 1;
  while (frames_[i].inlined)
    --i;
  return frames_[i].out;
}

Status Exporter::openRegion(mlir::Region& region) {
  Frame frame;
  if (!region.hasOneBlock())
    return refuse(region.getParentOp(), invalidArgument("every region must be one block"));
  for (mlir::BlockArgument argument : region.getArguments()) {
    LZ_ASSIGN_OR_RETURN(ValueId id, define(argument));
    frame.out.params.push_back(id);
  }
  frame.next = region.front().begin();
  frames_.push_back(std::move(frame));
  return okStatus();
}

StatusOr<Literal> Exporter::literal(mlir::Attribute attr) {
  auto elements = mlir::dyn_cast_or_null<mlir::ElementsAttr>(attr);
  if (!elements)
    return invalidArgument("a constant needs a value");
  Literal& known = literals_[attr];
  if (known.valid())
    return known;
  TensorType type = fromIr(elements.getShapedType());
  if (isValid(type.dtype) && isSplat(elements)) {
    LZ_RETURN_IF_ERROR(checkType(type));
    if (type.numBytes() > bytesToSplat_)
      return exhausted("constant", type.numBytes(), bytesToSplat_,
                       "all constants that repeat one value share this limit: write scalars "
                       "and broadcast_in_dim");
    bytesToSplat_ -= type.numBytes();
  }
  LZ_ASSIGN_OR_RETURN(known, literalFromIr(elements));
  return known;
}

StatusOr<Attrs> Exporter::readAttrs(mlir::Operation* op, const OpInfo& info) {
  LZ_ASSIGN_OR_RETURN(Attrs attrs, plainAttrs(op, info, Literals::Skip));
  for (size_t i = 0; i < attrs.size(); ++i)
    if (info.attrs[i].kind == AttrKind::Literal) {
      llvm::StringRef name(info.attrs[i].name);
      LZ_ASSIGN_OR_RETURN(attrs[i], literal(op->getAttr(name)));
    }
  return attrs;
}

Status Exporter::openOp(mlir::Operation* op) {
  const OpInfo* info = opInfo(op);
  if (!info || info->opcode == Opcode::Call) // calls of functions are inlined already
    return notSupported(op, absl::StrCat("op ", op->getName().getStringRef().str()));
  // The interpreter implements these ops only for the types that the specification allows.
  if (info->kind == OpKind::Library && hasOtherTypes(op))
    return notSupported(op,
                        absl::StrCat("op ", op->getName().getStringRef().str(), " with lz.types"));
  StatusOr<Attrs> attrs = readAttrs(op, *info);
  if (!attrs.ok())
    return refuse(op, attrs.status());
  Frame& frame = frames_.back();
  frame.irOp = op;
  frame.op.opcode = info->opcode;
  frame.op.operands = isInput_ ? useWithInputs(op) : use(op->getOperands());
  frame.op.attrs = *std::move(attrs);
  frame.op.location = location(op->getLoc());
  return finishRegions();
}

// Visits the next region of the current op, or defines the op's results after the last one.
Status Exporter::finishRegions() {
  Frame& frame = frames_.back();
  size_t done = frame.op.regions.size();
  if (done < frame.irOp->getNumRegions())
    return openRegion(frame.irOp->getRegion(unsigned(done)));
  for (mlir::Value result : frame.irOp->getResults()) {
    LZ_ASSIGN_OR_RETURN(ValueId id, define(result));
    frame.op.results.push_back(id);
  }
  sink().ops.push_back(std::move(frame.op));
  frame.op = {};
  frame.irOp = nullptr;
  return okStatus();
}

void Exporter::openBody(mlir::Operation* op) {
  mlir::Block& body = op->getRegion(0).front();
  for (auto [param, operand] : llvm::zip(body.getArguments(), op->getOperands()))
    ids_[param] = ids_.lookup(operand);
  Frame frame;
  frame.next = body.begin();
  frame.inlined = op;
  frames_.push_back(std::move(frame));
}

// Closes the top frame at `terminator`, whose operands are the results of the inlined op or of the
// region.
Status Exporter::closeFrame(mlir::Operation* terminator) {
  ValueIds values = use(terminator->getOperands());
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (mlir::Operation* op = frame.inlined) {
    for (auto [result, id] : llvm::zip(op->getResults(), values))
      ids_[result] = id;
    return okStatus();
  }
  frame.out.results.assign(values.begin(), values.end());
  if (frames_.empty()) {
    program_.body = std::move(frame.out);
    return okStatus();
  }
  frames_.back().op.regions.push_back(std::move(frame.out));
  return finishRegions();
}

Status Exporter::step() {
  mlir::Operation* op = &*frames_.back().next++;
  if (op->hasTrait<mlir::OpTrait::IsTerminator>())
    return closeFrame(op);
  if (!mlir::isa<ir::RegionOp, ir::ContractionOp, ir::SweepOp>(op))
    return openOp(op);
  openBody(op);
  return okStatus();
}

StatusOr<Program> Exporter::run(mlir::Region& body) {
  LZ_RETURN_IF_ERROR(openRegion(body));
  while (!frames_.empty())
    LZ_RETURN_IF_ERROR(step());
  return std::move(program_);
}

ValueIds Exporter::useWithInputs(mlir::Operation* op) {
  ValueIds result;
  for (mlir::OpOperand& use : op->getOpOperands()) {
    if (auto made = ids_.find(use.get()); made != ids_.end() && !isInput_(use)) {
      result.push_back(made->second);
      continue;
    }
    auto known = inputs_.find(use.get());
    if (known == inputs_.end()) {
      ValueId id = program_.addValue(fromIr(use.get().getType()));
      frames_.front().out.params.push_back(id);
      known = inputs_.try_emplace(use.get(), id).first;
    }
    result.push_back(known->second);
  }
  return result;
}

StatusOr<Program> Exporter::runOps(llvm::ArrayRef<mlir::Operation*> ops,
                                   llvm::ArrayRef<mlir::Operation*> outputs,
                                   llvm::function_ref<bool(mlir::OpOperand&)> isInput) {
  isInput_ = isInput;
  frames_.emplace_back();
  for (mlir::Operation* op : ops) {
    LZ_RETURN_IF_ERROR(openOp(op));
    while (frames_.size() > 1)
      LZ_RETURN_IF_ERROR(step());
  }
  Region body = std::move(frames_.front().out);
  for (mlir::Operation* op : outputs)
    for (mlir::Value result : op->getResults())
      body.results.push_back(ids_.lookup(result));
  program_.body = std::move(body);
  return std::move(program_);
}

} // namespace

StatusOr<Program> exportOps(llvm::ArrayRef<mlir::Operation*> ops,
                            llvm::ArrayRef<mlir::Operation*> outputs,
                            llvm::function_ref<bool(mlir::OpOperand&)> isInput) {
  return Exporter().runOps(ops, outputs, isInput);
}

Status replaceCalls(mlir::func::FuncOp main) {
  std::optional<CallProblem> problem = inlineCalls(main);
  return problem ? refuse(problem->call, problem->status) : okStatus();
}

StatusOr<Program> exportProgram(mlir::func::FuncOp main) {
  LZ_RETURN_IF_ERROR(replaceCalls(main));
  LZ_ASSIGN_OR_RETURN(Program program, Exporter().run(main.getBody()));
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    bool donated =
        main.getArgAttr(i, "jax.buffer_donor") || main.getArgAttr(i, "tf.aliasing_output");
    if (!donated)
      continue;
    program.donated.resize(main.getNumArguments(), false);
    program.donated[i] = true;
  }
  return program;
}

StatusOr<Program> exportRegion(ir::RegionOp region) {
  return Exporter().run(region.getBody());
}

} // namespace lz::hlo
