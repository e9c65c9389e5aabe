"""The shapes of a host's messages and commands. The notation: see `shapes`.

Both ends judge by these rows: the host before it sends a command, the table before it carries one out.
"""

from cardtable.micro import const

from .shapes import compiled, find_fault

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Sequence

    from .shapes import Row

# Messages: the values behind the kind.
MESSAGES = {
    "hello": "version:(major:0.. minor:0..) last_g:-1.. host_id:text",
    "ack": "g:-1..",
    "do": "id:0.. command:string words*:any",
}

# Commands whose first value is a sub-command: the rows below begin with both.
WITH_WORDS = ("fix", "match", "deck", "serve")

# Commands: the values behind the command. In the order of docs/reference/protocol.md.
COMMANDS = """
new game:text seats:0..99
opt name:text|0..99 value:text|int
name seat:0..9 name:text
listen seat:0..9
score seat:0..9 score:-9999..9999
code text:string
begin mode?:text policy?:text
set name:text value:text
fix undo n:1..9999 insist:0..1
fix amend drop:0..1 words*:text|0..9999
fix more at:0..48 words*:text|0..9999
fix name place:0..12 card:text
fix leave seat:0..9
fix absent seat:0..9
fix back seat:0..9
fix void
fix end
fix pause
fix resume
fix count seat:0..9
match list
match park
match take first:0..
match drop first:0..
deck begin
deck end lines:0.. crc:0..4294967295
deck read first:0..
line text:string
part text:string
serve begin
serve end
serve table
serve miso
serve worn
serve fresh
serve dark
serve read sort:text
serve tone name:text
serve reader pad:0..11
serve start pad:0..11
serve silence pad:0..11
serve count pad:0..11
serve memory pad:0..11 page?:4..7 hex?:hex
serve lamp pad:0..11 lamp:0..2 row:text|0..99
bootloader
program at:0.. size:1..4096
"""


def row_of(command: str) -> "Row | None":
    """Return the row behind a command such as "new" or "fix undo", compiled; None for an unknown one."""
    start = COMMANDS.find("\n" + command + "\n")
    if start >= 0:
        return []
    start = COMMANDS.find("\n" + command + " ")
    if start < 0 or command in WITH_WORDS:
        return None
    start += len(command) + 2
    return compiled(COMMANDS[start : COMMANDS.index("\n", start)])


def words_of(command: str) -> list[str]:
    """Return the sub-commands of "fix", "match", "deck" or "serve"."""
    rows = [row.split() for row in COMMANDS.split("\n") if row]
    return [row[1] for row in rows if row[0] == command]


def is_known(name: str) -> bool:
    """True for the name of a command."""
    return name in WITH_WORDS or (" " not in name and row_of(name) is not None)


def find_fault_in(name: str, args: "Sequence[object]") -> list[str] | None:
    """Return the first argument of command `name` that has not its shape, as [its name, the cure].

    None if all have.
    """
    if name in WITH_WORDS:
        words = words_of(name)
        if not args or args[0] not in words:
            return ["what", "one of " + ", ".join(words)]
        name, args = name + " " + args[0], args[1:]
    row = row_of(name)
    return None if row is None else find_fault(row, args)
