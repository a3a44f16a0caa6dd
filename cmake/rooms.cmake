# A room is a folder of src/dissent and one static library, dissent_NAME, that may use only the rooms above it.
add_library(dissent_warnings INTERFACE)
# g++ 12 warns of overlaps and overflows inside std::string that cannot happen (GCC bugs 105329, 105651), most of all
# where strings come from a precompiled header; g++ 13 of references to what lives as long as the program, where a
# temporary was among the arguments of the call that gave them (bug 107488).
set(dissent_gcc_false_alarms -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-dangling-reference)
target_compile_options(dissent_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
                       "$<$<CXX_COMPILER_ID:GNU>:${dissent_gcc_false_alarms}>"
                       $<$<BOOL:${DISSENT_WERROR}>:-Werror>)

set(dissent_sanitizers ${DISSENT_SANITIZE})
if(DISSENT_FUZZ)
  set(dissent_sanitizers address,undefined)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
if(dissent_sanitizers)
  add_compile_options(-fsanitize=${dissent_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${dissent_sanitizers})
endif()
# For what does no work of its own: optimising it is only the compiler's time, under the sanitizers most of all.
set(DISSENT_QUICKLY $<$<CONFIG:Release>:-O1>)
if(dissent_sanitizers)
  set(DISSENT_QUICKLY -O0)
endif()

# Names in the files' anonymous namespaces must then differ within a room; the build says where they do not.
function(dissent_unity target)
  if(DISSENT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 40)
  endif()
endfunction()

# What our own files are compiled with: warnings, what optional libraries there are, and the private headers, which
# others never see.
add_library(dissent_internal INTERFACE)
target_link_libraries(dissent_internal INTERFACE dissent_warnings dissent_optional)
target_include_directories(dissent_internal INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)

# Files that make something of a catalogue's list (src/dissent/catalog/*.def) are compiled by themselves: tests/catalog
# compiles them again, with a longer list, and links the result instead.
function(dissent_note_lists)
  foreach(source ${ARGN})
    file(STRINGS ${source} lists REGEX "^#include \"dissent/catalog/.*[.]def\"")
    if(lists)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      set_property(GLOBAL APPEND PROPERTY DISSENT_LISTING_FILES ${source})
    endif()
  endforeach()
endfunction()

# dissent_room(NAME USES...): the static library of a room. Its objects do not depend on where they lie, so that
# DISSENT_SHARED makes a shared library of the same ones; without interposition the compiler may still put one function
# into another. Users link with components (cmake/components.cmake), never with a room.
function(dissent_room name)
  set(folder ${PROJECT_SOURCE_DIR}/src/dissent/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*/*.cpp)
  add_library(dissent_${name} STATIC ${sources})
  target_link_libraries(dissent_${name} PUBLIC ${ARGN} PRIVATE $<BUILD_INTERFACE:dissent_internal>)
  set_target_properties(dissent_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_NAME room_${name})
  target_compile_options(dissent_${name} PRIVATE -fno-semantic-interposition)
  dissent_unity(dissent_${name})
  dissent_note_lists(${sources})
  if(DISSENT_SHARED)
    add_library(dissent_${name}_shared SHARED $<TARGET_OBJECTS:dissent_${name}>)
    set_target_properties(dissent_${name}_shared PROPERTIES OUTPUT_NAME dissent_${name} EXPORT_NAME room_${name}_shared
                          LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                          SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    list(TRANSFORM ARGN APPEND _shared REGEX "^dissent_" OUTPUT_VARIABLE uses)
    target_link_libraries(dissent_${name}_shared PUBLIC ${uses})
    target_link_options(dissent_${name}_shared PRIVATE -Wl,--no-undefined)
  endif()
  set_property(GLOBAL APPEND PROPERTY DISSENT_ROOMS ${name})
  set_property(GLOBAL PROPERTY DISSENT_USES_${name} ${ARGN})
endfunction()

# The headers that most files of a target include and that take longest to compile; or REUSE_FROM another target.
function(dissent_precompile target)
  if(DISSENT_PCH)
    if(ARGV1 STREQUAL REUSE_FROM)
      target_precompile_headers(${target} ${ARGN})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # for ccache
  endif()
endfunction()
