"""Hook of hatchling: make the languages' modules, and put the images of `make firmware` into a wheel; with
CARDTABLE_COMPILED also the compiled modules in this folder (`compiled.py`).
"""

import os
import runpy
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("build", "firmware")
CARRIED = "tablehost/_firmware"  # tablehost.firmware.firmware_files looks there
CATALOGUES = Path("firmware", "image", "catalogues.py")


class CustomBuildHook(BuildHookInterface):
    """Completes a wheel. An editable install finds modules and images where they were made."""

    def initialize(self, version, build_data):
        """`version`: "editable" for an editable install."""
        runpy.run_path(str(Path(self.root, CATALOGUES)))["make"]()
        if version == "editable":
            return
        for path in sorted(Path(self.root, BUILT).glob("cardtable_*")):
            build_data["force_include"][str(path)] = f"{CARRIED}/{path.name}"
        compiled = os.environ.get("CARDTABLE_COMPILED")
        if compiled is not None:
            build_data["pure_python"], build_data["infer_tag"] = False, True
            for path in sorted(Path(compiled).rglob("*.*")):
                build_data["force_include"][str(path)] = path.relative_to(compiled).as_posix()
