"""The static folder of the project's site: pages that need no server, `make site`.

__main__.py     writes the folder, part by part
copies.py       pages of the server as files
solo.py         pages of a whole match in a tab of a browser, and its program
interpreter.py  Python for the browser, from its registry
"""
