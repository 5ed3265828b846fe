"""Interfaces of neuro-san for coded tools, for interpreters that do not have the package itself."""
