# Flags against the worst of what mistakes in memory can do, each where compiler and linker have it.
include(CheckCSourceCompiles)
include(CheckPIESupported)

# carom_harden(NAME FLAG LINK_FLAG): either may be empty.
function(carom_harden name flag link_flag)
  set(CMAKE_REQUIRED_FLAGS "${flag}")
  set(CMAKE_REQUIRED_LINK_OPTIONS ${link_flag})
  check_c_source_compiles("#include <string.h>
    int main(int n, char **a) { char b[8]; strncpy(b, a[0], 7); return b[n & 7]; }" ${name})
  if(${name})
    target_compile_options(carom_options INTERFACE ${flag})
    target_link_options(carom_options INTERFACE ${link_flag})
  endif()
endfunction()

carom_harden(CAROM_HAS_PROTECTOR -fstack-protector-strong "")
carom_harden(CAROM_HAS_RELRO "" "LINKER:-z,relro,-z,now")
check_c_source_compiles("#include <features.h>
  #if !defined(__GLIBC__)
  #error only glibc's headers have them
  #endif
  int main(void) { return 0; }" CAROM_HAS_FORTIFIED)
if(CAROM_HAS_FORTIFIED) # and only where there is an optimizer to prove that copies fit
  target_compile_options(carom_options INTERFACE
    "$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
endif()
check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# carom_step_unhardened(SOURCE...): canaries cost the steps of a piano 2 %, and what is stepped has
# been checked: the rooms below but for their compilers go without.
function(carom_step_unhardened)
  list(FILTER ARGN INCLUDE REGEX "/src/(laws|bodies|contacts|state|methods)/")
  list(FILTER ARGN EXCLUDE REGEX "/compile[^/]*$")
  foreach(file IN LISTS ARGN)
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -fno-stack-protector -U_FORTIFY_SOURCE)
  endforeach()
endfunction()
