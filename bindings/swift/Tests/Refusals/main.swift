// Refusals NAME: makes an invalid call, so the process ends with an error. A test checks that
// optimized builds print the text of the error.
import Lazuli
import LazuliNN

let refusals: [String: () -> Void] = [
  "bytes": { _ = Tensor<Float>(shape: [2], bytes: UnsafeRawBufferPointer(start: nil, count: 0)) },
  "dropout": { _ = Dropout<Float>(probability: 2, key: RandomKey(1)) },
  "range": { _ = Tensor<Float>(rangeFrom: 0, to: 1, stride: 0) },
  "split": { _ = Tensor<Float>(zeros: [5]).split(count: 2) },
  "rows": { _ = Tensor<Float>([[1, 2], [3]] as [TensorLiteral<Float>]) },
  "branches": { _ = choose(Tensor<Int32>(0), [() -> Tensor<Float>]()) },
]
refusals[CommandLine.arguments[1]]!()
