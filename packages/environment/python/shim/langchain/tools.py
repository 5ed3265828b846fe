"""The same as langchain_core.tools."""

from langchain_core.tools import *  # noqa: F403
