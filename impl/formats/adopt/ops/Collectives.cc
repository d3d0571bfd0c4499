#include "formats/adopt/ops/Collectives.h"

#include "formats/adopt/ops/WholeBody.h"
#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/SmallSet.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

// One op and the processes that take part in it. A null value means that an op could not be made.
class Exchange {
public:
  Exchange(mlir::RewriterBase& rewriter, mlir::Operation* op, const ProcessGrid& grid,
           const Companions& companions, const ValueLists& given)
      : rewriter_(rewriter), maker_(rewriter, op->getLoc()), op_(op),
        name_(op->getName().stripDialect().str()), grid_(grid), companions_(companions),
        given_(given), size_(int64_t(companions.processes.size())) {}

  StatusOr<ValueLists> run() {
    LZ_RETURN_IF_ERROR(checkTypes());
    LZ_ASSIGN_OR_RETURN(ValueLists results, make());
    for (const Values& values : results)
      if (!llvm::equal(mlir::TypeRange(op_->getResultTypes()), values,
                       [](mlir::Type type, mlir::Value v) { return v && v.getType() == type; }))
        return invalidArgument("[", name_, "] the result types are not those of this op on ", size_,
                               " processes");
    return results;
  }

private:
  Status checkTypes() const {
    for (mlir::Type type : op_->getResultTypes())
      if (TensorType known = hlo::fromIr(type); !isValid(known.dtype) || !checkType(known).ok())
        return unimplemented("[", name_, "] a result has an unknown type");
    for (const Values& values : given_)
      if (mlir::TypeRange(mlir::ValueRange(values)) != op_->getOperandTypes())
        return invalidArgument("[", name_,
                               "] the processes of a group pass operands of different types");
    return okStatus();
  }

  StatusOr<ValueLists> make() {
    if (name_ == "partition_id" || name_ == "replica_id")
      return ids();
    if (name_ == "collective_broadcast")
      return forAll(companions_.isGroup ? given_[0] : zeros());
    if (name_ == "collective_permute")
      return permuted();
    if (!companions_.isGroup)
      return invalidArgument("[", name_, "] process ", companions_.processes[0],
                             " is in no group of replica_groups");
    if (name_ == "all_gather")
      return gathered();
    if (name_ == "all_to_all")
      return traded();
    if (name_ == "collective_reduce" && size_ > 1)
      return unimplemented(
          "[collective_reduce] of several processes is not supported: use all_reduce");
    LZ_ASSIGN_OR_RETURN(Values sums, reduced());
    return name_ == "reduce_scatter" ? scattered(sums) : forAll(sums);
  }

  ValueLists forAll(const Values& values) const { return ValueLists(size_t(size_), values); }

  Values zeros() {
    Values values;
    for (mlir::Type type : op_->getResultTypes())
      values.push_back(maker_.splat(hlo::fromIr(type), 0));
    return values;
  }

  StatusOr<ValueLists> ids() {
    const int64_t self = companions_.processes[0];
    const int64_t id = name_ == "partition_id" ? self % grid_.partitions : self / grid_.partitions;
    return forAll({maker_.splat({DType::U32, {}}, double(id))});
  }

  int64_t number(llvm::StringRef attribute) const { // -1 if the op has no such attribute
    auto value = op_->getAttrOfType<mlir::IntegerAttr>(attribute);
    return value ? value.getInt() : -1;
  }

  mlir::Value joined(mlir::ValueRange parts, int64_t dimension) {
    return maker_.make(Opcode::Concatenate, parts, {{"dimension", dimension}});
  }

  StatusOr<ValueLists> gathered() {
    Values wholes;
    for (size_t k = 0; k < op_->getNumOperands(); ++k) {
      Values parts;
      for (const Values& values : given_)
        parts.push_back(values[k]);
      wholes.push_back(joined(parts, number("all_gather_dim")));
    }
    return forAll(wholes);
  }

  // Returns part `i` of `size_` equal parts of `whole`, or null if `whole` does not divide evenly.
  mlir::Value part(mlir::Value whole, int64_t dimension, int64_t i) {
    const Dims dims = hlo::typeOf(whole).dims;
    if (dimension < 0 || dimension >= int64_t(dims.size()) || dims[size_t(dimension)] % size_ != 0)
      return {};
    Ints starts(dims.size(), 0), limits(dims.begin(), dims.end()), strides(dims.size(), 1);
    const int64_t extent = dims[size_t(dimension)] / size_;
    starts[size_t(dimension)] = i * extent;
    limits[size_t(dimension)] = (i + 1) * extent;
    return maker_.make(
        Opcode::Slice, whole,
        {{"start_indices", starts}, {"limit_indices", limits}, {"strides", strides}});
  }

  StatusOr<ValueLists> traded() {
    if (number("split_count") != size_)
      return invalidArgument("[all_to_all] split_count is ", number("split_count"), ", but ", size_,
                             " processes take part; they must be equal");
    const int64_t split = number("split_dimension"), concat = number("concat_dimension");
    ValueLists results;
    for (int64_t i = 0; i < size_; ++i) {
      Values& own = results.emplace_back();
      for (size_t k = 0; k < op_->getNumOperands(); ++k) {
        Values parts;
        for (const Values& values : given_)
          parts.push_back(part(values[k], split, i));
        own.push_back(joined(parts, concat));
      }
    }
    return results;
  }

  StatusOr<ValueLists> permuted() {
    auto pairs = op_->getAttrOfType<mlir::DenseIntElementsAttr>("source_target_pairs");
    if (!pairs ||
        (!pairs.empty() && (pairs.getType().getRank() != 2 || pairs.getType().getDimSize(1) != 2)))
      return invalidArgument("[collective_permute] source_target_pairs must be tensor<Nx2xi64>");
    ValueLists results = forAll({});
    llvm::SmallSet<int64_t, 8> seen[2];
    int64_t source = 0;
    for (auto [i, value] : llvm::enumerate(pairs.getValues<llvm::APInt>())) {
      const int64_t process = value.getSExtValue();
      if (process < 0 || process >= size_ || !seen[i % 2].insert(process).second)
        return invalidArgument("[collective_permute] source_target_pairs names process ", process,
                               "; each of the ", size_,
                               " processes is at most once a source and once a target");
      if (i % 2 == 1)
        results[size_t(process)] = given_[size_t(source)];
      source = process;
    }
    for (Values& values : results)
      if (values.empty())
        values = zeros();
    return results;
  }

  // Combines the first value with the second, then the result with the third, and so on.
  StatusOr<Values> reduced() {
    if (op_->getNumRegions() != 1 || !op_->getRegion(0).hasOneBlock() ||
        op_->getRegion(0).front().getNumArguments() != 2)
      return invalidArgument("[", name_, "] the computation must take two scalars");
    mlir::Block& body = op_->getRegion(0).front();
    const DType dtype = hlo::typeOf(body.getArgument(0)).dtype;
    Values sums;
    for (size_t k = 0; k < op_->getNumOperands(); ++k) {
      mlir::Value sum = maker_.convert(given_[0][k], dtype);
      for (const Values& values : llvm::drop_begin(given_)) {
        sum =
            applyToWholes(rewriter_, op_->getLoc(), body, {sum, maker_.convert(values[k], dtype)});
        if (!sum)
          return unimplemented("[", name_, "] the computation must consist of elementwise ops");
      }
      sums.push_back(sum);
    }
    return sums;
  }

  StatusOr<ValueLists> scattered(const Values& sums) {
    ValueLists results;
    for (int64_t i = 0; i < size_; ++i) {
      Values& own = results.emplace_back();
      for (mlir::Value sum : sums)
        own.push_back(part(sum, number("scatter_dimension"), i));
    }
    return results;
  }

  mlir::RewriterBase& rewriter_;
  hlo::OpMaker maker_;
  mlir::Operation* op_;
  const std::string name_;
  const ProcessGrid grid_;
  const Companions& companions_;
  const ValueLists& given_;
  const int64_t size_;
};

// `count` names the attribute with the module's number of partitions or of replicas. Returns
// whether this number is 1, which is the default.
bool isOne(mlir::ModuleOp module, llvm::StringRef count) {
  auto number = module->getAttrOfType<mlir::IntegerAttr>(count);
  return !number || number.getValue().isOne();
}

} // namespace

StatusOr<ValueLists> exchange(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              const ProcessGrid& grid, const Companions& companions,
                              const ValueLists& given) {
  return Exchange(rewriter, op, grid, companions, given).run();
}

mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  auto module = op->getParentOfType<mlir::ModuleOp>();
  if (!isOne(module, "mhlo.num_partitions") || !isOne(module, "mhlo.num_replicas"))
    return mlir::failure();
  const ProcessGrid alone;
  StatusOr<Companions> companions = companionsOf(op, alone, 0);
  if (!companions.ok())
    return mlir::failure();
  StatusOr<ValueLists> results =
      exchange(rewriter, op, alone, *companions, {llvm::to_vector(op->getOperands())});
  if (!results.ok())
    return mlir::failure();
  rewriter.replaceOp(op, results->front());
  return mlir::success();
}

} // namespace lz::formats
