"""One run over an assignment: the batch below, the receipts and the gradebook beside it."""
