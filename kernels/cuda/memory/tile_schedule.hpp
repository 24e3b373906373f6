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

namespace ridgeline::kernels {

inline constexpr std::uint32_t kWarp = 32;  // threads

// How many of `items`, dealt out one at a time to 0, 1, ... in turn, number `index` of `count`
// gets.
constexpr std::uint32_t share_of(std::uint32_t items, std::uint32_t index, std::uint32_t count) {
  return items / count + (index < items % count ? 1 : 0);
}

// The first item that it gets, where each gets as many as by share_of(), but in a row.
constexpr std::uint32_t first_of_contiguous(std::uint32_t items, std::uint32_t index,
                                            std::uint32_t count) {
  const std::uint32_t more = items % count;
  return items / count * index + (index < more ? index : more);
}

// share_of(items * times, index, count), where the product may be beyond 32 bits.
constexpr std::uint32_t share_of_repeated(std::uint32_t items, std::uint32_t times,
                                          std::uint32_t index, std::uint32_t count) {
  return items / count * times + share_of(items % count * times, index, count);
}

// The tiles that one warp takes: at, at + step, ..., `left` of them; from `end` on it is `span`
// less.
struct TileRange {
  std::uint64_t at = 0, end = 0, span = 0, step = 0;
  std::uint32_t left = 0;
};

// Which warp of which launch.
struct WarpPosition {
  std::uint32_t block = 0, blocks = 1, warp = 0, warps = 1;  // warps of a block
};

// Block b owns tiles b, b + blocks, ...: all blocks together move through the array as one front,
// and no line is ever read by two blocks. Its warps take the owned tiles of all passes in turn.
// Where it owns fewer tiles than it has warps, the others rest: a line that two warps ask for at
// the same time could be fetched once.
constexpr TileRange own_tiles(std::uint32_t tiles, std::uint32_t passes,
                              const WarpPosition& position) {
  const std::uint32_t owned = share_of(tiles, position.block, position.blocks);
  const std::uint32_t active = owned < position.warps ? owned : position.warps;
  if (position.warp >= active) return {};
  TileRange range;
  range.at = position.block + std::uint64_t{position.warp} * position.blocks;
  range.end = position.block + std::uint64_t{owned} * position.blocks;
  range.span = std::uint64_t{owned} * position.blocks;
  range.step = std::uint64_t{active} * position.blocks;
  range.left = share_of_repeated(owned, passes, position.warp, active);
  return range;
}

// Each warp owns its tiles: for kernels that write what they read, where nobody else may be a pass
// ahead. Neighbouring tiles belong to different blocks, so that all have as much to do.
constexpr TileRange own_tiles_of_warp(std::uint32_t tiles, std::uint32_t passes,
                                      const WarpPosition& position) {
  return own_tiles(
      tiles, passes,
      {position.warp * position.blocks + position.block, position.blocks * position.warps, 0, 1});
}

// Block b owns tiles in a row, as many as own_tiles() gives it; all its warps go round among them.
// For memory of the SM itself, where lines that are hit are never merged.
constexpr TileRange own_contiguous_tiles(std::uint32_t tiles, std::uint32_t passes,
                                         const WarpPosition& position) {
  const std::uint32_t owned = share_of(tiles, position.block, position.blocks);
  if (owned == 0) return {};
  TileRange range;
  range.at = first_of_contiguous(tiles, position.block, position.blocks) + position.warp % owned;
  range.end = first_of_contiguous(tiles, position.block, position.blocks) + owned;
  range.span = owned;
  range.step = position.warps % owned;
  range.left = share_of_repeated(owned, passes, position.warp, position.warps);
  return range;
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

// Moves on to the pass in which the position lies.
constexpr void enter_pass(Rotation& rotation) {
  while (rotation.position >= rotation.owned && rotation.passes_left != 0) {
    rotation.position -= rotation.owned;
    rotation.owner = rotation.owner + 1 == rotation.blocks ? 0 : rotation.owner + 1;
    rotation.owned = share_of(rotation.tiles, rotation.owner, rotation.blocks);
    --rotation.passes_left;
  }
}

constexpr Rotation all_tiles(std::uint32_t tiles, std::uint32_t passes,
                             const WarpPosition& position) {
  Rotation rotation{.tiles = tiles, .blocks = position.blocks, .owner = position.block};
  const std::uint32_t least = tiles / position.blocks;
  rotation.active = least == 0 ? 1 : least < position.warps ? least : position.warps;
  rotation.owned = share_of(tiles, position.block, position.blocks);
  rotation.position = position.warp;
  rotation.passes_left = position.warp < rotation.active ? passes : 0;
  enter_pass(rotation);
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

}  // namespace ridgeline::kernels
