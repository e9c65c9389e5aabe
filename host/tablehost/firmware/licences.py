"""The works in a firmware image and their licences: `cardtable --version --licences`.

One row for each work that is linked into an image; the licence's own text is printed once for each licence.
The compilers (GPL) are no part of an image; their own addition, libgcc, comes with an exception for that.
"""

from __future__ import annotations

from typing import NamedTuple


class Work(NamedTuple):
    """`licence`: an SPDX expression."""

    name: str
    licence: str
    holder: str
    address: str


# The works from firmware/image/get_tools.sh, as far as they end in an image.
WORKS = (
    Work("Cardtable", "MIT", "Cardtable contributors", ""),
    Work("MicroPython", "MIT", "2013-2025 Damien P. George and contributors", "https://micropython.org"),
    Work(
        "pico-sdk",
        "BSD-3-Clause",
        "2020 Raspberry Pi (Trading) Ltd.",
        "https://github.com/raspberrypi/pico-sdk",
    ),
    Work("TinyUSB", "MIT", "2012-2024 Ha Thach (tinyusb.org)", "https://github.com/hathach/tinyusb"),
    Work("Mbed TLS", "Apache-2.0", "The Mbed TLS Contributors", "https://github.com/Mbed-TLS/mbedtls"),
    Work(
        "littlefs",
        "BSD-3-Clause",
        "2022 The littlefs authors; 2017 Arm Limited",
        "https://github.com/littlefs-project/littlefs",
    ),
    Work("FatFs", "BSD-1-Clause", "2018 ChaN", "http://elm-chan.org/fsw/ff"),
    Work(
        "uzlib",
        "Zlib",
        "2003 Joergen Ibsen; 2014-2018 Paul Sokolovsky; 2023 Jim Mussared",
        "https://github.com/pfalcon/uzlib",
    ),
    Work(
        "re1.5",
        "BSD-3-Clause",
        "2007-2009 Russ Cox; 2014 Paul Sokolovsky",
        "https://github.com/pfalcon/re1.5",
    ),
    Work(
        "newlib",
        "BSD-3-Clause and others like it",
        "Red Hat, Inc. and others",
        "https://sourceware.org/newlib",
    ),
    Work(
        "libgcc, libstdc++",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        "Free Software Foundation, Inc.",
        "https://gcc.gnu.org",
    ),
)

_WARRANTY = (
    'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, '
    "INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR "
    "PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE "
    "FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR "
    "OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER "
    "DEALINGS IN THE SOFTWARE."
)
_DAMAGES = (
    'THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY '
    "EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF "
    "MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE"
    " COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL,"
    " EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF "
    "SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) "
    "HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR "
    "TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS "
    "SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE."
)
_MIT = (
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this "
    'software and associated documentation files (the "Software"), to deal in the Software '
    "without restriction, including without limitation the rights to use, copy, modify, merge, "
    "publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons"
    " to whom the Software is furnished to do so, subject to the following conditions:\n\n"
    "The above copyright notice and this permission notice shall be included in all copies or "
    "substantial portions of the Software.\n\n"
)
_BSD = (
    "Redistribution and use in source and binary forms, with or without modification, are "
    "permitted provided that the following conditions are met:\n\n"
    "1. Redistributions of source code must retain the above copyright notice, this list of "
    "conditions and the following disclaimer.\n"
    "2. Redistributions in binary form must reproduce the above copyright notice, this list of "
    "conditions and the following disclaimer in the documentation and/or other materials "
    "provided with the distribution.\n"
    "3. Neither the name of the copyright holder nor the names of its contributors may be used "
    "to endorse or promote products derived from this software without specific prior written "
    "permission.\n\n"
)
_APACHE = (
    "Licensed under the Apache License, Version 2.0; you may obtain a copy of it at\n"
    "https://www.apache.org/licenses/LICENSE-2.0"
)
# Licence -> the text it requires with the binary.
TEXTS = {"MIT": _MIT + _WARRANTY, "BSD-3-Clause": _BSD + _DAMAGES, "Apache-2.0": _APACHE}


def licence_text() -> str:
    """Return all of it as text; not translated, as it is the licences' own text."""
    rows = [f"{work.name}: {work.licence}\n  Copyright (c) {work.holder} {work.address}" for work in WORKS]
    texts = [f"-- {name} --\n\n{text}" for name, text in TEXTS.items()]
    return "\n".join(rows) + "\n\n" + "\n\n".join(texts)
