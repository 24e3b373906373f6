# Kernels broken on purpose, one a property: each has to be found at fault, in its kind; the right
# ones beside them must pass. Compiled as the families are, for the architectures named.
set(mutant_objects)
set(mutant_tables)
function(add_cuda_mutants name)
  describe_architectures("${ARGN}" 0 defines)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/mutants_${name}.o)
  add_cuda_object(${CMAKE_CURRENT_SOURCE_DIR}/mutants/${name}.cu ${object} "${ARGN}" 0 "${defines}")
  set(mutant_objects ${mutant_objects} ${object} PARENT_SCOPE)
  set(mutant_tables ${mutant_tables} mutants_${name} PARENT_SCOPE)
endfunction()
add_cuda_mutants(bandwidth 80 90)
add_cuda_mutants(compute 80 90)
add_cuda_mutants(tensor 90 100)
add_cuda_mutants(wgmma 90a)
add_cuda_mutants(tcgen05 100a)

write_cuda_tables("${mutant_tables}" mutant_tables.cpp)
add_cuda_dump(dump_cuda_mutants ${CMAKE_CURRENT_BINARY_DIR}/mutant_tables.cpp ${mutant_objects})
target_include_directories(dump_cuda_mutants SYSTEM PRIVATE ${RIDGELINE_CUDA_INCLUDE})
target_link_libraries(dump_cuda_mutants PRIVATE ${RIDGELINE_CUDART} ${CMAKE_DL_LIBS} rt
                      Threads::Threads)

# kernel=kind for each, all of one file and architecture.
function(add_cuda_mutations name arch)
  add_cuda_codegen_test(mutation.${name}.sm_${arch} $<TARGET_FILE:dump_cuda_mutants>
                        ${mutant_tables} --archs ${arch}
                        --object ${CMAKE_CURRENT_BINARY_DIR}/mutants_${name}.o --mutants ${ARGN})
endfunction()
add_cuda_mutations(bandwidth 90 read_hoisted=hoisted read_shared_hoisted=hoisted
  read_dead=count read_narrow=width read_halves=width read_cached=cache read_past_l1=cache
  read_one_by_one=flight read_slowly=overhead read_twice=count copy_cached=cache copy_some=count
  copy_none=eliminated chase_two=chain intensity_short=count intensity_unrolled_short=count
  intensity_multiplied=opcode)
add_cuda_mutations(bandwidth 80 read_dead=count read_cached=cache chase_two=chain)
add_cuda_mutations(compute 90 fma_three=form fma_two=form fma_merged=count
  fma_uneven=chain fma_twice=count fma_spilled=spill fma_crowded=resident fma_loading=memory
  fma_calling=call fma_long=size one_chain_two=chain mul_add_fused=fma mad_literal=opcode
  add_folded=opcode add_gone=opcode reciprocal=opcode half=width)
add_cuda_mutations(compute 80 bf16_mul_add=fma fma_three=form fma_spilled=spill
  mul_add_fused=fma)
add_cuda_mutations(tensor 90 mma_constant=constant mma_reloaded=memory mma_merged=count
  mma_four=chain mma_twice=count mma_shape=opcode mma_type=opcode mma_i4=call mma_fp8=emulated)
add_cuda_mutations(tensor 100 mma_i8_padded=opcode mma_i4=call mma_fp8=emulated)
add_cuda_mutations(wgmma 90a wgmma_twice=count wgmma_waiting=serialized wgmma_one=chain
  wgmma_narrow=opcode wgmma_type=opcode)
add_cuda_mutations(tcgen05 100a tcgen05_twice=count tcgen05_narrow=opcode
  tcgen05_type=opcode tcgen05_anew=chain tcgen05_one=chain tcgen05_waiting=serialized
  tcgen05_unelected=count)

# What the assembler only remarks on has to fail the build.
add_test(NAME codegen.cuda.mutation.serialized
  COMMAND ${CMAKE_COMMAND} -DNVCC=${RIDGELINE_NVCC} -DLAUNCHER=
  "-DFLAGS=${RIDGELINE_NVCC_FLAGS};-gencode=arch=compute_90a,code=sm_90a"
  -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/mutants/serialized.cu
  -DOBJECT=${CMAKE_CURRENT_BINARY_DIR}/serialized.o
  -P ${CMAKE_SOURCE_DIR}/kernels/cuda/build/compile.cmake)
set_tests_properties(codegen.cuda.mutation.serialized PROPERTIES LABELS codegen
  PASS_REGULAR_EXPRESSION "serializes[ \n]+asynchronous[ \n]+matrix[ \n]+products")
