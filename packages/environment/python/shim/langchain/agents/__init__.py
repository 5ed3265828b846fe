"""Names that middleware imports from here."""

from langchain.agents.middleware.types import AgentState as AgentState
