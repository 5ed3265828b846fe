"""The same as langchain_core.messages."""

from langchain_core.messages import *  # noqa: F403
