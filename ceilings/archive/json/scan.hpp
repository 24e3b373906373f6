// Just enough of JSON to find the ends of values, for the readers that pass over most of an
// archive. What is wrong inside the values goes unseen.
#pragma once

#include <cstddef>
#include <string_view>

namespace ridgeline {

inline constexpr std::size_t kNowhere = std::string_view::npos;

// The place of the next character that is no white space; the text's size: there is none.
std::size_t skip_space(std::string_view text, std::size_t at);

// One "key": value of an object.
struct Member {
  std::string_view key, value, whole;  // the key without its quotes, escapes as they are written
  std::size_t end = kNowhere;          // the place behind it; kNowhere: irregular
};
Member member_at(std::string_view text, std::size_t at);

}  // namespace ridgeline
