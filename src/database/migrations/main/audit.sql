-- Who changed what: the audit log.

-- A call of a method that changes something, and its outcome. It has neither values nor answers.
create table audit_entries (
  entry_id text primary key,
  occurred_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  client_id text not null, -- The caller.
  key_id text, -- Its key; null where no key called, as of an approved action.
  method text not null,
  ip text not null,
  request_id text not null,
  status_code bigint not null, -- Of the answer: 101 for a success.
  outcome text not null, -- Done, Waits (for a second operator) or Refused.
  fields text not null, -- The names of the fields that were sent: JSON.
  records text not null -- The ids of the records that the call names or made, by the name of the field: JSON.
);
create index audit_entries_time on audit_entries (occurred_at, entry_id);
create index audit_entries_client on audit_entries (client_id, occurred_at, entry_id);
create index audit_entries_method on audit_entries (method, occurred_at, entry_id);

-- The same records, for the search by one of them.
create table audit_records (
  record_id text not null,
  occurred_at bigint not null,
  entry_id text not null,
  constraint audit_records_key primary key (record_id, occurred_at, entry_id)
) without rowid;
create index audit_records_time on audit_records (occurred_at);
