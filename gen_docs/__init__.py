"""Turns the state that lives in a repository into a website, public data and a gate."""

__version__ = "0.1.0"
