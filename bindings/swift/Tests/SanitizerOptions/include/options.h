/* What sanitizers ask the tests for. */
const char* __lsan_default_options(void);
