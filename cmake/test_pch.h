// Precompiled once and shared by the tests that do not speak MLIR.
#pragma once
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <thread>
#include <vector>
