-- What a call of the audit log changed, and the id that its caller gave it.

-- The caller's own X-Request-Id; request_id is the venue's.
alter table audit_entries add column sent_request_id text;
-- Of each change the record, the field, and its value before and after: JSON.
alter table audit_entries add column changes text;
