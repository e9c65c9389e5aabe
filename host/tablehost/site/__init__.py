"""The static folder of the project's site: pages that need no server, `make site`.

__main__.py     writes the folder, part by part
copies.py       pages of the server as files
solo.py         a whole match in a tab of a browser
interpreter.py  MicroPython for the browser, from its registry
"""
