-- SQLite only: tokens in runs (src/history/token-runs.ts).

-- A run of order_tokens.
create table order_token_runs (
  run integer primary key
);

-- A token of an order, by its hash (src/history/token-runs.ts).
create table order_tokens (
  run integer not null,
  token_key integer not null,
  order_id integer not null,
  primary key (run, token_key, order_id)
) without rowid;
