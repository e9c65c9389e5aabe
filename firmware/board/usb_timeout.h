// Included first into shared/tinyusb/mp_usbd_cdc.c: mphalport.h of the port sets this without a condition.
#include "py/mphal.h"
#undef MICROPY_HW_USB_CDC_TX_TIMEOUT
#define MICROPY_HW_USB_CDC_TX_TIMEOUT (20) // ms that a write waits for a host that does not read; it was 500
