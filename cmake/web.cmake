# The report's page: its script, made of web/src and the npm packages that web/package-lock.json pins, and its style are
# put into the library as text. Without it (DISSENT_WEB=OFF) a report has everything but the page.
if(NOT DISSENT_WEB)
  message(STATUS "The page of `dissent report`: left out (DISSENT_WEB=OFF)")
  return()
endif()
find_program(DISSENT_NPM npm)
find_program(DISSENT_NODE NAMES node nodejs)
if(NOT DISSENT_NPM OR NOT DISSENT_NODE)
  message(FATAL_ERROR "npm and node: not found. The page of `dissent report` is made with them: install them "
                      "(tools/setup.sh build does), or leave the page out with -DDISSENT_WEB=OFF.")
endif()

set(web_from ${PROJECT_SOURCE_DIR}/web)
set(web ${PROJECT_BINARY_DIR}/web)
file(GLOB web_sources CONFIGURE_DEPENDS ${web_from}/src/*)
add_custom_command(
  OUTPUT ${web}/installed
  COMMAND ${CMAKE_COMMAND} -E make_directory ${web}
  COMMAND ${CMAKE_COMMAND} -E copy ${web_from}/package.json ${web_from}/package-lock.json ${web_from}/.npmrc ${web}
  COMMAND ${CMAKE_COMMAND} -E chdir ${web} ${DISSENT_NPM} ci --no-update-notifier
  COMMAND ${CMAKE_COMMAND} -E touch ${web}/installed
  DEPENDS ${web_from}/package.json ${web_from}/package-lock.json ${web_from}/.npmrc
  COMMENT "Fetching the page's libraries (npm ci; -DDISSENT_WEB=OFF does without)"
  VERBATIM)
set(esbuild ${CMAKE_COMMAND} -E env NODE_PATH=${web}/node_modules ${web}/node_modules/.bin/esbuild --minify --bundle
            --log-level=warning)
add_custom_command(
  OUTPUT ${web}/page.js ${web}/page.css
  COMMAND ${esbuild} ${web_from}/src/main.js --format=iife --global-name=dissent --target=es2022 --outfile=${web}/page.js
  COMMAND ${esbuild} ${web_from}/src/page.css --outfile=${web}/page.css
  DEPENDS ${web}/installed ${web_sources}
  COMMENT "Bundling the page"
  VERBATIM)
add_custom_command(
  OUTPUT ${web}/assets.cpp
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${web} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${web}/page.js ${web}/page.css ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  COMMENT "Putting the page into the library"
  VERBATIM)
target_sources(dissent_present PRIVATE ${web}/assets.cpp)
set_source_files_properties(${web}/assets.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
target_compile_definitions(dissent_present PRIVATE DISSENT_HAS_WEB=1)
