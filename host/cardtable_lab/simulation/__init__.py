"""Figures of many simulated matches: their statistics, sweeps over options, stopping, files, a page."""
