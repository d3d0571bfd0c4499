// Precompiled once and shared by the tests that do not speak MLIR.
#pragma once
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>
