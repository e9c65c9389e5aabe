"""The shapes of a table's messages, records and answers. The notation: see `shapes`.

All may grow at their end. Messages and records of other kinds are no fault: a later table may have more.
"""

# Messages: the values behind the kind. `hi` is judged by its first row before the versions are compared.
MESSAGES = {
    "hi": "version:(major:0.. minor:0..) uid:name boot:0.. lo:-1.. hi:-1.. "
    "firmware:text program:text caps:[plain] shadows?:[text] clock?:null|(mhz:0.. mv:0..) display?:bool",
    "ev": "g:0.. boot:0.. n:0.. us:0.. kind:text",
    "gap": "a:0.. b:0..",
    "res": "id:0.. ok:bool code:text detail?:plain",
    "st": "state:text hi:-1.. free:-1.. error:plain",
    "see": "lamps:string pads:[null|-1..4095] seats:0..12 hi?:-1..",
    "own": "cards:[(seat:0..9 card:null|0..255)]",
    "say": "what:text text:string hi?:-1.. reached?:[(seat:null|0..9 row:plain)] "
    "reasons?:[(place:0..11 code:null|text laid:null|-9..4095 recorded:null|-9..4095)] "
    "void?:null|0..9 talks?:null|0..9 notice?:[plain]",
    "raw": 'tags:null|[null|"several"|"unreadable"|"twice"|"lies"|hex] '
    "down:0..68719476735 stuck:0..68719476735 open:bool",
    "log": "level:text text:string",
}
GREETING = "version:(major:0.. minor:0..)"  # of a `hi` of any version

# Records: the values behind the kind, or behind "note" and its code.
RECORDS = {
    "start": "stage:0..9999 index:0..99999 "
    "value:(game:text seats:1..10 options:[plain] state:[plain] revision:1..) digest:0..4294967295",
    "answer": "stage:0..9999 index:0..99999 value:plain digest:0..4294967295",
    "part": "stage:0..9999 index:0..99999 value:plain digest:0..4294967295",
    "found": "stage:0..9999 index:0..99999 value:plain digest:0..4294967295",
    "fix": "stage:0..9999 index:0..99999 "
    'value:(what:"undo" i:0..99999 beyond:0..1)'
    '|(what:"amend" i:0..99999 changed:[(i:0..99999 answer:plain)] n:0..99999)'
    '|(what:"void" why:text)|(what:"name" place:0..12 card:null|0..)|(what:"leave" seat:0..9)|(what:"end")'
    '|(what:"back" stage:0..9999 how:"undo"|"amend" i:0..99999)'
    " digest:0..4294967295",
    "end": "stage:0..9999 index:0..99999 value:[plain] digest:0..4294967295",
    "boot": "cause?:text error?:null|string mended?:plain",
    "game": "match?:text mode?:text policy?:text commitment?:text head?:text",
    "head": "stage:0..9999 h:digest",
    "rest": "leaves?:[plain]",
    "opened": "key?:text|null",
    "note": "code:text more*:plain",
    "note fault": "code:text pad:-1..11",
    "note cured": "code:text pad:-1..11",
    "note parked": "more*:plain",
    "note taken-up": "first:0.. last:0.. head:digest before:digest",
    "note dropped": "first:0..",
    "note listens": "seats:[0..9]",
}

# Answers: the values behind `true,"ok"`; a command without a row answers with any values.
ANSWERS = {
    "begin": "g:0..",
    "fix": "done:(g:0.. said:(what:text) n:0.. asked:text|null places:[0..11])",
    "fix more": "words:0..48",
    "match list": "matches:[(first:0.. game:text seats:1..10 stage:0..9999)]",
    "match park": "first:0..",
    "match take": "first:0..",
    "match drop": "first:0..",
    "deck end": "cards:0..",
    "deck read": "lines:(next:-1.. line*:string)",
    "serve begin": "table:(board:name at_seats:0..12 pads:0..12 sorts:[text])",
    "serve reader": "health:(kind:text version:plain alive:bool fault:text|null looks:0.. garbled:0.. "
    "failures:0.. hz?:0..)",
    "serve count": "count:(rests:text|null tag:hex|null reads:0.. silent:0.. garbled:0.. several:0.. "
    "faults:0..)",
    "serve table": "kept:(free:int all:int cause:text supply?:null|(least:int most:int) "
    "cache?:null|(hits:int all:int))",
    "serve miso": "lines:null|[(gpio:0..28 down:0..1 up:0..1 pads:[0..11])]",
    "serve start": 'reading:null|"strobe"|"kept"|"edge"|"level"',
    "serve silence": 'heard:null|"silent"|"cured"|"error"',
    "serve worn": "worn:(pads:[0..11] cards:[text])",
    "serve memory": "bytes:hex",
    "serve tone": "sound:text",
    "program": "sha256:hex",
}

# Refusals: the values behind the code; a code without a row has any values.
REFUSALS = {
    "usage": "argument:string|(name:text cure:text)",
    "deck-lacks": "cards:(count:0.. card*:text)",
    "untaken": "g:0..",
    "no-such-value": "choices:[text]",
    "no-such-setting": "choices:[text]",
    "no-such-mode": "choices:[text]",
    "no-such-policy": "choices:[text]",
    "too-few-pads": "pads:0..12",
    "too-many-parked": "parked:[0..]",
    "parked-too-often": "first:0..",
    "not-parked": "parked:[0..]",
    "records-lost": "g:0..",
    "fix": "against:null|string|0..|(stage:0.. answer:0..)|(argument:text cure:text)",  # for every code
}

LAMPS = "BYVW.=~+*1:34_"  # the characters of a `see`
A_PAD = 6  # characters for each pad


def is_picture(lamps: str, pads: list[int | None], seats: int) -> bool:
    """True if a `see` whose values have their shapes shows the same number of each pad."""
    if len(lamps) != A_PAD * len(pads) or seats > len(pads):
        return False
    for character in lamps:
        if character not in LAMPS:
            return False
    return True
