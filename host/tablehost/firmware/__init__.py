"""The firmware as files of this computer: its boards, program and texts."""
