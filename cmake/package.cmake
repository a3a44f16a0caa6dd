# What `cmake --install` installs: the library (headers, archives, package files for CMake and pkg-config) as the install
# component `development`, the program as `program`.
include(CMakePackageConfigHelpers)

# The rooms and other libraries that a room needs, itself first, each before what it uses: the order of a link line.
function(dissent_needs room rooms_variable others_variable)
  get_property(all GLOBAL PROPERTY DISSENT_ROOMS)
  list(REVERSE all)
  set(needed ${room})
  set(others "")
  foreach(candidate ${all})
    if(candidate IN_LIST needed)
      get_property(uses GLOBAL PROPERTY DISSENT_USES_${candidate})
      foreach(use ${uses})
        if(use MATCHES "^dissent_(.*)$")
          list(APPEND needed ${CMAKE_MATCH_1})
        elseif(NOT use MATCHES "BUILD_INTERFACE")
          list(APPEND others ${use})
        endif()
      endforeach()
    endif()
  endforeach()
  set(rooms "")
  foreach(candidate ${all})
    if(candidate IN_LIST needed)
      list(APPEND rooms ${candidate})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES others)
  set(${rooms_variable} ${rooms} PARENT_SCOPE)
  set(${others_variable} ${others} PARENT_SCOPE)
endfunction()

# A library of others: how CMake links with it | its package for CMake | its name for pkg-config (or flags) | what its
# headers and archives are called on Debian.
set(dissent_libraries
    "Threads::Threads|Threads|-pthread|"
    "fmt::fmt|fmt|fmt|libfmt-dev"
    "ZLIB::ZLIB|ZLIB|zlib|zlib1g-dev"
    "PNG::PNG|PNG|libpng|libpng-dev"
    "JPEG::JPEG|JPEG|libjpeg|libjpeg-dev"
    "$<INSTALL_INTERFACE:utf8proc>||libutf8proc|libutf8proc-dev"
    "${DISSENT_YAML}|yaml-cpp|yaml-cpp|libyaml-cpp-dev"
    "CURL::libcurl|CURL|libcurl|libcurl4-openssl-dev"
    "LibArchive::LibArchive|LibArchive|libarchive|libarchive-dev"
    "SQLite::SQLite3|SQLite3|sqlite3|libsqlite3-dev")

file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # so that the tree may be moved
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
set(config_components "")  # lines of the package file
set(dissent_debian_packages "")
foreach(component ${DISSENT_COMPONENTS})
  dissent_needs(${DISSENT_ROOM_OF_${component}} rooms others)
  set(packages "")
  set(pc_requires "")
  set(pc_libraries "")
  foreach(line ${dissent_libraries})
    string(REPLACE "|" ";" cells "${line}")
    list(GET cells 0 target)
    if(target IN_LIST others)
      list(GET cells 1 package)
      list(GET cells 2 pc)
      list(GET cells 3 debian)
      list(APPEND packages ${package})
      if(pc MATCHES "^-")
        string(APPEND pc_libraries " ${pc}")
      else()
        string(APPEND pc_requires " ${pc}")
      endif()
      list(APPEND dissent_debian_packages ${debian})
    endif()
  endforeach()
  if(model IN_LIST rooms)
    list(APPEND packages Torch)
    if(NOT TORCH_INSTALL_PREFIX STREQUAL "/usr")
      string(APPEND pc_libraries " -L${TORCH_INSTALL_PREFIX}/lib")
    endif()
    string(APPEND pc_libraries " -ltorch -ltorch_cpu -lc10")
    list(APPEND dissent_debian_packages libtorch-dev)
  endif()
  list(TRANSFORM rooms PREPEND " -ldissent_" OUTPUT_VARIABLE pc_rooms)
  string(REPLACE ";" "" pc_rooms "${pc_rooms}")
  string(APPEND config_components "set(_dissent_packages_${component} ${packages})\n")
  configure_file(cmake/component.pc.in ${PROJECT_BINARY_DIR}/package/dissent-${component}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/dissent-${component}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
  foreach(kind "" _shared)
    if(TARGET dissent_component_${component}${kind})
      install(TARGETS dissent_component_${component}${kind} EXPORT dissent)
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES dissent_debian_packages)

get_property(rooms GLOBAL PROPERTY DISSENT_ROOMS)
foreach(room ${rooms})
  install(TARGETS dissent_${room} EXPORT dissent ARCHIVE COMPONENT development)
  if(DISSENT_SHARED)
    install(TARGETS dissent_${room}_shared EXPORT dissent LIBRARY COMPONENT development)
  endif()
endforeach()

install(DIRECTORY include/dissent DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/dissent)
install(EXPORT dissent NAMESPACE dissent:: FILE dissent-targets.cmake DESTINATION ${config_folder} COMPONENT development)
configure_package_config_file(cmake/dissent-config.cmake.in ${PROJECT_BINARY_DIR}/package/dissent-config.cmake
                              INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/dissent-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/dissent-config.cmake ${PROJECT_BINARY_DIR}/package/dissent-config-version.cmake
        DESTINATION ${config_folder} COMPONENT development)

if(DISSENT_PROGRAM)
  install(TARGETS dissent RUNTIME COMPONENT program)
  if(DISSENT_TORCH)
    set_target_properties(dissent-torch PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)  # libtorch may lie anywhere
    install(TARGETS dissent-torch RUNTIME COMPONENT program)
  endif()
  include(cmake/program_pages.cmake)
endif()
include(cmake/debian.cmake)
