-- Clients, their keys, what they called and what they are billed for; the database itself.
--
-- In all files: every row belongs to a client; a row with deleted_at set is virtually deleted. Amounts and counts of
-- shares are decimal text with exactly six decimals, exact on both databases. Texts are kept as they were sent, dates
-- are text. Times (*_at) are whole microseconds since 1970 UTC; flags are 1 or 0; *_sealed columns are encrypted.

-- One row; the journal has the same id.
create table venue_binding (
  database_id text primary key, -- Random, generated once.
  confirmed bigint not null -- 1 once the id is durable in the journal; else 0.
);

-- An encryption key that values of this database may use.
create table sealing_keys (
  key_id text primary key, -- The id in the sealed values, which does not reveal the key.
  created_at bigint not null
);

-- The next id of each kind of record; one row a kind.
create table id_sequences (
  kind text primary key,
  next_id bigint not null
);

-- The number of records of a kind that a client has, so that lists need not count them. Triggers write it
-- (counted-records.ts); a count is the sum over all slots, of which some may be below zero.
create table record_counts (
  kind text not null, -- Name of the table.
  client_id text not null,
  hidden bigint not null, -- 1: only shown in lists with deleted=true.
  slot bigint not null, -- Concurrent transactions write different slots, so that they do not wait for each other.
  records bigint not null,
  constraint record_counts_key primary key (kind, client_id, hidden, slot)
);

-- A client of the operator, or of another client.
create table clients (
  client_id text primary key, -- C and eight digits.
  parent_id text not null references clients (client_id), -- The parent client; its own id when it is a parent.
  name text not null,
  active bigint not null, -- 1 or 0: the keys of an inactive client are not accepted.
  created_at bigint not null
);

-- An inactive client whose orders, and those of the clients below it, are stopped (V56).
create table stopped_clients (
  client_id text primary key
);

-- A key and what it may do.
create table api_keys (
  key_id text primary key,
  client_id text not null references clients (client_id),
  key_hash text not null unique, -- SHA-256 of the key, hexadecimal; the key itself is not stored.
  master bigint not null, -- 1 or 0.
  scopes text not null, -- * for all, including those of later releases; else a JSON array of names.
  denied_methods text not null, -- A JSON array of names.
  field_permissions text not null, -- As scopes.
  created_at bigint not null,
  revoked_at bigint
);
create index api_keys_client on api_keys (client_id, created_at);

-- The calls of a client in one month.
create table api_counts (
  client_id text not null,
  month text not null, -- YYYY-MM, UTC.
  calls bigint not null,
  constraint api_counts_key primary key (client_id, month)
);

-- The billed calls of a client of one method in one month.
create table billed_calls (
  client_id text not null,
  month text not null, -- YYYY-MM, UTC.
  method text not null,
  calls bigint not null,
  constraint billed_calls_key primary key (client_id, month, method)
);

-- A stored response for retries with the same Idempotency-Key.
create table idempotency_keys (
  client_id text not null,
  idempotency_key text not null,
  body_hash text not null, -- SHA-256 of the method and its values.
  -- JSON, encrypted because it has personal data. Empty while the call is under way in its transaction.
  answer_sealed text not null,
  created_at bigint not null,
  constraint idempotency_keys_key primary key (client_id, idempotency_key)
);
create index idempotency_keys_oldest on idempotency_keys (client_id, created_at);
create index idempotency_keys_time on idempotency_keys (created_at);

-- A call of an operator's method, and its outcome (C81).
create table pending_actions (
  action_id text primary key,
  client_id text not null, -- The operator who asked.
  method text not null,
  values_sealed text not null, -- The values of the call, encrypted at rest.
  ip text not null, -- The caller's address.
  status text not null,
  reason text, -- Why it was rejected.
  created_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  expires_at bigint not null,
  decided_by text,
  decided_at bigint,
  answer_sealed text -- The response of the method, encrypted at rest; null before.
);
create index pending_actions_status on pending_actions (status, created_at);
