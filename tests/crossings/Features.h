#pragma once

#include "Run.h"

namespace lz::crossings {

// These features change how a sketch is recorded (Recording.cc).
std::unique_ptr<Feature> makeBucket();
std::unique_ptr<Feature> makeVariable();
std::unique_ptr<Feature> makeHostCall();
std::unique_ptr<Feature> makeBody();
std::unique_ptr<Feature> makeOpByOp();

} // namespace lz::crossings
