"""Sentences of islands, in each language; all others it has from democracy."""

WORDS = {
    "en": {"term islands": "Islands"},
    "fr": {"term islands": "Îles"},
}
