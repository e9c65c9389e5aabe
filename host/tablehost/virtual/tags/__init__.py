"""Tag models: tags, their memories, and the field that reaches them."""
