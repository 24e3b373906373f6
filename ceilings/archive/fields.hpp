// The fields of every record of an archive, in the order in which they are written: one list for
// the reader, the writer and the checker, which are visitors. A visitor has
//   required(key, value)  the document must have it
//   field(key, value)     written always; a document without it gets the record's default
//   sparse(key, value)    written only where it is not empty or zero
// Most keys equal the names of the members; the others are older than these names.
#pragma once

#include <concepts>
#include <type_traits>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

template <typename T, typename Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

template <typename V>
void fields(V& v, Is<ToolRecord> auto& r) {
  v.required("name", r.name);
  v.field("version", r.version);
  v.field("commit", r.commit);
  v.field("compiler", r.compiler);
  v.field("flags", r.flags);
  v.field("build_type", r.build_type);
  v.field("method", r.method);
}

template <typename V>
void fields(V& v, Is<Peak> auto& r) {
  v.required("key", r.key);
  v.field("per_cycle", r.per_cycle);
  v.field("per_second", r.per_second);
  v.field("source", r.source);
}

template <typename V>
void fields(V& v, Is<NominalLevel> auto& r) {
  v.required("name", r.name);
  v.field("domain", r.domain);
  v.field("bytes", r.bytes);
  v.field("instances", r.instances);
  v.field("units_per_instance", r.units_per_instance);
  v.field("node", r.node);
  v.field("core_kind", r.core_kind);
}

template <typename V>
void fields(V& v, Is<DeviceRecord> auto& r) {
  v.required("class", r.device_class);
  v.field("instance", r.instance);
  v.required("kind", r.kind);
  v.field("backend", r.backend);
  v.field("vendor", r.vendor);
  v.field("model", r.model);
  v.field("architecture", r.architecture);
  v.field("unit_name", r.unit_name);
  v.field("units", r.units);
  v.field("memory_bytes", r.memory_bytes);
  v.field("levels", r.levels);
  v.field("peaks", r.peaks);
  v.field("attributes", r.attributes);
}

template <typename V>
void fields(V& v, Is<EnvironmentRecord> auto& r) {
  v.field("facts", r.facts);
  v.field("notes", r.notes);
}

template <typename V>
void fields(V& v, Is<PassWork> auto& r) {
  v.field("bytes_read", r.bytes_read);
  v.field("bytes_written", r.bytes_written);
  v.field("bytes_allocated", r.bytes_allocated);
  v.field("operations", r.operations);
}

template <typename V>
void fields(V& v, Is<SampleShape> auto& r) {
  v.field("blocks_per_unit", r.blocks_per_unit);
  v.field("threads_per_block", r.threads_per_block);
  v.field("in_flight", r.in_flight);
}

template <typename V>
void fields(V& v, Is<Repetition> auto& r) {
  v.required("seconds", r.seconds);
  v.required("passes", r.passes);
  v.field("clock_hz", r.clock_hz);
  v.field("order", r.order);
  v.sparse("handoff", r.cache_line_latency);
  v.sparse("width", r.width);
  v.sparse("power", r.power);
  v.sparse("temperature", r.temperature);
  v.sparse("flags", r.flags);
}

template <typename V>
void fields(V& v, Is<CacheLineLatency> auto& r) {
  v.required("from", r.from);
  v.required("to", r.to);
  v.required("seconds", r.seconds);
}

template <typename V>
void fields(V& v, Is<LayoutProbe> auto& r) {
  v.required("order", r.order);
  v.required("handoffs", r.latencies);
}

template <typename V>
void fields(V& v, Is<Sample> auto& r) {
  v.required("name", r.name);
  v.required("id", r.id);
  v.required("family", r.family);
  v.required("stage", r.stage);
  v.field("kernel", r.kernel);
  v.field("level", r.level);
  v.field("node", r.node);
  v.field("scope", r.scope);
  v.field("mix", r.mix);
  v.field("precision", r.precision);
  v.field("accumulate", r.accumulate);
  v.field("path", r.path);
  v.field("role", r.role);
  v.field("lacks", r.lacks);
  v.field("vector_bits", r.vector_bits);
  v.field("units", r.units);
  v.field("working_set", r.working_set);
  v.field("shape", r.shape);
  v.field("data", r.data);
  v.field("mode", r.mode);
  v.required("work", r.work);
  v.field("status", r.status);
  v.field("reason", r.reason);
  v.required("repetitions", r.repetitions);
}

template <typename V>
void fields(V& v, Is<Level> auto& r) {
  v.required("name", r.name);
  v.field("scope", r.scope);
  v.field("domain", r.domain);
  v.field("variant", r.variant);
  v.field("first", r.first);
  v.field("knee", r.knee);
  v.field("nominal", r.nominal);
  v.field("bandwidth", r.bandwidth);
  v.sparse("latency", r.latency);
  v.sparse("latency_knee", r.latency_knee);
  v.field("notes", r.notes);
}

template <typename V>
void fields(V& v, Is<Ceiling> auto& r) {
  v.required("id", r.id);
  v.required("kind", r.kind);
  v.field("level", r.level);
  v.field("node", r.node);
  v.field("scope", r.scope);
  v.field("mix", r.mix);
  v.field("precision", r.precision);
  v.field("accumulate", r.accumulate);
  v.field("path", r.path);
  v.field("role", r.role);
  v.field("lacks", r.lacks);
  v.field("roof", r.roof);
  v.field("reference", r.reference);
  v.required("unit", r.unit);
  v.required("value", r.value);
  v.field("best", r.best);
  v.field("spread", r.spread);
  v.field("low", r.low);
  v.field("high", r.high);
  v.field("repetitions", r.repetitions);
  v.field("traffic", r.traffic);
  v.field("units", r.units);
  v.sparse("handoff", r.cache_line_latency);
  v.field("clock_hz", r.clock_hz);
  v.field("per_cycle", r.per_cycle);
  v.field("limit", r.limit);
  v.field("limit_source", r.limit_source);
  v.field("share", r.share);
  v.field("evidence", r.evidence);
  v.field("suspect", r.suspect);
  v.field("notes", r.notes);
  v.sparse("source", r.source);
}

template <typename V>
void fields(V& v, Is<Ridge> auto& r) {
  v.required("bandwidth", r.bandwidth);
  v.required("compute", r.compute);
  v.required("intensity", r.intensity);
}

template <typename V>
void fields(V& v, Is<EmpiricalPoint> auto& r) {
  v.required("sample", r.sample);
  v.field("level", r.level);
  v.field("scope", r.scope);
  v.field("mix", r.mix);
  v.field("precision", r.precision);
  v.field("path", r.path);
  v.required("intensity", r.intensity);
  v.required("rate", r.rate);
  v.field("attainable", r.attainable);
  v.field("ratio", r.ratio);
  v.field("near_ridge", r.near_ridge);
  v.field("note", r.note);
}

template <typename V>
void fields(V& v, Is<Archive> auto& r) {
  v.required("schema", r.schema);
  v.required("tool", r.tool);
  v.required("created", r.created);
  v.field("command", r.command);
  v.field("profile", r.profile);
  v.required("provenance", r.provenance);
  v.field("citation", r.citation);
  v.field("complete", r.complete);
  v.field("incomplete_reason", r.incomplete_reason);
  v.field("wall_seconds", r.wall_seconds);
  v.field("predicted_seconds", r.predicted_seconds);
  v.required("device", r.device);
  v.field("environment", r.environment);
  v.required("samples", r.samples);
  v.sparse("placements", r.layout_probes);
  v.field("levels", r.levels);
  v.field("ceilings", r.ceilings);
  v.field("ridges", r.ridges);
  v.field("empirical", r.empirical);
}

}  // namespace ridgeline::ceilings
