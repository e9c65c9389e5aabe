"""Everything that is in the firmware image, as MicroPython's build wants it; its manual: "Manifest files".

Paths are relative to this file.
"""

import os
import runpy


def write_texts(source, target):
    """Write each catalogue of `source` as a module of one constant into the folder `target`."""
    os.makedirs(target, exist_ok=True)
    for name in sorted(os.listdir(source)):
        stem, extension = os.path.splitext(name)
        if extension == ".txt":
            with open(os.path.join(source, name), "rb") as file:
                text = file.read()
            with open(os.path.join(target, "text_" + stem + ".py"), "w") as file:
                file.write("TEXT = " + repr(text) + "\n")


write_texts("lib/cardtable/controller", "../build/texts")
runpy.run_path("image/program.py")["write"](".", "../build/program")

freeze("$(PORT_DIR)/modules", "rp2.py")  # noqa: F821
freeze("frozen")  # noqa: F821
freeze("../build/texts")  # noqa: F821
freeze("../build/program")  # noqa: F821
freeze("../boards")  # noqa: F821
package("cardtable", base_path="lib")  # noqa: F821
