"""The part of langchain that middleware classes use, for interpreters that do not have the package itself."""
