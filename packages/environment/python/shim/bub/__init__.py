"""Tools that were written for Bub find here what they import."""
