// Collectives combine tensors of several devices of one context, to train on all of them. Each
// device has a part of the batch, and takes the mean of the gradients.
import CLazuli

/// Combines tensors of several devices and gives each device the result, times `scale`. Result i is
/// on the device of tensor i. All results have the same bits. The tensors must have one shape, and
/// their devices one context (see `Context.Options.hostDevices`). Integers have no scale.
///
/// Pending tensors are submitted, without waiting. Gradients of the library treat values from other
/// devices as constants.
public func allReduce<Scalar: TensorNumeric>(
  _ tensors: [Tensor<Scalar>], by reduction: Reduction = .sum, scale: Double = 1,
  file: StaticString = #fileID, line: UInt = #line
) -> [Tensor<Scalar>] {
  let place = Place(file, line)
  return trapping(place, or: tensors) {
    try allReduce(tensors.map { $0.handle }, reduction, scale, place).map { Tensor($0) }
  }
}

/// Returns, for each replica, the sums over all replicas of a value, times `scale`. Tensors are
/// combined one by one, as by `allReduce`. Replicas have the same structure, each on its own
/// device.
///
///     let means = crossReplicaSum(gradients, scale: 1 / Double(gradients.count))
public func crossReplicaSum<Value: TensorTree>(
  _ replicas: [Value], scale: Double = 1, file: StaticString = #fileID, line: UInt = #line
) -> [Value] {
  let place = Place(file, line), handles = replicas.map { $0.tensorHandles }
  return trapping(place, or: replicas) {
    guard let count = handles.first?.count, handles.allSatisfy({ $0.count == count }) else {
      throw invalid("crossReplicaSum", "replicas of \(handles.map { $0.count }) tensors: all must have equally many, and at least one")
    }
    var sums = handles
    for tensor in 0..<count {
      let sum = try allReduce(handles.map { $0[tensor] }, .sum, scale, place)
      for replica in sum.indices { sums[replica][tensor] = sum[replica] }
    }
    return zip(replicas, sums).map { $0.replacing(with: $1) }
  }
}

private func allReduce(
  _ tensors: [TensorHandle], _ reduction: Reduction, _ scale: Double, _ place: Place
) throws(LazuliError) -> [TensorHandle] {
  var options = place.options, out = [Raw?](repeating: nil, count: tensors.count)
  try check(withRaw(tensors) { lz_all_reduce($0, $1, reduction.rawValue, scale, &options, &out) })
  return out.map { TensorHandle($0!) }
}
