#include "lazuli/lazuli.h"

int main(void) {
  return lz_version() == 0;
}
