-- Who changed what: the audit log.

-- A call of a method that changes something, and its outcome. It has neither values nor answers. The rows are in the
-- order of time and have no further index: every change writes one, and few are ever read.
create table audit_entries (
  entry_id text not null,
  occurred_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  client_id text not null, -- The caller.
  key_id text, -- Its key; null where no key called, as of an approved action.
  method text not null,
  ip text not null,
  request_id text not null,
  status_code bigint not null, -- Of the answer: 101 for a success.
  outcome text not null, -- Done, Waits (for a second operator) or Refused.
  fields text not null, -- The names of the fields that were sent: JSON.
  records text not null, -- The ids of the records that the call names or made, by the name of the field: JSON.
  constraint audit_entries_key primary key (occurred_at, entry_id)
) without rowid;
