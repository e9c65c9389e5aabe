"""The serial protocol between a table and its host, both ends of it, without any I/O.

Every line is one JSON array, a space, its CRC-32 and a line feed (`frames`). The table's answers are
*records* with consecutive positions g = 0, 1, 2, ...; the table re-sends each until the host acknowledges it,
and the host acknowledges only records on its disk.

| direction | message | meaning | |--|--|--| | host > table | `["hello",[major,minor],last_g,host_id]` | every
0.5 s until `hi`; send from last_g + 1 on | | table > host |
`["hi",[major,minor],uid,boot,lo,hi,firmware,program,caps,shadows,clock,display]` | -1: none held | | table >
host | `["ev",g,boot,n,us,kind,...]` | record g; `us` counts from that boot | | table > host | `["gap",a,b]` |
positions a..b are gone for good | | host > table | `["ack",g]` | everything up to g is on disk here; send
from g + 1 on | | host > table | `["do",id,command,...]` | carry this out once, however often it is received |
| table > host | `["res",id,ok,...]` | the answer to it | | table > host | `["st",state,hi,free,error]` | once
a second; `free` is heap in bytes | | table > host | `["see",...]` `["say",...]` `["log",level,text]` |
transient news; its loss changes nothing |

The shapes of `hello` and `hi` stay for ever, so that any two versions can name each other. Messages may grow
at their end; a reader ignores the values it does not know there.
"""
