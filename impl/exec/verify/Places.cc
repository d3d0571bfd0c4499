#include "exec/verify/Places.h"

#include "absl/strings/str_cat.h"
#include "base/Integers.h"

#include <algorithm>

namespace lz::exec {

bool canTakeOver(const ExecutableSpec& spec, size_t output) {
  if (output >= spec.aliasOf.size() || spec.aliasOf[output] < 0)
    return false;
  const auto input = size_t(spec.aliasOf[output]);
  const auto end = spec.aliasOf.begin() + int64_t(output);
  return std::find(spec.aliasOf.begin(), end, spec.aliasOf[output]) == end &&
         spec.inputs[input].numBytes() == spec.outputs[output].numBytes();
}

Places::Places(const ExecutableSpec& spec, bool donates) {
  add("the arena", spec.arenaBytes);
  std::vector<int64_t> inputs, outputs;
  for (size_t i = 0; i < spec.inputs.size(); ++i)
    inputs.push_back(add(absl::StrCat("in", i), spec.inputs[i].numBytes()));
  for (size_t o = 0; o < spec.outputs.size(); ++o)
    outputs.push_back(donates && canTakeOver(spec, o)
                          ? inputs[size_t(spec.aliasOf[o])]
                          : add(absl::StrCat("out", o), spec.outputs[o].numBytes()));
  for (const BufferSpec& buffer : spec.buffers) {
    int64_t begin = -1;
    if (buffer.kind == BufferKind::Temp)
      begin = buffer.offset;
    else if (buffer.kind == BufferKind::Input)
      begin = inputs[size_t(buffer.ordinal)];
    else if (buffer.kind == BufferKind::Output)
      begin = outputs[size_t(buffer.ordinal)];
    places_.push_back(begin < 0 ? Bytes{} : Bytes{begin, begin + buffer.bytes});
  }
}

int64_t Places::add(std::string name, int64_t bytes) {
  const int64_t begin = end_;
  spaces_.push_back({std::move(name), begin});
  end_ = roundUp(begin + bytes, runtime::kAlignment);
  return begin;
}

std::string Places::text(Bytes bytes) const {
  auto space = std::upper_bound(spaces_.begin(), spaces_.end(), bytes.begin,
                                [](int64_t at, const Space& s) { return at < s.begin; });
  --space;
  return absl::StrCat("bytes ", bytes.begin - space->begin, "..", bytes.end - space->begin, " of ",
                      space->name);
}

} // namespace lz::exec
