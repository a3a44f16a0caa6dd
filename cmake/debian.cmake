# `cpack -G DEB` in the build folder makes two packages: dissent (the program) and libdissent-dev (the library).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dissent)
set(CPACK_PACKAGE_CONTACT "dissent maintainers <maintainers@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL development)
if(DISSENT_PROGRAM)
  list(APPEND CPACK_COMPONENTS_ALL program)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME dissent)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The program: votes inspected, aggregated and delivered, predictions scored, networks
trained, studies run and reported.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdissent-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The library: headers, archives, and packages for CMake and pkg-config.")
# The components votes and deliver need the first two; the others ask for the rest.
set(needed libfmt-dev zlib1g-dev)
list(REMOVE_ITEM dissent_debian_packages ${needed})
list(JOIN needed ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)
list(JOIN dissent_debian_packages ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS)
include(CPack)
