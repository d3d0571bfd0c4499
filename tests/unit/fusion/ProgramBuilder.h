// Builds programs for tests without a parser.
#pragma once

#include "spec/Program.h"

namespace lz {

class ProgramBuilder {
public:
  ValueId param(DType dtype, Dims dims) {
    ValueId v = program.addValue({dtype, std::move(dims)});
    program.body.params.push_back(v);
    return v;
  }

  ValueId op(Opcode opcode, std::vector<ValueId> operands, TensorType result, Attrs attrs = {}) {
    return ops(opcode, std::move(operands), {std::move(result)}, std::move(attrs), {})[0];
  }

  std::vector<ValueId> ops(Opcode opcode, std::vector<ValueId> operands,
                           std::vector<TensorType> results, Attrs attrs,
                           std::vector<Region> regions) {
    Op op;
    op.opcode = opcode;
    op.operands.assign(operands.begin(), operands.end());
    op.attrs = std::move(attrs);
    op.regions = std::move(regions);
    std::vector<ValueId> ids;
    for (TensorType& type : results) {
      ids.push_back(program.addValue(std::move(type)));
      op.results.push_back(ids.back());
    }
    program.body.ops.push_back(std::move(op));
    return ids;
  }

  ValueId scalar(DType dtype, double value) {
    return op(Opcode::Constant, {}, {dtype, {}}, {AttrValue(Literal::splat({dtype, {}}, value))});
  }

  ValueId broadcast(ValueId operand, Ints dims, Dims shape) {
    return op(Opcode::BroadcastInDim, {operand}, {program.type(operand).dtype, std::move(shape)},
              {AttrValue(std::move(dims))});
  }

  // A combiner of one elementwise op.
  Region combiner(Opcode opcode, DType dtype) {
    Region region;
    for (int i = 0; i < 2; ++i)
      region.params.push_back(program.addValue({dtype, {}}));
    Op op;
    op.opcode = opcode;
    op.operands.assign(region.params.begin(), region.params.end());
    op.results.push_back(program.addValue({dtype, {}}));
    region.results.push_back(op.results[0]);
    region.ops.push_back(std::move(op));
    return region;
  }

  ValueId reduce(ValueId operand, double init, Ints dims, Opcode combine) {
    const TensorType type = program.type(operand);
    TensorType result{type.dtype, {}};
    for (int64_t d = 0; d < type.rank(); ++d)
      if (std::find(dims.begin(), dims.end(), d) == dims.end())
        result.dims.push_back(type.dims[size_t(d)]);
    ValueId start = scalar(type.dtype, init);
    return ops(Opcode::Reduce, {operand, start}, {result}, {AttrValue(std::move(dims))},
               {combiner(combine, type.dtype)})[0];
  }

  Program program;
};

} // namespace lz
