"""Everything that is in the firmware image, as MicroPython's build wants it; its manual: "Manifest files".

Paths are relative to this file.
"""

import runpy

runpy.run_path("image/catalogues.py")["make"]()
runpy.run_path("image/program.py")["write"](".", "../build/program")

freeze("$(PORT_DIR)/modules", "rp2.py")  # noqa: F821
freeze("frozen")  # noqa: F821
freeze("../build/program")  # noqa: F821
freeze("../boards")  # noqa: F821
package("cardtable", base_path="lib")  # noqa: F821
