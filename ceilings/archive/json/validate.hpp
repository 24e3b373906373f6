// Rules for an archive's contents that hold in the reader and the writer alike.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline {

// Throws ArchiveError "ORIGIN: /samples/3/name: what is wrong", on one line.
[[noreturn]] void refuse_archive(const std::string& origin, const std::string& place,
                                 const std::string& what);

// Every number is finite and not negative. Throws ArchiveError with its place.
void check_numbers(const Archive& archive, const std::string& origin);

// The major version is this program's. Throws ArchiveError that says what to do.
void check_schema_version(const std::string& schema, const std::string& origin);

// Whether a version this program can read is a newer minor one, which may use more words.
bool is_newer_minor(const std::string& schema);

}  // namespace ridgeline
