"""Long texts a model reads instead of a result. How each begins is part of the contract; the advice is ours."""


def class_not_found(class_name: str, tool_path: str, agent: str, network: str, modules: list[str]) -> str:
    """For a class that none of the modules holds."""
    module, _, name = class_name.rpartition(".")
    tried = "".join(f"  - {entry}\n" for entry in modules) or "  (none: the class is written without a module)\n"
    return (
        f'\nCould not find class "{name}"\nin module "{module}"\nunder AGENT_TOOL_PATH "{tool_path}"\n'
        f'for the agent called "{agent}"\nin the agent network "{network}".\n\n'
        f"Python modules that were tried, in this order:\n{tried}\n"
        "Compare the class written in the network with the name of the file and of the class in it, and see whether "
        "the file imports without an error.\n"
    )


def wants_arguments(cls: type) -> str:
    """For a class whose constructor cannot be called without arguments."""
    return (
        f"\nCoded tool class {cls} must take no arguments to its constructor.\n"
        "A coded tool is built anew for every call, by the host, with nothing to hand over. Leave the constructor out. "
        'Fixed settings belong into the "args" of the entry in the network and arrive in the arguments of each call; '
        "objects that several calls of one run share belong into sly_data.\n"
    )


def class_of_middleware_not_found(class_name: str, place: str, problems: list[str]) -> str:
    """For a class of middleware that is not there, or is none."""
    if "." not in class_name:
        why = f"Value from {place} '{class_name}' must be of the form <package_name>.<module_name>.<ClassName>"
    else:
        why = "; ".join(problems) or f"No module for it was found ({place})"
    return (
        f"\nProblems loading class {class_name}: {why}\n\n"
        "Middleware is imported by its full name from PYTHONPATH, and extends "
        "langchain.agents.middleware.AgentMiddleware.\n"
    )


def middleware_not_made(class_name: str, why: str) -> str:
    """For a constructor that does not take the arguments of the network. Word for word what clients know."""
    return (
        f"\nProblems creating AgentMiddleware instance of {class_name}: {why}\n\nCheck these things:\n"
        "1. Is the class findable from what is set in your PYTHONPATH?\n2. Are the args correct?\n"
    )
