"""The book's figures: pure functions that return inline SVG with alt text."""
