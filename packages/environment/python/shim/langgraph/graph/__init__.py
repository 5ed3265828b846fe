"""Names that middleware imports from here."""
