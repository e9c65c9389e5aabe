"""Words that a shell completes, and short options of the command."""

from tablehost.cli.command import main


def test_completion_lists_presets_for_the_option_that_takes_one(capsys):
    assert main(["completion", "--list", "presets"]) == 0
    assert capsys.readouterr().out.split() == ["first-time", "usual", "short"]
    assert main(["completion", "bash"]) == 0
    assert "play___preset_COMPGEN=_cardtable_presets" in capsys.readouterr().out


def test_the_version_has_a_short_option(capsys):
    assert main(["-V"]) == 0
    short = capsys.readouterr().out
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == short != ""
