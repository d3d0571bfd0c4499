#include "formats/xla/Importer.h"

namespace lz::formats {
namespace {

// A computation is copied to each region that runs it. This is the largest number of instructions
// that may be copied in this way.
constexpr int64_t kMaxCopies = int64_t{1} << 21;

int64_t numLeaves(const xla::Shape& shape) {
  if (!shape.isTuple())
    return shape.isArray() ? 1 : 0;
  int64_t count = 0;
  for (const xla::Shape& element : shape.tupleShapes)
    count += numLeaves(element);
  return count;
}

bool isParameter(const xla::Instruction& instruction) {
  return instruction.opcode->name == "parameter";
}

std::vector<const xla::Instruction*> parametersOf(const xla::Computation& computation) {
  std::vector<const xla::Instruction*> result;
  for (const xla::Instruction& instruction : computation.instructions)
    if (isParameter(instruction))
      result.push_back(&instruction);
  llvm::sort(result, [](auto* a, auto* b) { return a->parameterNumber < b->parameterNumber; });
  return result;
}

// Returns the shape at an index of a tuple, and stores the position of its first leaf. Returns
// nullptr if there is no such shape.
const xla::Shape* shapeAt(const xla::Shape& shape, const Ints& index, int64_t& firstLeaf) {
  const xla::Shape* at = &shape;
  for (int64_t i : index) {
    if (!at->isTuple() || i < 0 || i >= int64_t(at->tupleShapes.size()))
      return nullptr;
    for (int64_t before = 0; before < i; ++before)
      firstLeaf += numLeaves(at->tupleShapes[size_t(before)]);
    at = &at->tupleShapes[size_t(i)];
  }
  return at;
}

} // namespace

mlir::Location Importer::location(const xla::Place& place) const {
  return mlir::FileLineColLoc::get(context_, name_, place.line, place.column);
}

Status Importer::located(const xla::Instruction& instruction, const Status& status) const {
  std::string where =
      absl::StrCat(name_, ":", instruction.place.line, ":", instruction.place.column);
  Status result =
      withMessage(status, absl::StrCat(where, ": instruction ", instruction.name, ", ",
                                       instruction.opcode->name, ": ", status.message()));
  return withOp(withLocation(result, where), instruction.opcode->name);
}

Status Importer::error(const xla::Instruction& instruction, absl::string_view message) const {
  return located(instruction, invalidArgument(message));
}

Status Importer::notSupported(const xla::Instruction& instruction, absl::string_view what) const {
  return located(instruction, unimplemented(what, " ", hlo::kNotSupported.data()));
}

Status Importer::leafTypes(const xla::Instruction& instruction, const xla::Shape& shape,
                           llvm::SmallVectorImpl<mlir::Type>& types) const {
  if (shape.isTuple()) {
    for (const xla::Shape& element : shape.tupleShapes)
      LZ_RETURN_IF_ERROR(leafTypes(instruction, element, types));
    return okStatus();
  }
  if (shape.elementType == xla::PrimitiveType::Token)
    return okStatus();
  TensorType type = shape.tensorType();
  if (!shape.isArray() || shape.isDynamic() || !isValid(type.dtype))
    return notSupported(instruction, absl::StrCat("shape ", printShapeWithoutLayout(shape)));
  types.push_back(hlo::toIr(context_, type));
  return okStatus();
}

bool Importer::isAlone() const {
  for (const char* name : {"num_partitions", "replica_count"})
    if (auto* count = findAttribute<int64_t>(module_.attributes, name); count && *count != 1)
      return false;
  return true;
}

StatusOr<mlir::func::FuncOp> Importer::makeFunction(int32_t computation, llvm::StringRef name) {
  const xla::Computation& from = module_.computations[size_t(computation)];
  llvm::SmallVector<mlir::Type> params, results;
  for (const xla::Instruction* parameter : parametersOf(from))
    LZ_RETURN_IF_ERROR(leafTypes(*parameter, parameter->shape, params));
  LZ_RETURN_IF_ERROR(leafTypes(from.root(), from.root().shape, results));
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(result_->getBody());
  auto function = builder.create<mlir::func::FuncOp>(
      location(from.place), name, mlir::FunctionType::get(context_, params, results));
  function.addEntryBlock();
  pending_.emplace_back(computation, function);
  return function;
}

StatusOr<mlir::func::FuncOp> Importer::functionOf(int32_t computation) {
  if (auto known = functions_.find(computation); known != functions_.end())
    return known->second;
  std::string name = absl::StrCat("computation", computation);
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp function, makeFunction(computation, name));
  function.setPrivate();
  functions_[computation] = function;
  return function;
}

bool Importer::isComparator(int32_t computation) const {
  const xla::Computation& from = module_.computations[size_t(computation)];
  auto isScalar = [](const xla::Instruction* parameter) {
    const xla::Shape& shape = parameter->shape;
    return shape.isArray() && isValid(shape.tensorType().dtype) && shape.dimensions.empty();
  };
  return llvm::all_of(parametersOf(from), isScalar) &&
         from.root().shape.tensorType() == TensorType{DType::Pred, {}};
}

// Opens a block for the computation. Gives it arguments for the parameters, unless the block
// belongs to a function and has these arguments already.
Status Importer::openBlock(int32_t computation, mlir::Block* block) {
  const xla::Computation& from = module_.computations[size_t(computation)];
  std::vector<Leaves> parameters;
  unsigned next = 0;
  const bool isFresh = block->getNumArguments() == 0;
  for (const xla::Instruction* parameter : parametersOf(from)) {
    llvm::SmallVector<mlir::Type> types;
    LZ_RETURN_IF_ERROR(leafTypes(*parameter, parameter->shape, types));
    Leaves& leaves = parameters.emplace_back();
    for (mlir::Type type : types)
      leaves.push_back(isFresh ? block->addArgument(type, location(parameter->place))
                               : block->getArgument(next++));
  }
  openBranch(computation, block, std::move(parameters));
  return okStatus();
}

void Importer::openBranch(int32_t computation, mlir::Block* block, std::vector<Leaves> parameters) {
  const xla::Computation& from = module_.computations[size_t(computation)];
  frames_.push_back({&from, block, std::move(parameters)});
  frames_.back().values.reserve(from.instructions.size());
}

void Importer::closeFrame() {
  const Frame& frame = frames_.back();
  const Leaves& root = frame.values[size_t(frame.computation->rootId)];
  builder_.setInsertionPointToEnd(frame.block);
  mlir::Location loc = location(frame.computation->root().place);
  if (mlir::isa<mlir::func::FuncOp>(frame.block->getParentOp()))
    builder_.create<mlir::func::ReturnOp>(loc, root);
  else
    builder_.create<hlo::ReturnOp>(loc, root);
  frames_.pop_back();
}

Status Importer::step() {
  Frame& frame = frames_.back();
  if (frame.next == frame.computation->instructions.size()) {
    closeFrame();
    return okStatus();
  }
  const xla::Instruction& instruction = frame.computation->instructions[frame.next++];
  if (frames_.size() > 1 && ++copies_ > kMaxCopies)
    return located(
        instruction,
        resourceExhausted(
            "the program has more than ", kMaxCopies,
            " instructions once computations are inlined at each use; use call instead"));
  if (isParameter(instruction)) {
    size_t number = size_t(instruction.parameterNumber);
    if (number >= frame.parameters.size())
      return error(instruction, "the op that runs this computation passes it too few operands");
    frame.values.push_back(frame.parameters[number]);
    return okStatus();
  }
  builder_.setInsertionPointToEnd(frame.block);
  size_t depth = frames_.size() - 1;
  LZ_ASSIGN_OR_RETURN(Leaves values, import(instruction)); // can push frames
  frames_[depth].values.push_back(std::move(values));
  return okStatus();
}

// Marks the parameters that the caller donates, with the attributes that JAX uses.
void Importer::markDonated(mlir::func::FuncOp main) {
  std::vector<const xla::Instruction*> parameters = parametersOf(module_.entry());
  for (const char* name : {"input_output_alias", "buffer_donor"}) {
    auto* aliases = findAttribute<xla::BufferAliases>(module_.attributes, name);
    for (const xla::BufferAlias& alias :
         aliases ? aliases->entries : decltype(aliases->entries)()) {
      if (alias.parameterNumber < 0 || alias.parameterNumber >= int64_t(parameters.size()))
        continue;
      int64_t first = 0;
      for (int64_t i = 0; i < alias.parameterNumber; ++i)
        first += numLeaves(parameters[size_t(i)]->shape);
      const xla::Shape* shape = shapeAt(parameters[size_t(alias.parameterNumber)]->shape,
                                        alias.parameterShapeIndex, first);
      for (int64_t i = 0; shape && i < numLeaves(*shape); ++i)
        main.setArgAttr(unsigned(first + i), "jax.buffer_donor", builder_.getBoolAttr(true));
    }
  }
}

StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> Importer::run() {
  result_ = mlir::ModuleOp::create(builder_.getUnknownLoc());
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp main, makeFunction(module_.entryComputationId, "main"));
  main.setPublic();
  markDonated(main);
  while (!pending_.empty()) {
    auto [computation, function] = pending_.back();
    pending_.pop_back();
    LZ_RETURN_IF_ERROR(openBlock(computation, &function.front()));
    while (!frames_.empty())
      LZ_RETURN_IF_ERROR(step());
  }
  return std::move(result_);
}

StatusOr<mlir::OwningOpRef<mlir::ModuleOp>>
importHlo(mlir::MLIRContext& context, const xla::Module& module, const std::string& name) {
  return Importer(context, module, name).run();
}

} // namespace lz::formats
