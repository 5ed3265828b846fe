"""The part of langchain_core that middleware classes use, for interpreters that do not have the package itself."""
