"""Classes that stand around the calls of an agent's model and tools."""

from .pii import PIIDetectionError as PIIDetectionError
from .pii import PIIMiddleware as PIIMiddleware
from .types import AgentMiddleware as AgentMiddleware
from .types import AgentState as AgentState
from .types import ExtendedModelResponse as ExtendedModelResponse
from .types import ModelCallResult as ModelCallResult
from .types import ModelRequest as ModelRequest
from .types import ModelResponse as ModelResponse
from .types import Runtime as Runtime
from .types import ToolCallRequest as ToolCallRequest
from .types import hook_config as hook_config
