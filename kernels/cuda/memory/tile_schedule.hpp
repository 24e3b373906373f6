// Who reads what, and when, in kernels that stream through memory: plain arithmetic for the device,
// the host's references and tests alike. Elements come in tiles: what one warp asks for before it
// uses any of it. Tiles are numbered from the array's start; a kernel's quantum is a multiple of
// its largest tile, so that no tile is cut off.
//
// No division of 64 bits: on a GPU it is a function call. Hence fewer than 2^32 tiles (2 TiB of the
// most usual), fewer than 2^26 passes, and fewer than 2^32 tiles a warp in all of a launch, which
// would take minutes.
#pragma once

#include <cstdint>

namespace ridgeline {

inline constexpr std::uint32_t kWarp = 32;  // threads

// How many of `things`, dealt out one at a time to 0, 1, ... in turn, `who` of `all` gets.
constexpr std::uint32_t dealt(std::uint32_t things, std::uint32_t who, std::uint32_t all) {
  return things / all + (who < things % all ? 1 : 0);
}

// The first one, where each gets as many as by dealt(), but in a row.
constexpr std::uint32_t first_in_row(std::uint32_t things, std::uint32_t who, std::uint32_t all) {
  const std::uint32_t more = things % all;
  return things / all * who + (who < more ? who : more);
}

// dealt(each * times, who, all), where the product may be beyond 32 bits.
constexpr std::uint32_t dealt_often(std::uint32_t each, std::uint32_t times, std::uint32_t who,
                                    std::uint32_t all) {
  return each / all * times + dealt(each % all * times, who, all);
}

// One warp's way: tiles at, at + step, ... `left` of them; from `end` on it is `span` less.
struct Walk {
  std::uint64_t at = 0, end = 0, span = 0, step = 0;
  std::uint32_t left = 0;
};

// What launches are made of, as walks see it.
struct Crew {
  std::uint32_t block = 0, blocks = 1, warp = 0, warps = 1;  // warps of a block
};

// Block b owns tiles b, b + blocks, ...: all blocks together move through the array as one front,
// and no line is ever read by two blocks. Its warps take the owned tiles of all passes in turn.
// Where it owns fewer tiles than it has warps, the others rest: a line that two warps ask for at
// the same time could be fetched once.
constexpr Walk own_tiles(std::uint32_t tiles, std::uint32_t passes, const Crew& crew) {
  const std::uint32_t owned = dealt(tiles, crew.block, crew.blocks);
  const std::uint32_t active = owned < crew.warps ? owned : crew.warps;
  if (crew.warp >= active) return {};
  Walk walk;
  walk.at = crew.block + std::uint64_t{crew.warp} * crew.blocks;
  walk.end = crew.block + std::uint64_t{owned} * crew.blocks;
  walk.span = std::uint64_t{owned} * crew.blocks;
  walk.step = std::uint64_t{active} * crew.blocks;
  walk.left = dealt_often(owned, passes, crew.warp, active);
  return walk;
}

// Each warp owns its tiles: for kernels that write what they read, where nobody else may be a pass
// ahead. Neighbouring tiles belong to different blocks, so that all have as much to do.
constexpr Walk own_tiles_of_warp(std::uint32_t tiles, std::uint32_t passes, const Crew& crew) {
  return own_tiles(tiles, passes,
                   {crew.warp * crew.blocks + crew.block, crew.blocks * crew.warps, 0, 1});
}

// Block b owns tiles in a row, as many as own_tiles() gives it; all its warps go round among them.
// For memory of the SM itself, where lines that are hit are never merged.
constexpr Walk own_row(std::uint32_t tiles, std::uint32_t passes, const Crew& crew) {
  const std::uint32_t owned = dealt(tiles, crew.block, crew.blocks);
  if (owned == 0) return {};
  Walk walk;
  walk.at = first_in_row(tiles, crew.block, crew.blocks) + crew.warp % owned;
  walk.end = first_in_row(tiles, crew.block, crew.blocks) + owned;
  walk.span = owned;
  walk.step = crew.warps % owned;
  walk.left = dealt_often(owned, passes, crew.warp, crew.warps);
  return walk;
}

// Every block reads everything, no two the same at the same time. In pass p block b reads the tiles
// that own_tiles() gives to block (b + p) modulo blocks, so that a pass is still each tile once;
// after as many passes as there are blocks each has read all. Its warps take tiles in turn, from
// one pass into the next; as many of them as every block always has tiles for.
struct Rotation {
  std::uint32_t tiles = 0, blocks = 1;
  std::uint32_t active = 1;       // warps that work
  std::uint32_t owner = 0;        // whose tiles
  std::uint32_t owned = 0;        // how many
  std::uint32_t position = 0;     // among them
  std::uint32_t passes_left = 0;  // 0: done
};

// To the pass in which the position lies.
constexpr void settle(Rotation& rotation) {
  while (rotation.position >= rotation.owned && rotation.passes_left != 0) {
    rotation.position -= rotation.owned;
    rotation.owner = rotation.owner + 1 == rotation.blocks ? 0 : rotation.owner + 1;
    rotation.owned = dealt(rotation.tiles, rotation.owner, rotation.blocks);
    --rotation.passes_left;
  }
}

constexpr Rotation all_tiles(std::uint32_t tiles, std::uint32_t passes, const Crew& crew) {
  Rotation rotation{.tiles = tiles, .blocks = crew.blocks, .owner = crew.block};
  const std::uint32_t least = tiles / crew.blocks;
  rotation.active = least == 0 ? 1 : least < crew.warps ? least : crew.warps;
  rotation.owned = dealt(tiles, crew.block, crew.blocks);
  rotation.position = crew.warp;
  rotation.passes_left = crew.warp < rotation.active ? passes : 0;
  settle(rotation);
  return rotation;
}

constexpr std::uint64_t tile_of(const Rotation& rotation) {
  return rotation.owner + std::uint64_t{rotation.position} * rotation.blocks;
}

// What a kernel that only stores leaves in word `word` (of 32 bits) of its array: a normal number
// in [1, 2) as fp32, and of two in a row one as fp64.
constexpr std::uint32_t written_word(std::uint32_t word) {
  return 0x3F800000u | (word & 0x7FFFFFu);
}

// Bank conflicts: byte offset of a lane's load `number` of a tile, from its first one. Lanes are
// `ways` words apart, so a stretch of 32 x ways words takes `ways` loads.
constexpr std::uint32_t conflict_offset(std::uint32_t number, std::uint32_t ways) {
  return number / ways * (kWarp * ways * 4) + number % ways * 4;
}

}  // namespace ridgeline
