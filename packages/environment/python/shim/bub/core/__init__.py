"""The parts of Bub that tools import."""
