"""What tools in Python import."""
