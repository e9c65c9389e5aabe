set(PICO_BOARD "pico")
include(${CMAKE_CURRENT_LIST_DIR}/../common.cmake)
