-- For differences: refunds that should have settled, and those of a batch (A27 of docs/api/payments.md).

create index refunds_sent on refunds (status, updated_at, refund_id) where status = 'Submitted';
create index refunds_by_batch on refunds (batch_day) where batch_day is not null;
