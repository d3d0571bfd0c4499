#include "exec/thunks/ThunkFile.h"

#include "exec/tables/Tables.h"
#include "exec/thunks/Kinds.h"

#include <algorithm>

namespace lz::exec {
namespace {

flatbuffers::Offset<fb::Contents> tableOf(const Contents& contents, ThunkWriter& writer) {
  auto& builder = writer.builder();
  std::vector<fb::ContentShare> shares;
  for (const ContentShare& share : contents.shares)
    shares.emplace_back(share.result, share.operand);
  const auto joins = writer.list(contents.joins, [&](const ContentJoin& join) {
    return fb::CreateContentJoin(builder, join.value, join.to, builder.CreateVector(join.from));
  });
  const auto uses = writeUses(writer, contents.uses), after = writeUses(writer, contents.after);
  return fb::CreateContents(builder, uses, after, builder.CreateVectorOfStructs(shares), joins);
}

Contents contentsOf(const fb::Contents& table) {
  Contents contents{readUses(table.uses()), readUses(table.after()), {}, {}};
  for (const fb::ContentShare& share : structsOf(table.shares()))
    contents.shares.push_back({share.result(), share.operand()});
  for (const fb::ContentJoin* join : elementsOf(table.joins()))
    contents.joins.push_back({join->value(), join->to(), elementsOf(join->from())});
  return contents;
}

} // namespace

flatbuffers::Offset<ContentUseTables> writeUses(ThunkWriter& writer,
                                                const std::vector<ContentUse>& uses) {
  std::vector<fb::ContentUse> tables;
  for (const ContentUse& use : uses)
    tables.emplace_back(use.value, use.reads, use.writes);
  return writer.builder().CreateVectorOfStructs(tables);
}

std::vector<ContentUse> readUses(const ContentUseTables* tables) {
  std::vector<ContentUse> uses;
  for (const fb::ContentUse& use : structsOf(tables))
    uses.push_back({use.value(), use.reads(), use.writes()});
  return uses;
}

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
  const auto contents =
      list(sequence->contents, [&](const Contents& c) { return tableOf(c, *this); });
  const auto fbKinds = builder().CreateVector(kinds);
  sequences_.push_back(
      fb::CreateSequence(builder(), fbKinds, builder().CreateVector(tables), contents));
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
  for (const fb::Contents* contents : elementsOf(table.contents()))
    sequence->contents.push_back(contentsOf(*contents));
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
