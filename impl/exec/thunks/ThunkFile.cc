#include "exec/thunks/ThunkFile.h"

#include "exec/tables/Tables.h"
#include "exec/thunks/Kinds.h"

#include <algorithm>

namespace lz::exec {

int32_t ThunkWriter::sequence(const Sequence* sequence) {
  if (!sequence)
    return -1;
  std::vector<fb::Thunk> kinds;
  std::vector<flatbuffers::Offset<void>> tables;
  for (const ThunkRef& thunk : sequence->thunks) {
    const ThunkTable table = thunk->write(*this);
    kinds.push_back(table.kind);
    tables.push_back(table.table);
  }
  const auto fbKinds = builder().CreateVector(kinds);
  sequences_.push_back(fb::CreateSequence(builder(), fbKinds, builder().CreateVector(tables)));
  return int32_t(sequences_.size()) - 1;
}

static StatusOr<ThunkRef> readThunk(fb::Thunk kind, const void* table, ThunkReader& reader) {
  switch (kind) {
#define LZ_THUNK_KIND(Kind, ...)                                                                   \
  case fb::Thunk::Kind:                                                                            \
    return read##Kind(*static_cast<const fb::Kind*>(table), reader);
#include "exec/thunks/Kinds.def"
  case fb::Thunk::NONE:
    break;
  }
  return damaged("a step has an unknown kind");
}

Status ThunkReader::read(const fb::Sequence& table) {
  // The nesting is limited, because each level takes stack when thunks are run or printed.
  constexpr int kMostNesting = 1000;
  const auto kinds = elementsOf(table.thunks_type());
  const auto thunks = elementsOf(table.thunks());
  auto sequence = std::make_shared<Sequence>();
  nesting_ = 0;
  for (size_t i = 0; i < thunks.size(); ++i) {
    LZ_ASSIGN_OR_RETURN(ThunkRef thunk, readThunk(kinds[i], thunks[i], *this));
    sequence->thunks.push_back(std::move(thunk));
  }
  if (nesting_ > kMostNesting)
    return damaged("its steps nest deeper than ", kMostNesting);
  sequences_.push_back({std::move(sequence), nesting_});
  return okStatus();
}

StatusOr<Sequence> ThunkReader::program() {
  if (sequences_.empty())
    return damaged("it has no program");
  return std::move(*sequences_.back().steps);
}

StatusOr<SequenceRef> ThunkReader::sequence(int32_t number) {
  if (number < 0 || size_t(number) >= sequences_.size() || !sequences_[size_t(number)].steps)
    return damaged("a step names a sequence that comes later, or that another step already names");
  Nested& nested = sequences_[size_t(number)];
  nesting_ = std::max(nesting_, nested.nesting + 1);
  return std::move(nested.steps);
}

} // namespace lz::exec
