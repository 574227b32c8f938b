"""The single writer: receipts are kept, and become the gradebook's automatic columns.

`Recorder` is in `gradebook`, `backup` in `backups`, `rebuild` in `rebuild`: these import
SQLAlchemy, which not every command needs. So nothing is imported here.
"""
