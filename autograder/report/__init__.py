"""What an assignment's receipts say of a class: one page, with tables beside it."""
