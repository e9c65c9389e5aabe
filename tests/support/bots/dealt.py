"""A bot that chooses by the lots it is given."""

import json
import sys

for line in sys.stdin:
    told = json.loads(line)
    if "n" in told:
        print(json.dumps({"n": told["n"], "option": told["lots"] % len(told["options"])}))
