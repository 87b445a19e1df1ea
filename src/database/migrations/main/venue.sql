-- What the venue's methods store beside the journal.

-- A client's offer to trade with an RFQ order. Prices are whole millionths of a dollar, quantities whole shares.
create table quotes (
  quote_id integer primary key,
  client_id text not null, -- The client that quotes.
  order_id bigint not null,
  order_client_id text not null, -- The client of the order.
  security_id bigint not null,
  side text not null, -- The side of the quote, opposite to that of the order.
  member_id text not null,
  account_id text,
  price bigint not null,
  quantity bigint not null,
  token text,
  ip text not null,
  status text not null,
  filled bigint, -- The filled quantity of the order when its client accepted the quote; null before.
  match_id bigint, -- The id of its match.
  reason text,
  created_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  updated_at bigint,
  deleted_at bigint
);
create index quotes_by_order on quotes (order_id, quote_id);
create index quotes_by_status on quotes (status, order_id);

-- The settlement of a match; a match without a row is PENDING.
create table settlements (
  match_id integer primary key,
  security_id bigint not null,
  status text not null, -- PENDING, SETTLED or CANCELED: the venue knows the busted ones.
  reported_by text not null, -- The client that reported it last.
  reason text, -- Unused.
  updated_at bigint not null -- Microseconds since 1970 UTC.
);
create index settlements_busted on settlements (match_id) where status = 'BUSTED';

-- A notice that is not yet in the venue's journal: written with the change, removed once it is journaled.
create table venue_notices (
  notice_seq integer primary key /* counted */, -- Ascending in the order of writing, among the present rows.
  notice_id text not null, -- Random.
  security_id bigint not null,
  kind text not null,
  notes text not null -- The recipients and their fields: JSON.
);

-- A stored report.
create table day_reports (
  date text primary key, -- YYYY-MM-DD, US Eastern.
  manifest text not null, -- A ReportManifest, the same as the file.
  made_at bigint not null -- Microseconds since 1970 UTC.
);

-- The first id of each kind of record.
insert into id_sequences (kind, next_id) values
  ('quote', 100001);
