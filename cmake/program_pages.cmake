# Manual pages and completion of shells, written by the program itself, from the options that it has.
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(
  OUTPUT ${pages}/man/dissent.1 ${pages}/dissent.bash ${pages}/_dissent ${pages}/dissent.fish
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
  COMMAND dissent help --man ${pages}/man
  COMMAND dissent help --completion bash > ${pages}/dissent.bash
  COMMAND dissent help --completion zsh > ${pages}/_dissent
  COMMAND dissent help --completion fish > ${pages}/dissent.fish
  DEPENDS dissent
  COMMENT "Writing manual pages and completion"
  VERBATIM)
add_custom_target(dissent_pages ALL DEPENDS ${pages}/man/dissent.1 ${pages}/dissent.bash ${pages}/_dissent ${pages}/dissent.fish)

install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${pages}/dissent.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME dissent
        COMPONENT program)
install(FILES ${pages}/_dissent DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${pages}/dissent.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
