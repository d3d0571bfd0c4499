/* Statuses that the program makes, and what statuses say about operands. */
#include "check.h"

static void statusesOfTheProgram(void) {
  lz_status* status = lz_status_create(LZ_DATA_LOSS, "the disk is gone");
  CHECK(lz_status_code(status) == LZ_DATA_LOSS);
  CHECK(strcmp(lz_status_message(status), "the disk is gone") == 0);
  CHECK(strcmp(lz_status_op(status), "") == 0 && lz_status_operand(status) == -1);
  lz_status_release(status);
  status = lz_status_create(LZ_CANCELLED, NULL);
  CHECK(lz_status_code(status) == LZ_CANCELLED && strcmp(lz_status_message(status), "") == 0);
  lz_status_release(status);
  FAILS(LZ_INVALID_ARGUMENT, "code is 0; use LZ_CANCELLED", lz_status_create(LZ_OK, "fine"));
  FAILS(LZ_INVALID_ARGUMENT, "code is 16", lz_status_create(16, "who?"));
  FAILS(LZ_INVALID_ARGUMENT, "code is -1", lz_status_create(-1, NULL));
  CHECK(lz_status_operand(NULL) == -1);
}

static void expectOperand(lz_status* status, const char* op, int32_t operand) {
  CHECK(strcmp(lz_status_op(status), op) == 0);
  CHECK(lz_status_operand(status) == operand);
  CHECK(strstr(lz_status_location(status), "statuses.c:") != NULL);
  lz_status_release(status);
}

/* A status names the operand, even after it was passed through an event. */
static void theOperandOfAnError(void) {
  Fixture f = setUp(NULL);
  const int64_t dim = 0, two = 2;
  lz_tensor *y = NULL, *flag = NULL, *three[3] = {f.x, f.x, NULL};
  OK(lz_scalar_f64(f.device, LZ_DTYPE_PRED, 1, LZ_HERE, &flag));
  three[2] = flag;
  expectOperand(lz_add(f.x, NULL, LZ_HERE, &y), "add", 1);
  expectOperand(lz_concatenate(three, 3, 0, LZ_HERE, &y), "concatenate", 2);
  expectOperand(lz_select(f.x, f.x, f.x, LZ_HERE, &y), "select", 0);
  expectOperand(lz_tanh(flag, LZ_HERE, &y), "tanh", 0);
  expectOperand(lz_add(f.x, flag, LZ_HERE, &y), "add", -1); /* the error is about both operands */
  lz_status* status = lz_broadcast_in_dim(f.x, &dim, 1, &two, 1, LZ_HERE, &y);
  lz_event* event = NULL;
  OK(lz_event_create(&event));
  OK(lz_event_set(event, status));
  lz_status* same = lz_event_wait(event, 0);
  CHECK(strcmp(lz_status_message(status), lz_status_message(same)) == 0);
  CHECK(strcmp(lz_status_location(status), lz_status_location(same)) == 0);
  expectOperand(status, "broadcast_in_dim", 0), expectOperand(same, "broadcast_in_dim", 0);
  lz_event_release(event);
  lz_tensor_release(flag);
  tearDown(&f);
}

int main(void) {
  statusesOfTheProgram();
  theOperandOfAnError();
  return finish();
}
