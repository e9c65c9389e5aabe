"""Files on raw flash: what is appended in one commit is there as a whole after a power cut, or not at all.

The partition is used in sectors of 4096 bytes, which are erased as a whole, and pages of 256, each programmed
once. A sector belongs to one file. Its first page names the owner: version and name of the file, and the
place of the sector in it. A page holds the size of its data, the number of its commit, and a CRC-32 over
these, its place and its data; the last page of a commit has a flag. A commit without that page does not
count. A file is replaced by a new version; it counts with its first commit, and then the version before is
removed: its first page is programmed to zeros. A secret file is removed by zeros in all its pages.

Only what was being written when the power failed is in doubt afterwards: it may read well now and not the
next time. So `start` programs zeros into the first page of each sector that belongs to no file, a sector is
erased only after that, and one that this program did not erase itself is erased before it is used. `start`
copies a version that may have been in work before it removes the one before. `settle` writes the last commit
of a file again and programs zeros where it was, and into all behind it; data never go into a page that may
have been in work.

An erase takes 45 ms, at worst 400, with interrupts off. `step` erases ahead, one sector at a time.
"""

import struct
from binascii import crc32
from errno import EIO

from cardtable.micro import const

SECTOR = const(4096)
PAGE = const(256)
_PAGES = const(16)  # of a sector

_HEAD = "<HHI"  # of a page: size of its data and _LAST, number of the commit, CRC-32
_DATA = const(8)  # where the data of a page begins
_LAST = const(0x8000)
_OWNER = "<IH16s"  # in front of the data of a sector's first page: version, place of the sector, name
_OWNED = const(22)
_PLACED = "<IHBHH"  # under the CRC: version, place of the sector, number of the page, size, commit

# States of a sector. Only those before _USED are free.
_UNKNOWN = const(0)  # not looked at since the start: it may hold what a power cut left
_FREE = const(1)  # to be erased before use, as is an unknown one
_ERASED = const(2)
_USED = const(3)
_NEW = const(4)  # of a version that does not count yet

AHEAD = const(12)  # sectors that are kept erased
_LOOKS = const(8)  # sectors that are looked at in one step
FEW = const(3)  # so many at least, also while a card is waited for

_BLANK_PAGE = b"\xff" * PAGE

_ERASE = const(6)  # of a block device's `ioctl`
_COUNT = const(4)

_ENOSPC = const(28)  # MicroPython's `errno` lacks it


class Store:
    """The files of a partition. `blocks`: a block device, see `SECTOR`. Call `start` before anything else."""

    def __init__(self, blocks):
        self._blocks = blocks
        self.count = blocks.ioctl(_COUNT, 0)
        self._states = bytearray(self.count)
        self._tags = bytearray(self.count)  # the names in a byte each, for a quick search
        self._page = bytearray(PAGE)  # what was read last
        self._out = bytearray(PAGE)  # what is written
        self._version = 0
        self._cursor = 0
        self._due = AHEAD  # so many of the next sectors may not be erased
        self._tails = {}  # the writer of each file that was appended to since the start

    # -- Start -------------------------------------------------------------------------------------

    def start(self):
        """Find the files. Return their names. OSError."""
        firsts = []  # (version, first sector, name) of each version that counts
        newest = 0
        for sector in range(self.count):
            owner = self._look(sector)
            if owner is None:
                continue
            version, place, name = owner
            if version > newest:
                newest = version
                self._cursor = sector
            self._states[sector] = _USED
            if place == 0 and self._counts(version, sector):
                firsts.append((version, sector, name))
        self._version = newest
        for sector in range(self.count):
            if self._states[sector] == _USED:
                owner = self._owner(sector)
                if owner is None or not _is_of(owner, sector, firsts):
                    self._give_up(sector)
                else:
                    self._tags[sector] = _tag(owner[2])
        names = []
        firsts.sort(reverse=True)  # the newest version first
        for version, _, name in firsts:
            if name not in names:
                versions = [one for one in firsts if one[2] == name]
                if len(versions) > 1 or version == newest:
                    versions = self._make_sure(name, versions)
                if versions:
                    names.append(name)
        return sorted(names)

    def _make_sure(self, name, versions):
        """Write a file again whose version may have been in work, or the removal of the one before it.

        Return `versions`, empty if none of them is whole any more. OSError.
        """
        _, before = self._sectors(name)
        if len(versions) == 1:
            version, first, _ = versions[0]
            reader = Reader(self, version, self._sectors_of(version, first))
            _, at, pages = reader.find_last()
            if pages and (at or reader.is_torn(pages)):
                return versions  # it was not its first commit that was in work
        is_copied = False
        for version, first, _ in versions:
            try:
                is_copied = self._copy(name, Reader(self, version, self._sectors_of(version, first)))
            except OSError as error:
                if error.args[0] != _ENOSPC:
                    raise
                for other, sector, _ in versions:
                    if other != version:
                        for _, one in self._sectors_of(other, sector):
                            self._give_up(one)
                return versions
            if is_copied:
                break
        if not is_copied:
            self._drop(before, False)
            versions = []
        for _, sector in before:
            self._states[sector] = _UNKNOWN  # it may hold a secret
        return versions

    def _copy(self, name, reader):
        """Replace the file by what this reader of one of its versions finds. Return False if that is not even
        its first commit. OSError.
        """
        while reader.find():
            try:
                self.replace(name, reader.all_pages())
                return True
            except Unsure:  # that commit alone is gone
                reader.rewind()
        return False

    def _sectors_of(self, version, first):
        """Return (place, sector) of each sector of this version, in order; `first`: its first one."""
        found = [(0, first)]
        for sector in range(self.count):
            owner = self._owner(sector)
            if owner is not None and owner[0] == version and owner[1]:
                found.append((owner[1], sector))
        return sorted(found)

    def _give_up(self, sector):
        """Have a sector belong to no file; what it holds is erased when the table is quiet."""
        self._states[sector] = _UNKNOWN
        self._wipe(sector, 0)

    def _look(self, sector):
        """Return the owner of a sector; None if it has none, and then never will have."""
        head = self._check(sector, 0, None, 0)
        if head is None:
            if self._page != _BLANK_PAGE:
                self._wipe(sector, 0)
            return None
        return _owner_of(self._page)

    def _owner(self, sector):
        """Return (version, place, name) of the file of a sector, None if it has none."""
        return None if self._check(sector, 0, None, 0) is None else _owner_of(self._page)

    def _counts(self, version, first):
        """True if this version has a whole commit; `first`: its first sector."""
        if Reader(self, version, [(0, first)]).find():
            return True
        return Reader(self, version, self._sectors_of(version, first)).find()

    # -- Files -------------------------------------------------------------------------------------

    def holds(self, name):
        """True if there is a file of this name."""
        return len(self._sectors(name)[1]) > 0

    def open(self, name):
        """Return a reader of the file; it reads nothing where there is no such file."""
        version, sectors = self._sectors(name)
        return Reader(self, version, sectors)

    def create(self, name):
        """Return a writer of a new version of the file, which counts from its first commit on."""
        self._version += 1
        return Writer(self, name, self._version, bytearray(PAGE))

    def replace(self, name, pieces, secret=False):
        """Replace the content of the file. `secret`: of what it held nothing stays. OSError."""
        writer = self.create(name)
        try:
            for piece in pieces:
                writer.write(piece)
        except (Unsure, OSError):
            writer.abandon()
            raise
        writer.commit(secret)

    def append(self, name, data):
        """Append data in one commit, to a new file if there is none; it is on flash then. OSError."""
        writer = self._tails.get(name)
        if writer is None:
            writer = self._go_on(name)
        writer.write(data)
        writer.commit()

    def remove(self, name, secret=False):
        """Remove the file, if there is one. `secret`: nothing of it stays. OSError."""
        self._tails.pop(name, None)
        self._drop(self._sectors(name)[1], secret)

    def settle(self, name, secret=False):
        """Write the last commit of the file again, as the power may have failed in the middle of it. OSError.

        `secret`: all commits, as it may also have been in removal. Return True if a commit was cut short.
        """
        torn = False
        while True:
            self._tails.pop(name, None)
            version, sectors = self._sectors(name)
            if not sectors:
                return torn
            reader = Reader(self, version, sectors)
            since, at, pages = reader.find_last()
            torn = reader.wipe(at + pages) or torn
            whole = Reader(self, version, sectors)
            if pages == 0 or (secret and not whole.find_first()):
                self._drop(sectors, True)
                return True
            try:
                if secret:
                    self.replace(name, whole.all_pages(), True)
                elif at == 0:  # the file has no other commit
                    self.replace(name, reader.pages(at, pages))
                else:
                    self._repeat(name, reader, since, at, pages)
                return torn
            except Unsure:  # it was whole when it was looked for
                torn = True

    def _repeat(self, name, reader, since, at, pages):
        """Append the last commit again, and remove it where it was: it begins with page `at`, and there may
        be more of it from page `since` on.
        """
        end = at + pages
        writer = self._go_on(name)
        writer.number = reader.commit  # not one more: until it is removed readers take it once
        if since <= (end - 1) // _PAGES * _PAGES:
            writer.leave_sector()
        for piece in reader.pages(at, pages):
            writer.write(piece)
        writer.commit()
        reader.wipe(since, end)

    def free(self):
        """Return the number of bytes in sectors without an owner."""
        taken = self._count_of(_USED) + self._count_of(_NEW)
        return SECTOR * (self.count - taken)

    def _count_of(self, state):
        return self._states.count(bytes((state,)))

    # -- Erasing -----------------------------------------------------------------------------------

    def is_unclean(self):
        """True if a sector without an owner may hold what a power cut left."""
        return self._count_of(_UNKNOWN) > 0

    def step(self, ahead=AHEAD):
        """Erase one sector, or look at some, so that nothing is left of a power cut and the next `ahead`
        sectors are erased. Return False if there is nothing to do. OSError.
        """
        for look in range(_LOOKS):
            at = self._states.find(bytes((_UNKNOWN,)))
            if at < 0:
                if look:
                    return True
                break
            if self._is_blank(at):
                self._states[at] = _FREE
            else:
                self._erase(at)
                return True
        else:
            return True
        if ahead > AHEAD - self._due:
            left = ahead
            for sector in self._free_ones():
                if left == 0:
                    break
                left -= 1
                if self._states[sector] != _ERASED:
                    self._erase(sector)
                    return True
            self._due = AHEAD - ahead
        return False

    def _free_ones(self):
        """Yield the sectors without an owner, in the order of use."""
        for at in range(self._cursor + 1, self._cursor + 1 + self.count):
            if self._states[at % self.count] < _USED:
                yield at % self.count

    def _is_blank(self, sector):
        for number in range(_PAGES):
            self._blocks.readblocks(sector, self._page, number * PAGE)
            if self._page != _BLANK_PAGE:
                return False
        return True

    def _erase(self, sector):
        self._wipe(sector, 0)  # an erase that is cut short never leaves an owner
        self._blocks.ioctl(_ERASE, sector)
        self._states[sector] = _ERASED

    def _wipe(self, sector, number):
        """Program zeros into a page."""
        self._page[:] = bytes(PAGE)
        self._blocks.writeblocks(sector, self._page, number * PAGE)

    def has_data(self):
        """True if the page that was read last is neither blank nor programmed to zeros."""
        return self._page != _BLANK_PAGE and self._page != bytes(PAGE)

    # -- Sectors -----------------------------------------------------------------------------------

    def _sectors(self, name):
        """Return the version of the file that counts, and (place, sector) of its sectors, in order."""
        tag = _tag(name)
        found = []
        version = 0
        for sector in range(self.count):
            if self._states[sector] == _USED and self._tags[sector] == tag:
                owner = self._owner(sector)
                if owner is None:
                    self._give_up(sector)  # it was in work, and must not count the next time
                elif owner[2] == name:
                    version = owner[0]
                    found.append((owner[1], sector))
        found.sort()
        if found and found[0][0]:  # its first page was in work
            for _, sector in found:
                self._give_up(sector)
            found = []
        return version, found

    def _drop(self, sectors, secret):
        """Give these sectors of a file up: without its first page there is none."""
        for place, sector in sectors:
            if place == 0:
                self._wipe(sector, 0)
        for _, sector in sectors:
            if secret:
                for number in range(_PAGES):
                    self._blocks.readblocks(sector, self._page, number * PAGE)
                    if self._page != _BLANK_PAGE:
                        self._wipe(sector, number)
            self._states[sector] = _FREE
        self._due = AHEAD

    def _take(self, name, state):
        """Return an erased sector for this file. OSError: there is none left."""
        first = -1
        for sector in self._free_ones():
            if self._states[sector] == _ERASED:
                break
            if first < 0:
                first = sector
        else:
            if first < 0:
                raise OSError(_ENOSPC)
            sector = first
            self._erase(sector)
        self._cursor = sector
        self._due = min(self._due + 1, AHEAD)
        self._states[sector] = state
        self._tags[sector] = _tag(name)
        return sector

    def _check(self, sector, number, version, place):
        """Read a page. Return (size and flag, commit) if it is whole, else None. `version` None: any."""
        self._blocks.readblocks(sector, self._page, number * PAGE)
        size, commit, crc = struct.unpack_from(_HEAD, self._page)
        if version is None:
            version, place = struct.unpack_from("<IH", self._page, _DATA)
        end = _begin(number) + (size & ~_LAST)
        if end > PAGE:
            return None
        if crc != _crc(self._page, end, version, place, number, size, commit):
            return None
        return size, commit

    def _go_on(self, name):
        """Return a writer that appends to the file, after all that may have been in work."""
        version, sectors = self._sectors(name)
        if not sectors:
            self._version += 1
            return Writer(self, name, self._version, self._out)
        place, sector = sectors[-1]
        number = _PAGES - 1
        while number > 0:
            self._blocks.readblocks(sector, self._page, number * PAGE)
            if self._page != _BLANK_PAGE:
                break
            number -= 1
        if number == 0:
            number = _PAGES  # its only page may have been in work
        else:
            number += 1  # this page may have been in work
            if number < _PAGES:
                self._wipe(sector, number)
                number += 1
        writer = Writer(self, name, version, self._out)
        writer.follow(sector, place, number, Reader(self, version, sectors).last_number())
        self._tails[name] = writer
        return writer


class Unsure(Exception):
    """A page that was whole is not whole any more: it was in work when the power failed."""


class Writer:
    """Writes commits to one version of a file. `page`: a buffer of 256 bytes, in use between two commits."""

    def __init__(self, store, name, version, page):
        self._store = store
        self._name = name
        self._version = version
        self._page = page
        self._sector = -1
        self._place = -1
        self._at = _PAGES  # number of the next page
        self.number = 0  # of the commit
        self._size = 0  # of the data in the page
        self._new = []  # (place, sector) of each sector of a version that does not count yet
        self._counts = False

    def follow(self, sector, place, at, number):
        """Continue an earlier version: in this sector, with this page, after the commit `number`."""
        self._sector, self._place, self._at = sector, place, at
        self.number = (number + 1) & 0xFFFF
        self._counts = True

    def leave_sector(self):
        """Continue in another sector."""
        self._at = _PAGES

    def write(self, data):
        """Write a piece of the next commit. OSError."""
        at = 0
        data = memoryview(data)
        while at < len(data):
            begin = _begin(self._at % _PAGES)
            room = PAGE - begin - self._size
            if room == 0:
                self._program(0)
                continue
            piece = data[at : at + room]
            start = begin + self._size
            self._page[start : start + len(piece)] = piece
            self._size += len(piece)
            at += len(piece)

    def commit(self, secret=False):
        """End the commit: all of it counts. `secret`: nothing stays of an earlier version. OSError."""
        store = self._store
        self._program(_LAST)
        self.number = (self.number + 1) & 0xFFFF
        if not self._counts:
            _, before = store._sectors(self._name)
            for _, sector in self._new:
                store._states[sector] = _USED
            store._drop(before, secret)
            self._counts = True
            self._new = []
            self._page = store._out
        store._tails[self._name] = self

    def abandon(self):
        """Give up what does not count yet. OSError."""
        if not self._counts:
            self._store._drop(self._new, True)

    def _program(self, last):
        store = self._store
        if self._at == _PAGES:
            self._sector = store._take(self._name, _USED if self._counts else _NEW)
            self._place += 1
            self._at = 0
            if not self._counts:
                self._new.append((self._place, self._sector))
        page, at = self._page, self._at
        begin = _begin(at)
        if at == 0:
            struct.pack_into(_OWNER, page, _DATA, self._version, self._place, self._name.encode())
        size = self._size | last
        end = begin + self._size
        page[end:] = b"\xff" * (PAGE - end)
        crc = _crc(page, end, self._version, self._place, at, size, self.number)
        struct.pack_into(_HEAD, page, 0, size, self.number, crc)
        store._blocks.writeblocks(self._sector, page, at * PAGE)
        store._blocks.readblocks(self._sector, store._page, at * PAGE)
        if store._page != page:
            raise OSError(EIO)
        self._at += 1
        self._size = 0


class Reader:
    """Reads the commits of a version of a file. `sectors`: (place, sector) of its sectors, in order."""

    def __init__(self, store, version, sectors):
        self._store = store
        self._version = version
        self._sectors = sectors
        self.rewind()

    def rewind(self):
        """Go back to the first commit."""
        self._at = 0  # the next page
        self._left = 0  # so many pages of the commit follow
        self.commit = -1  # its number
        self._data = b""
        self._used = 0

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readline(self):
        """Return the bytes up to the next line feed, with it; empty at the end."""
        line = b""
        while True:
            if self._used == len(self._data) and not self._fill():
                return line
            at = self._data.find(b"\n", self._used) + 1
            start, self._used = self._used, at or len(self._data)
            line += self._data[start : self._used]
            if at:
                return line

    def read(self, size):
        """Return so many bytes, fewer at the end."""
        data = b""
        while len(data) < size:
            if self._used == len(self._data) and not self._fill():
                break
            start = self._used
            self._used = min(len(self._data), start + size - len(data))
            data += self._data[start : self._used]
        return data

    def skip(self, size):
        """Skip so many bytes."""
        while size:
            if self._used == len(self._data) and not self._fill():
                return
            step = min(size, len(self._data) - self._used)
            self._used += step
            size -= step

    def _fill(self):
        """Read the next page with data of a whole commit. Return False at the end."""
        self._data, self._used = b"", 0
        while not self._data:
            if self._left == 0 and not self.find():
                return False
            if self._load(self._at) is None:
                raise OSError(EIO)
            self._data = _data_of(self._store._page, self._at % _PAGES)
            self._at += 1
            self._left -= 1
        return True

    def find(self):
        """Go to the next whole commit. Return False if there is none yet."""
        begin = self._at
        while self._at < len(self._sectors) * _PAGES:
            pages, whole, number = self._measure(self._at)
            if whole and number != self.commit:
                self.commit = number
                self._left = pages
                return True
            self._at += pages
        self._at = begin
        return False

    def find_first(self):
        """Go to the commit with which the file begins. Return False if it is not whole."""
        return self.find() and self._at == 0

    def _measure(self, at):
        """Return (so many pages belong together from this one on, if that is a whole commit, its number).

        Each page is read once: the end of a commit whose begin is not whole counts nothing. Behind a sector
        that was given up another commit begins: it may be the same one, written again.
        """
        first = None
        end = len(self._sectors) * _PAGES
        for page in range(at, end):
            if first is not None and page % _PAGES == 0 and not self._follows(page // _PAGES):
                return page - at, False, first
            head = self._load(page)
            if head is None:
                return page - at + 1, False, first
            if first not in (None, head[1]):
                return page - at, False, first
            first = head[1]
            if head[0] & _LAST:
                return page - at + 1, True, first
        return end - at, False, first

    def _follows(self, at):
        """True if no sector is missing before this one."""
        return self._sectors[at][0] == self._sectors[at - 1][0] + 1

    def _load(self, at):
        place, sector = self._sectors[at // _PAGES]
        return self._store._check(sector, at % _PAGES, self._version, place)

    def last_number(self):
        """Return the number of the last page that is whole, also of a commit that is not."""
        for at in range(len(self._sectors) * _PAGES - 1, -1, -1):
            head = self._load(at)
            if head is not None:
                return head[1]
        return -1

    def find_last(self):
        """Go to the last whole commit. Return (the page behind the commit before it; its first page, and
        the number of its pages, where it was written last).
        """
        since = at = pages = 0
        while self._at < len(self._sectors) * _PAGES:
            count, whole, number = self._measure(self._at)
            if whole:
                if number != self.commit:
                    since = at + pages
                at, pages, self.commit = self._at, count, number
            self._at += count
        return since, at, pages

    def _torn(self, at, end=-1):
        """Yield the pages from this one on with data; the last one first: it makes a commit count."""
        for page in range((len(self._sectors) * _PAGES if end < 0 else end) - 1, at - 1, -1):
            self._load(page)
            if self._store.has_data():
                yield page

    def is_torn(self, at):
        """True if there is anything from this page on."""
        for _ in self._torn(at):
            return True
        return False

    def wipe(self, at, end=-1):
        """Program zeros into all there is from this page on, up to `end`. Return False for nothing."""
        torn = False
        for page in self._torn(at, end):
            torn = True
            if page % _PAGES:
                self._store._wipe(self._sectors[page // _PAGES][1], page % _PAGES)
            else:
                self._store._give_up(self._sectors[page // _PAGES][1])
        return torn

    def pages(self, at, count):
        """Yield the data of so many pages of a commit. Unsure: one is not whole any more; all are removed."""
        for page in range(at, at + count):
            if self._load(page) is None:
                self.wipe(at, at + count)
                raise Unsure
            yield _data_of(self._store._page, page % _PAGES)

    def all_pages(self):
        """Yield the data of the commit that was found and of all after it. Unsure: as in `pages`."""
        found = True
        while found:
            for piece in self.commit_pages():
                yield piece
            found = self.find()

    def commit_pages(self):
        """Yield the data of the commit that was found, by page, and go behind it. Unsure: as in `pages`."""
        at, count = self._at, self._left
        self._at += count
        self._left = 0
        return self.pages(at, count)


def _is_of(owner, sector, firsts):
    """True if this sector belongs to one of these versions."""
    for version, first, name in firsts:
        if owner[0] == version and owner[2] == name and (owner[1] or first == sector):
            return True
    return False


def _begin(number):
    """Return where the data of a page begins."""
    return _DATA if number else _DATA + _OWNED


def _data_of(page, number):
    begin = _begin(number)
    size = struct.unpack_from("<H", page)[0] & ~_LAST
    return bytes(memoryview(page)[begin : begin + size])


def _owner_of(page):
    version, place, name = struct.unpack_from(_OWNER, page, _DATA)
    return version, place, name.rstrip(b"\0").decode()


def _crc(page, end, version, place, number, size, commit):
    placed = struct.pack(_PLACED, version, place, number, size, commit)
    return crc32(memoryview(page)[_DATA:end], crc32(placed))


def _tag(name):
    return crc32(name.encode()) & 0xFF
