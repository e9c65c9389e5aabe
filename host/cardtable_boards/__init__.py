"""Circuits, drawings, lists of parts and boards to order, from the rows of the boards. The host's own program
asks for parts of it by name (`tablehost.packages`).
"""
