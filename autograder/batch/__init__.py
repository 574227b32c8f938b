"""Many submissions on many processes: an executor in, receipts out."""
