// What an archive may contain beyond its types: numbers, versions, ids, times,
// names of closed lists.
#include "ceilings/archive/json/validate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

// A visitor of fields() that looks at every number. No number of an archive may
// be negative.
class NumberCheck {
 public:
  NumberCheck(const std::string& origin, const FieldPath& place) : origin_(origin), place_(place) {}

  template <typename T>
  void required(const char* key, const T& value) {
    look(value, place_.member(key));
  }
  template <typename T>
  void field(const char* key, const T& value) {
    look(value, place_.member(key));
  }
  template <typename T>
  void sparse(const char* key, const T& value) {
    look(value, place_.member(key));
  }

 private:
  void look(double value, const FieldPath& place) const {
    if (std::isnan(value)) refuse_archive(origin_, place, "not a number (NaN)");
    if (std::isinf(value)) refuse_archive(origin_, place, "infinite");
    if (value < 0) negative(place, value);
  }
  void look(int value, const FieldPath& place) const {
    if (value < 0) negative(place, value);
  }
  template <typename T>
  void look(const std::vector<T>& values, const FieldPath& place) const {
    if constexpr (std::is_class_v<T> && !std::is_same_v<T, std::string>) {
      for (std::size_t i = 0; i < values.size(); ++i) look(values[i], place.at(i));
    }
  }
  template <typename T>
  void look(const T& value, const FieldPath& place) const {
    if constexpr (requires(NumberCheck v) { fields(v, value); }) {
      NumberCheck check(origin_, place);
      fields(check, value);
    }
  }
  [[noreturn]] void negative(const FieldPath& place, double value) const {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    refuse_archive(origin_, place,
                   "negative (" + std::string(text.data(), end) + "); must be 0 or more");
  }

  const std::string& origin_;
  const FieldPath& place_;
};

// "1.0" -> {1, 0}
std::optional<std::pair<int, int>> version_of(const std::string& schema) {
  int major = 0, minor = 0;
  const char* end = schema.data() + schema.size();
  const auto first = std::from_chars(schema.data(), end, major);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '.') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, minor);
  if (second.ec != std::errc{} || second.ptr != end || major < 0 || minor < 0) return std::nullopt;
  return std::pair{major, minor};
}

bool is_utc_time(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < kForm.size() + 1 || text.back() != 'Z') return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kForm[i]) return false;
  }
  const std::string_view rest = std::string_view(text).substr(kForm.size());
  if (rest == "Z") return true;
  return rest.size() > 2 && rest[0] == '.' &&
         std::all_of(rest.begin() + 1, rest.end() - 1, is_digit);
}

// The rules beyond the numbers, each with the place of the fault.
class Rules {
 public:
  Rules(const Archive& archive, const std::string& origin)
      : archive_(archive), origin_(origin), newer_(is_newer_minor(archive.schema)) {}

  void check_head() const {
    if (!is_utc_time(archive_.created)) {
      refuse_archive(origin_, kDocument.member("created"),
                     "'" + archive_.created + "' is not a UTC time like 2026-11-30T12:00:00Z");
    }
    const FieldPath tool = kDocument.member("tool"), device = kDocument.member("device");
    not_empty(tool.member("name"), archive_.tool.name);
    not_empty(device.member("class"), archive_.device.device_class);
    one_of(device.member("kind"), archive_.device.kind, {"cpu", "gpu"});
    if (archive_.provenance == Provenance::published) {
      not_empty(kDocument.member("citation"), archive_.citation);
    }
  }

  void check_samples() const {
    std::set<std::pair<Stage, std::string_view>> names;
    const FieldPath list = kDocument.member("samples");
    for (std::size_t i = 0; i < archive_.samples.size(); ++i) {
      const Sample& sample = archive_.samples[i];
      const FieldPath place = list.at(i);
      not_empty(place.member("name"), sample.name);
      if (!names.emplace(sample.stage, sample.name).second) {
        refuse_archive(
            origin_, place.member("name"),
            "'" + sample.name + "' comes twice in the stage " + stage_name(sample.stage));
      }
      if (const auto fault = sample_id_fault(sample.id)) not_an_id(place, "id", sample.id, *fault);
      one_of(place.member("family"), sample.family,
             {"bandwidth", "compute", "intensity", "latency", "link"});
      one_of(place.member("role"), sample.role, {"primary", "secondary"});
      one_of(place.member("data"), sample.data, {"random", "constant"});
      one_of(place.member("mode"), sample.mode, {"sustained", "burst"});
      check_times(sample, place);
    }
  }

  void check_ceilings() const {
    const FieldPath list = kDocument.member("ceilings");
    for (std::size_t i = 0; i < archive_.ceilings.size(); ++i) {
      const Ceiling& ceiling = archive_.ceilings[i];
      const FieldPath place = list.at(i);
      if (const auto fault = id_fault(ceiling.id)) not_an_id(place, "id", ceiling.id, *fault);
      const std::string kind = ceiling.id.substr(0, ceiling.id.find('/'));
      if (ceiling.kind != kind) {
        refuse_archive(origin_, place.member("kind"),
                       "'" + ceiling.kind + "' but the id says " + kind);
      }
      one_of(place.member("unit"), ceiling.unit, {"B/s", "FLOP/s", "OP/s", "s"});
      one_of(place.member("role"), ceiling.role, {"primary", "secondary"});
    }
  }

  void check_ridges() const {
    const FieldPath list = kDocument.member("ridges");
    for (std::size_t i = 0; i < archive_.ridges.size(); ++i) {
      const Ridge& ridge = archive_.ridges[i];
      const FieldPath place = list.at(i);
      if (const auto fault = id_fault(ridge.bandwidth)) {
        not_an_id(place, "bandwidth", ridge.bandwidth, *fault);
      }
      if (const auto fault = id_fault(ridge.compute)) {
        not_an_id(place, "compute", ridge.compute, *fault);
      }
    }
  }

 private:
  static constexpr FieldPath kDocument{};

  void one_of(const FieldPath& place, const std::string& name,
              std::initializer_list<const char*> names) const {
    if (newer_ || std::find(names.begin(), names.end(), name) != names.end()) return;
    std::string list;
    for (const char* known : names) list += (list.empty() ? "" : ", ") + std::string(known);
    refuse_archive(origin_, place, "'" + name + "' is none of " + list);
  }

  void not_empty(const FieldPath& place, const std::string& text) const {
    if (text.empty()) refuse_archive(origin_, place, "empty");
  }

  [[noreturn]] void not_an_id(const FieldPath& record, const char* key, const std::string& id,
                              const std::string& fault) const {
    refuse_archive(origin_, record.member(key), "'" + id + "' is not an id: " + fault);
  }

  // A time of zero would make a rate infinite.
  void check_times(const Sample& sample, const FieldPath& place) const {
    const FieldPath list = place.member("repetitions");
    for (std::size_t i = 0; i < sample.repetitions.size(); ++i) {
      if (sample.repetitions[i].seconds > 0 || sample.status != Status::ok) continue;
      refuse_archive(origin_, list.at(i).member("seconds"), "zero; a repetition takes time");
    }
  }

  const Archive& archive_;
  const std::string& origin_;
  bool newer_;
};

// A key as a step of a JSON pointer.
std::string escaped(std::string_view key) {
  std::string text;
  for (const char c : key) {
    if (c == '~') {
      text += "~0";
    } else if (c == '/') {
      text += "~1";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string FieldPath::pointer() const {
  if (parent == nullptr) return "/";
  const std::string before = parent->parent == nullptr ? "" : parent->pointer();
  return before + "/" + (element ? std::to_string(index) : escaped(key));
}

void refuse_archive(const std::string& origin, const FieldPath& place, const std::string& what) {
  throw ArchiveError(one_line(origin + ": " + place.pointer() + ": " + what));
}

void check_numbers(const Archive& archive, const std::string& origin) {
  const FieldPath document;
  NumberCheck check(origin, document);
  fields(check, archive);
}

void check_schema_version(const std::string& schema, const std::string& origin) {
  const FieldPath document;
  const FieldPath place = document.member("schema");
  const auto version = version_of(schema);
  if (!version)
    refuse_archive(origin, place, "'" + schema + "' is not a version like " + kSchemaVersion);
  if (version->first != version_of(kSchemaVersion)->first) {
    refuse_archive(origin, place,
                   "major version " + std::to_string(version->first) +
                       " is not known; this program reads " + kSchemaVersion +
                       " and its successors of the same major version");
  }
}

bool is_newer_minor(const std::string& schema) {
  const auto version = version_of(schema);
  return version && *version > *version_of(kSchemaVersion);
}

void check_archive(const Archive& archive, const std::string& origin) {
  check_schema_version(archive.schema, origin);
  check_numbers(archive, origin);
  const Rules rules(archive, origin);
  rules.check_head();
  rules.check_samples();
  rules.check_ceilings();
  rules.check_ridges();
}

}  // namespace ridgeline::ceilings
