-- What each side of a match paid (X4), in millionths of a dollar. Null: no schedule named its order.
alter table matches add column buy_fee bigint;
alter table matches add column sell_fee bigint;

-- What matches, and their busts and corrections, changed of the fees of orders (X6): one row for each order.
create table fee_changes (
  seq bigint not null, -- Of the event.
  order_id bigint not null,
  match_id bigint not null,
  client_id text not null,
  account_id text, -- Null: the client itself.
  security_id bigint not null,
  cause text not null, -- match, bust or adjust.
  role text not null, -- initiator, contra, auction or block.
  fee bigint not null, -- Millionths of a dollar; below 0: it went back.
  fees text not null, -- All that the order paid since, and by what: JSON.
  changed_at bigint not null, -- Microseconds since 1970 UTC.
  primary key (seq, order_id)
);
create index fee_changes_order on fee_changes (order_id, seq);
create index fee_changes_match on fee_changes (match_id, seq);
create index fee_changes_client on fee_changes (client_id, changed_at, seq, order_id);
create index fee_changes_time on fee_changes (changed_at, seq, order_id);

-- What the orders of a client paid in a month, by security and role: the sums of an invoice (X8).
create table fee_sums (
  client_id text not null,
  month text not null, -- YYYY-MM, US Eastern.
  security_id bigint not null,
  role text not null,
  fee bigint not null, -- Millionths of a dollar.
  changes bigint not null, -- Rows of fee_changes.
  primary key (client_id, month, security_id, role)
);
create index fee_sums_month on fee_sums (month, client_id, security_id, role);
