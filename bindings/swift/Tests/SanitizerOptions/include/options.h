/* Sanitizers ask the tests for these options. */
const char* __lsan_default_options(void);
