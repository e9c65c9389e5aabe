"""Hook of hatchling: put the images that `make firmware` has built into a wheel."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("build", "firmware")
CARRIED = "tablehost/_firmware"  # tablehost.flashing.firmware_files looks there


class CustomBuildHook(BuildHookInterface):
    """Adds the images to a wheel; an editable install finds them where they were built."""

    def initialize(self, version, build_data):
        """`version`: "editable" for an editable install."""
        if version == "editable":
            return
        for path in sorted(Path(self.root, BUILT).glob("cardtable_*")):
            build_data["force_include"][str(path)] = f"{CARRIED}/{path.name}"
