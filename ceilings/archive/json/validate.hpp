// Rules for an archive's contents that hold in the reader and the writer alike.
// (check_archive: archive.hpp.)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Where a value stands in a document: the last step, behind those of `parent`.
// Readers and checkers pass millions of places; only the one of a fault becomes
// text.
struct FieldPath {
  const FieldPath* parent = nullptr;  // null: the document itself
  std::string_view key;               // of a member; unused for an element
  bool element = false;
  std::size_t index = 0;  // of an element of a list

  FieldPath member(std::string_view name) const { return {this, name, false, 0}; }
  FieldPath at(std::size_t position) const { return {this, {}, true, position}; }
  std::string pointer() const;  // JSON pointer (RFC 6901): "/samples/3/name"; "/": the document
};

// Throws ArchiveError "ORIGIN: /samples/3/name: what is wrong", on one line.
[[noreturn]] void refuse_archive(const std::string& origin, const FieldPath& place,
                                 const std::string& what);

// Every number is finite and not negative. Throws ArchiveError with its place.
void check_numbers(const Archive& archive, const std::string& origin);

// The major version is this program's. Throws ArchiveError that says what to
// do.
void check_schema_version(const std::string& schema, const std::string& origin);

// Whether a version this program can read is a newer minor one, which may know
// more names.
bool is_newer_minor(const std::string& schema);

}  // namespace ridgeline::ceilings
