-- Registrations of webhooks, webhooks to deliver, and the log of deliveries.

-- A registration.
create table webhooks (
  webhook_id text primary key,
  client_id text not null references clients (client_id),
  method text not null,
  url text not null,
  created_at bigint not null,
  secret_sealed text, -- Encrypted at rest; null: deliveries are not signed.
  old_secret_sealed text, -- The previous secret, which also signs until the time, in microseconds.
  old_secret_until bigint,
  retries bigint not null default 0, -- 1 or 0: a failed delivery is retried.
  ordered bigint not null default 0, -- 1 or 0: later deliveries about a record wait for one that is being retried.
  -- 1: the platform's form of a webhook that the venue sends too, with identifying headers; 0: the usual one.
  platform bigint not null default 0
);
create unique index webhooks_target on webhooks (client_id, method, url, platform);

-- A token that is sent with the webhooks of a parent client and its clients.
create table webhook_tokens (
  token_id text primary key,
  parent_id text not null references clients (client_id),
  token_sealed text not null, -- Encrypted at rest and not hashed, because it is sent with webhooks.
  masked text not null, -- The form in lists: the first characters, then stars.
  created_at bigint not null,
  retired_at bigint
);
create index webhook_tokens_parent on webhook_tokens (parent_id, created_at);

-- The key that a client set for its webhooks.
create table webhook_encryption_keys (
  client_id text primary key references clients (client_id),
  key_sealed text not null, -- Encrypted at rest.
  created_at bigint not null
);

-- One attempt to deliver a webhook.
create table webhook_deliveries (
  delivery_seq integer primary key /* counted */, -- Ascending in the order of recording.
  delivery_id text not null,
  webhook_id text not null,
  client_id text not null,
  method text not null,
  url text not null,
  outcome text not null,
  http_status bigint, -- HTTP status of the receiver's response; null without a response.
  detail text,
  duration_ms bigint not null,
  fired_at bigint not null,
  attempt bigint not null default 1, -- The number of the attempt.
  retry_at bigint -- The time of the next attempt, in microseconds; null after the last one.
);
create index webhook_deliveries_client on webhook_deliveries (client_id, delivery_seq);

-- A webhook for one registration; removed once its delivery has ended and is in the log.
create table webhook_outbox (
  outbox_seq integer primary key /* counted */, -- Ascending in the order of writing.
  delivery_id text not null unique, -- Random; the receiver gets it, the same for each attempt.
  client_id text not null,
  method text not null, -- The name of the registration.
  webhook_id text not null,
  url text not null, -- The registered URL at the time of the change.
  receiver text not null, -- Scheme, host and port of the URL: deliveries to one receiver share a queue.
  form_sealed text not null, -- The form-encoded body, encrypted because it has personal data.
  about text not null, -- Its records, separated by commas: orders by their ids, others by kind and id; may be empty.
  identified bigint not null, -- 1: with the identifying headers; 0: the venue sends it.
  fired_at bigint not null, -- Microseconds.
  -- 1: the registration had retries, or order by record, at the time of the change.
  retries bigint not null default 0,
  ordered bigint not null default 0,
  attempts bigint not null default 0, -- Attempts that were made.
  due_at bigint not null default 0 -- Not sent before this time, in microseconds; 0: at once.
);
create index webhook_outbox_receiver on webhook_outbox (client_id, receiver, outbox_seq, due_at);

-- A webhook whose delivery has ended, kept for three days so that its client can have it delivered again.
create table kept_webhooks (
  kept_seq integer primary key /* counted */, -- Ascending in the order in which deliveries ended.
  delivery_id text not null unique, -- Random; the receiver gets it, the same for each attempt.
  client_id text not null,
  method text not null, -- The name of the registration.
  webhook_id text not null,
  form_sealed text not null, -- The form-encoded body, encrypted because it has personal data.
  about text not null, -- Its records, separated by commas: orders by their ids, others by kind and id; may be empty.
  identified bigint not null, -- 1: with the identifying headers; 0: the venue sends it.
  fired_at bigint not null, -- Microseconds.
  delivered bigint not null -- 1 or 0.
);
create index kept_webhooks_client on kept_webhooks (client_id, webhook_id, kept_seq);
create index kept_webhooks_fired on kept_webhooks (fired_at);

-- The last event of the venue whose webhooks are in the outbox.
create table venue_webhook_positions (
  shard bigint primary key,
  event_seq bigint not null
);
