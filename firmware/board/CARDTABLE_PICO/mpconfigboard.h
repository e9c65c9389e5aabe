// A card table with a Raspberry Pi Pico. Behind the program MicroPython has the rest of the flash:
// frozen/_boot.py divides it.
#define MICROPY_HW_BOARD_NAME "Cardtable, Raspberry Pi Pico"
#define MICROPY_HW_FLASH_STORAGE_BYTES (PICO_FLASH_SIZE_BYTES - CARDTABLE_PROGRAM_KB * 1024)
#define MICROPY_HW_USB_PRODUCT_FS_STRING "Cardtable"
// So many names are found where they were found last, without a search; a byte of RAM for each.
#define MICROPY_OPT_MAP_LOOKUP_CACHE_SIZE (512)
// No module is asked for its file: the paths would take of the heap.
#define MICROPY_PY___FILE__ (0)
