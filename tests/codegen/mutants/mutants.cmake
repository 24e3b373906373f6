# Kernels broken on purpose, one a property: each has to be found at fault, in its kind.
set(registry_alone ${RIDGELINE_REGISTRY_SOURCES})
list(FILTER registry_alone EXCLUDE REGEX "/tables\\.cpp$")

# kernel=kind for each kernel of mutants/FILE.cpp.
function(add_mutants file)
  add_dump(dump_mutants_${file} mutants/${file}.cpp ${registry_alone})
  set_source_files_properties(mutants/${file}.cpp PROPERTIES
    COMPILE_OPTIONS "${RIDGELINE_AVX512_OPTIONS};-mfma;-Wno-uninitialized"
    COMPILE_DEFINITIONS "RIDGELINE_BASE_ISA=${RIDGELINE_BASE_ISA}")
  add_codegen_test(mutation.${file} codegen.check_kernels $<TARGET_FILE:dump_mutants_${file}>
                   --objdump ${RIDGELINE_OBJDUMP} --mutants ${ARGN})
endfunction()
add_mutants(basics
  fma_separate_f64_mutant=opcode
  fma_fewer_f64_mutant=count
  fma_merged_f64_mutant=count
  fma_narrower_f64_mutant=width
  fma_spilled_f64_mutant=spill
  read_added_u64_mutant=opcode
  read_every_other_u64_mutant=count
  read_twice_u64_mutant=count
  read_narrower_u64_mutant=width
  read_hoisted_u64_mutant=hoisted
  read_indexed_u64_mutant=address
  update_multiplied_u64_mutant=fma
  intensity_k0.25_unseen_f64_mutant=count
  intensity_k64_short_f64_mutant=count
  intensity_k4_unstored_f64_mutant=eliminated
  chase_two_ptr_mutant=count
  chase_beside_ptr_mutant=opcode
  read_reference_u64_mutant=reference)
add_mutants(bandwidth
  copy_twice_u64_mutant=count
  copy_onto_u64_mutant=count
  copy_flipped_u64_mutant=opcode
  copy_indexed_u64_mutant=address
  copy_narrower_u64_mutant=width
  copy_fenced_u64_mutant=stream
  nt-copy_unfenced_u64_mutant=stream
  nt-copy_often_u64_mutant=stream
  triad_one_f64_mutant=count
  triad_separate_f64_mutant=opcode
  triad_half_f64_mutant=count
  update-by_all_u64_mutant=opcode
  update-by_none_u64_mutant=count
  write_half_u64_mutant=count
  write_entered_u64_mutant=tangled
  write_loading_u64_mutant=count
  write_never_u64_mutant=eliminated
  write_unclaimed_u64_mutant=stream
  nt-write_ordinary_u64_mutant=stream)
add_mutants(compute
  mul-add_fused_f64_mutant=fma
  mul-add_multiplied_f64_mutant=count
  mul-add_spilled_f64_mutant=spill
  mul-add_loading_f64_mutant=memory
  fma-add_short_f64_mutant=count
  add_folded_f64_mutant=count
  add_packed_f64_mutant=opcode
  add_half_f64_mutant=width
  add_anew_f64_mutant=chain
  fma-one-chain_two_f64_mutant=count
  fma_one-by-one_f64_mutant=chain
  add_lanes_i32_mutant=opcode
  add_long_i32_mutant=width
  dot_pairs_i8_mutant=opcode
  dot_products_i8_mutant=opcode
  dot_single_bf16_mutant=opcode
  dot_one-signed_bf16_mutant=count
  fma_single_f16_mutant=opcode
  dot_three_i8_mutant=count
  dot_unsigned_i8_mutant=opcode
  unknown_f64_mutant=opcode)

add_library(codegen_weak_mutant OBJECT EXCLUDE_FROM_ALL mutants/weak.cpp)
target_link_libraries(codegen_weak_mutant PRIVATE ridgeline_flags)
target_compile_options(codegen_weak_mutant PRIVATE ${RIDGELINE_AVX512_OPTIONS})
add_codegen_test(mutation.weak_symbols codegen.weak_symbols
                 ${CMAKE_BINARY_DIR}/compile_commands.json --nm ${RIDGELINE_NM} --mutant)
