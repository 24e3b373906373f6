// SIGINT and SIGTERM: the first ends the run after the repetition at hand, the second at once.
#pragma once

namespace ridgeline::bench {

void catch_interrupts();  // also ignores SIGPIPE: a closed pipe must not cost an archive
bool interrupted();
const char* interrupting_signal();  // "SIGINT", "SIGTERM"; "" when there was none

}  // namespace ridgeline::bench
