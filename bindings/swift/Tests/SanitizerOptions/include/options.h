/* Sanitizers call this function for their options. */
const char* __lsan_default_options(void);
