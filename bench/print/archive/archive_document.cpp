// See archive_document.hpp. Its head, levels and what failed are made here.
#include "bench/print/archive/archive_document.hpp"

#include <algorithm>
#include <utility>

#include "bench/devices/topology/checks.hpp"
#include "bench/print/archive/ceilings.hpp"
#include "bench/print/archive/closing.hpp"
#include "bench/print/archive/empirical.hpp"
#include "bench/print/archive/lines.hpp"
#include "bench/print/archive/ridges.hpp"
#include "ceilings/stats.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

Cell bytes_cell(std::uint64_t bytes, const std::string& unknown) {
  if (bytes == 0) return {unknown, {}};
  return count_cell(bytes, rounded_bytes(bytes));
}

Cell device_cell(const ceilings::DeviceRecord& device) {
  const std::string name = device.model.empty() ? "(no model name given)" : device.model;
  return {name + "  [" + device.device_class + "]", device.model};
}

// The middle of the clocks seen beside the ceilings' repetitions.
Cell clock_cell(const ceilings::Archive& archive) {
  std::vector<double> clocks;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    if (ceiling.clock_hz > 0) clocks.push_back(ceiling.clock_hz);
  }
  if (clocks.empty()) return {"unknown", {}};
  std::sort(clocks.begin(), clocks.end());
  const double middle = clocks[clocks.size() / 2];
  std::string text = format_hertz(middle) + " (median of the ceilings'";
  if (clocks.back() > 1.005 * clocks.front()) {
    text += "; " + format_hertz(clocks.front()) + " to " + format_hertz(clocks.back());
  }
  return number_cell(middle, text + ")");
}

// Over all probes and the pairs of each: the median, and the range where there is one.
Cell cache_line_cell(const ceilings::Archive& archive) {
  std::vector<double> seconds;
  for (const ceilings::LayoutProbe& probe : archive.layout_probes) {
    for (const ceilings::CacheLineLatency& each : probe.latencies) seconds.push_back(each.seconds);
  }
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const double middle = median(seconds);
  std::string text = format_seconds(middle) + " for a cache line and back (median of " +
                     counted(archive.layout_probes.size(), "probe");
  if (seconds.back() > 1.05 * seconds.front()) {
    text += "; " + format_seconds(seconds.front()) + " to " + format_seconds(seconds.back());
  }
  return number_cell(middle, text + ")");
}

Cell wall_cell(const ceilings::Archive& archive) {
  if (archive.wall_seconds <= 0) return {};
  std::string text = format_seconds(archive.wall_seconds);
  if (archive.predicted_seconds > 0) {
    text += " (predicted " + format_seconds(archive.predicted_seconds) + ")";
  }
  return number_cell(archive.wall_seconds, text);
}

std::vector<Fact> facts_of(const ceilings::Archive& archive) {
  const ceilings::DeviceRecord& device = archive.device;
  const std::string architecture = device.architecture.empty() ? "unknown" : device.architecture;
  std::vector<Fact> facts{
      {"device", "Device", device_cell(device)},
      {"device_class", "", text_cell(device.device_class)},
      {"vendor", "", text_cell(device.vendor)},
      {"architecture", "Architecture", {architecture, text_cell(device.architecture).raw}},
      {"units", "Units",
       device.units > 0 ? count_cell(device.units, counted(static_cast<std::size_t>(device.units),
                                                           device.unit_name))
                        : Cell{"unknown", {}}},
      {"memory", "Memory", bytes_cell(device.memory_bytes, "unknown")},
      {"clock", "Clock", clock_cell(archive)},
      {"handoff", "Core to core", cache_line_cell(archive)},
      {"profile", "Profile", text_cell(archive.profile)},
      {"created", archive.provenance == ceilings::Provenance::published ? "Compiled" : "Measured",
       text_cell(archive.created)},
      {"wall_seconds", "Took", wall_cell(archive)},
      {"provenance", "", text_cell(ceilings::provenance_name(archive.provenance))},
      {"citation", "", text_cell(archive.citation)},
      {"complete", "", {archive.complete ? "yes" : "no", archive.complete}},
      {"incomplete_reason", "", text_cell(archive.incomplete_reason)},
      {"command", "", text_cell(archive.command)},
      {"method", "", count_cell(archive.tool.method)},
      {"balance", "", text_cell(balance_line(archive))},
      {"suspicion", "", text_cell(quality_line(archive))}};
  return facts;
}

std::vector<std::string> banners_of(const ceilings::Archive& archive) {
  std::vector<std::string> banners;
  if (archive.provenance == ceilings::Provenance::simulated) {
    banners.push_back("SIMULATED: a simulated device computed these numbers; nothing was measured");
  }
  if (archive.provenance == ceilings::Provenance::published) {
    banners.push_back("PUBLISHED: taken from " +
                      (archive.citation.empty() ? "a source that is not named" : archive.citation) +
                      "; not measured by this program");
  }
  if (!archive.complete) {
    banners.push_back("INCOMPLETE: " + (archive.incomplete_reason.empty()
                                            ? "the run did not end; no reason is recorded"
                                            : archive.incomplete_reason));
  }
  return banners;
}

// As rows for programs, as lines for people.
Table note_table(const ceilings::Archive& archive) {
  Table table{"notes", "Notes", Audience::programs, {{"note", "note"}}};
  for (const std::string& note : archive.environment.notes) {
    table.rows.push_back({{text_cell(note)}});
  }
  return table;
}

Table note_lines(const ceilings::Archive& archive) {
  Table table{"", "Notes", Audience::people};
  for (const std::string& note : archive.environment.notes) table.below.push_back("- " + note);
  return table;
}

Table level_table(const ceilings::Archive& archive) {
  Table table{"levels",
              "Memory levels found",
              Audience::all,
              {{"level", "level"},
               {"scope", "sweep of", false, 3},
               {"first", "from", true, 4},
               {"knee", "up to", true},
               {"nominal", "topology says", true, 1},
               {"bandwidth", "sweep's bandwidth", true, 2},
               {"latency", "latency", true, 2},
               {"latency_knee", "its knee", true, 3},
               {"notes", "note"}}};
  for (const ceilings::Level& level : archive.levels) {
    const std::string name = level.name + (level.variant.empty() ? "" : " " + level.variant);
    table.rows.push_back(
        {{text_cell(name), text_cell(level.scope), bytes_cell(level.first, "-"),
          bytes_cell(level.knee, "open-ended"), bytes_cell(level.nominal, "-"),
          number_cell(level.bandwidth, format_rate(level.bandwidth, "B/s")),
          level.latency > 0 ? number_cell(level.latency, format_seconds(level.latency)) : Cell{},
          bytes_cell(level.latency_knee, "-"), text_cell(joined(level.notes, "; "))}});
  }
  if (archive.levels.empty()) {
    table.below.emplace_back(archive.provenance == ceilings::Provenance::published
                                 ? "None: published figures name their levels themselves."
                                 : "No memory level was found.");
  }
  return table;
}

Table failure_table(const ceilings::Archive& archive) {
  Table table{"not_measured",
              "Not measured",
              Audience::all,
              {{"status", "status"},
               {"count", "cases", true},
               {"first", "the first of them", false, 1},
               {"reason", "reason"}}};
  std::vector<std::string> reasons;  // of the rows, with the status in front
  for (const ceilings::Sample& sample : archive.samples) {
    if (sample.status == ceilings::Status::ok) continue;
    const std::string status = ceilings::status_name(sample.status);
    const std::string key = status + "\n" + sample.reason;
    const auto known = std::find(reasons.begin(), reasons.end(), key);
    if (known != reasons.end()) {
      Cell& count = table.rows[static_cast<std::size_t>(known - reasons.begin())].cells[1];
      count = count_cell(std::get<std::int64_t>(count.raw) + 1);
      continue;
    }
    reasons.push_back(key);
    table.rows.push_back(
        {{text_cell(status), count_cell(1), text_cell(sample.name), text_cell(sample.reason)},
         sample.status == ceilings::Status::failed ? Emphasis::alarm : Emphasis::plain,
         0});
  }
  return table;
}

}  // namespace

Document archive_head(const ceilings::Archive& archive) {
  Document document;
  document.banners = banners_of(archive);
  document.facts = facts_of(archive);
  return document;
}

Document archive_summary(const ceilings::Archive& archive, bool all) {
  Document document = archive_head(archive);
  const Table ceilings = ceiling_data(archive);
  document.main_table = ceilings.key;
  document.tables = {level_table(archive),    ceiling_table(archive, all), ceilings,
                     ridge_table(archive),    ridge_data(archive),         empirical_table(archive),
                     empirical_data(archive), failure_table(archive),      note_table(archive),
                     note_lines(archive)};
  document.closing = {balance_line(archive), quality_line(archive)};
  return document;
}

Document archive_document(const ceilings::Archive& archive, bool all) {
  Document document = archive_summary(archive, all);
  for (Table& table : roofline_tables(archive)) document.tables.push_back(std::move(table));
  return document;
}

}  // namespace ridgeline::bench
