-- The Idempotency-Key that a refund was asked for with: the same one never sends money back twice.
ALTER TABLE charge_refund ADD COLUMN request_key TEXT;
CREATE UNIQUE INDEX charge_refund_request ON charge_refund (request_key) WHERE request_key IS NOT NULL;
