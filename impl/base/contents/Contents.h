// States what steps read and write, as numbers of contents. A value of the steps has one place, and
// holds one content after another: each write gives the value a new content. So the number of a
// content says which write a step relies on, also after steps or places have changed.
//
//   copy tmp1 to out0                out0 has content 1
//   scatter writes a part of out0    reads content 1 of out0, writes content 2
//
// The contents of a value are numbered from 1. 0 stands for no content.
#pragma once

#include <cstdint>
#include <vector>

namespace lz {

// One use of a value. If both numbers are given, the step changes a part of the value.
struct ContentUse {
  int32_t value; // the id of the value
  int32_t reads = 0, writes = 0;
};

// A permission: the result is allowed to get the place of the operand.
struct ContentShare {
  int32_t result, operand;
};

// States that several contents of a value become one content, `to`, because a run can reach a point
// of the program in several ways. For a loop, `from` has the content before the loop and the
// content at the end of an iteration. `to` is the content at the beginning of each iteration and
// after the loop. For a branch, `from` has the content at the end of each list, and `to` is the
// content after the branch.
struct ContentJoin {
  int32_t value;
  int32_t to;
  std::vector<int32_t> from;
};

// The contents of one step.
struct Contents {
  std::vector<ContentUse> uses; // in the order in which the parts of the step run
  std::vector<ContentUse>
      after; // what the step reads after its lists, or a loop after its condition
  std::vector<ContentShare> shares;
  std::vector<ContentJoin> joins;
};

} // namespace lz
