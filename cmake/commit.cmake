# Writes FILE: the commit that the sources in SOURCE are at, or "unknown". Left as it is where nothing changed.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed OR NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define DISSENT_COMMIT \"@commit@\"\n" @ONLY)
