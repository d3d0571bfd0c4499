#include "hlo/rewrite/TakeAlong.h"

#include "spec/OpAttrs.inc.h"

#include <numeric>

namespace lz::hlo {

mlir::Value takeAlongLast(mlir::Value x, mlir::Value places, OpMaker& maker) {
  Dims vectors = typeOf(places).dims;
  const auto last = int64_t(vectors.size()) - 1;
  vectors.push_back(1);
  Ints batch(size_t(last), 0);
  std::iota(batch.begin(), batch.end(), 0);
  return maker.make(Opcode::Gather, {x, maker.reshape(places, vectors)},
                    {{"offset_dims", Ints{}},
                     {"collapsed_slice_dims", Ints{last}},
                     {"operand_batching_dims", batch},
                     {"start_indices_batching_dims", batch},
                     {"start_index_map", Ints{last}},
                     {"index_vector_dim", last + 1},
                     {"slice_sizes", Ints(size_t(last) + 1, 1)}});
}

mlir::Value scalarsOfVectors(mlir::Value vectors) {
  mlir::Operation* view = vectors.getDefiningOp();
  if (!is(view, Opcode::Reshape) && !is(view, Opcode::BroadcastInDim))
    return {};
  const mlir::Value scalars = view->getOperand(0);
  Dims dims = typeOf(scalars).dims;
  dims.push_back(1);
  if (typeOf(vectors).dims != dims)
    return {};
  if (is(view, Opcode::BroadcastInDim)) {
    AttrsOf<BroadcastInDimAttrs> attrs(view);
    for (size_t d = 0; d + 1 < dims.size(); ++d)
      if (attrs.broadcastDimensions()[d] != int64_t(d))
        return {};
  }
  return scalars;
}

} // namespace lz::hlo
