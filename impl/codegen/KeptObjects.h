// Keeps objects of kernels for later programs that have the same kernels, such as a training step
// with another constant. Each program links the objects again and has its own copy of the code.
#pragma once

#include "absl/hash/hash.h"
#include "base/machine/MachineClass.h"

#include "llvm/ADT/SmallVector.h"

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace lz::codegen {

struct KernelObject {
  std::string symbol; // of the function that it defines
  llvm::SmallVector<char, 0> bytes;
};
using ObjectRef = std::shared_ptr<const KernelObject>;

// Everything that the bytes of an object depend on, except the machine.
struct ObjectKey {
  std::string plan; // as text
  MachineClass cpu;
  bool strict, vectors, tiles;
  std::string symbol; // the kernel's name if tools read it, otherwise ""

  bool operator==(const ObjectKey&) const = default;
  template <typename H> friend H AbslHashValue(H h, const ObjectKey& key) {
    return H::combine(std::move(h), key.plan, key.cpu, key.strict, key.vectors, key.tiles,
                      key.symbol);
  }
};

// Any thread may use an object of this class.
class KeptObjects {
public:
  // Keys and objects take at most `mostBytes`. By default this is enough for about 2,500 small
  // kernels. The least recently used objects are dropped first.
  explicit KeptObjects(size_t mostBytes = size_t(8) << 20) : mostBytes_(mostBytes) {}

  ObjectRef find(const ObjectKey& key); // nullptr if there is none
  // Keeps the object. If the key has an object already, nothing changes.
  void keep(const ObjectKey& key, ObjectRef object);

private:
  using Keys = std::list<const ObjectKey*>;
  struct Entry {
    ObjectRef object;
    Keys::iterator use;
  };

  const size_t mostBytes_;
  std::mutex mutex_;
  size_t bytes_ = 0; // guarded by mutex_, like the fields below
  std::unordered_map<ObjectKey, Entry, absl::Hash<ObjectKey>> entries_;
  Keys recent_; // most recently used first
};

} // namespace lz::codegen
