// Collectives, which combine tensors of several devices of one context. To train on several
// devices, give each a part of the batch, and use the mean of the gradients on all.
import CLazuli

/// Combines tensors of several devices, and multiplies the result by `scale`. Result i is on the
/// device of tensor i. All results have the same bits. The tensors must have the same shape, and
/// their devices must have the same context (see `Context.Options.hostDevices`). For integers,
/// `scale` must be 1.
///
/// Pending tensors are submitted, without a wait. Gradients of the library treat values from other
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

/// Sums values over replicas, and multiplies the sums by `scale`. The replicas must have the same
/// structure, each on a device of its own. Each of their tensors is combined separately, as by
/// `allReduce`. Returns the sums for each replica, on its device.
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
