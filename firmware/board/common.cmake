# What the boards have in common: where the program ends is read out of frozen/partitions.py.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../frozen/partitions.py PROGRAM_ROW REGEX "^PROGRAM_KB = [0-9]+$")
string(REGEX REPLACE "[^0-9]" "" PROGRAM_KB "${PROGRAM_ROW}")
if(NOT PROGRAM_KB)
    message(FATAL_ERROR "frozen/partitions.py has no row PROGRAM_KB")
endif()
list(APPEND MICROPY_DEF_BOARD CARDTABLE_PROGRAM_KB=${PROGRAM_KB})
if(NOT MICROPY_USER_FROZEN_MANIFEST)
    set(MICROPY_FROZEN_MANIFEST ${CMAKE_CURRENT_LIST_DIR}/../manifest.py)
endif()

# The interpreter's innermost files run from RAM. The port means its bytecode loop and its collector to, but its linker
# script names them as *.obj, and pico-sdk 2 makes *.o of them (mended upstream in 2026). The others were chosen by
# how often they are not in the cache of the flash, for their size: docs/develop/building-an-image.md. parse.c, which
# only compiles, stays in flash. vm.c comes with its constants: a table of 1 KB that each bytecode looks into.
set(INTERPRETER gc vm nlr nlrthumb objfun map obj objlist bc objtuple runtime objtype)
function(put_interpreter_into_ram)
    list(TRANSFORM INTERPRETER REPLACE "(.+)" "*/py/\\1.c.o*" OUTPUT_VARIABLE FILES)
    list(JOIN FILES " " FILES)
    get_target_property(SCRIPT ${MICROPY_TARGET} PICO_TARGET_LINKER_SCRIPT)
    file(READ ${SCRIPT} GIVEN)
    string(REPLACE "*gc.c.obj *vm.c.obj *parse.c.obj" "${FILES}" WANTED "${GIVEN}")
    string(REPLACE "*libm.a:) .rodata*" "*libm.a: */py/vm.c.o*) .rodata*" WANTED "${WANTED}")
    set(SCRIPT ${CMAKE_CURRENT_BINARY_DIR}/interpreter_in_ram.ld)
    file(CONFIGURE OUTPUT ${SCRIPT} CONTENT "${WANTED}" @ONLY)
    pico_set_linker_script(${MICROPY_TARGET} ${SCRIPT})
endfunction()
cmake_language(DEFER CALL put_interpreter_into_ram)

# A host that stops reading, as a laptop that goes to sleep, keeps a write waiting no longer than this says.
set_source_files_properties(${MICROPY_DIR}/shared/tinyusb/mp_usbd_cdc.c PROPERTIES
    COMPILE_OPTIONS "-include;${CMAKE_CURRENT_LIST_DIR}/usb_timeout.h")

# Native code of a frozen module begins with a word, which these processors read where its address is a multiple of
# 4 alone. mpy-tool.py asks for a multiple of 2, by `__attribute__ ((aligned (2)))`; build.py looks at the outcome.
function(align_native_code)
    set_property(SOURCE ${MICROPY_FROZEN_CONTENT} APPEND PROPERTY COMPILE_OPTIONS "-Daligned(bytes)=__aligned__(4)")
endfunction()
cmake_language(DEFER CALL align_native_code)
