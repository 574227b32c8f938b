"""What a student is told: which idea went wrong, and nothing of what a hidden check holds."""
