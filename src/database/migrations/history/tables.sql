-- The venue's history: a projection of its events. Prices are millionths of a dollar, quantities whole shares.
--
-- What was written is never changed: every event adds rows at the end of a table. On a long history a row that is
-- updated, or an index entry with a random key, costs its own page, which is written twice. So
--
-- - an order is written once, as it was entered (order_entry_rows);
-- - a fill has no row: its match says what remains of both orders;
-- - every other change of an order is a row of order_updates;
-- - tokens, which may be random, are found through runs on SQLite (order_tokens) and through an index on PostgreSQL;
-- - orders in their present state, their changes and the lists are views (views.ts).
--
-- The lists of a client are read by indexes that begin with the client and continue in the order of events.

-- One row, written with the first events.
create table history_position (
  shard integer primary key, -- The shard of the events.
  seq bigint not null -- Sequence number of the last event that the tables hold.
);

-- An order at its entry, without fills. Its choices are together in one number; the view order_entries shows them.
create table order_entry_rows (
  order_id integer primary key,
  seq bigint not null, -- The sequence number of the event of the entry.
  client_id text not null,
  security_id bigint not null,
  issuer_id bigint not null,
  member_id text not null,
  account_id text,
  token text,
  expiration_date text,
  ip text not null,
  created_at bigint not null,
  price bigint not null,
  quantity bigint not null,
  minimum bigint not null,
  kind bigint not null, -- The choices of the order (queries/order-kinds.ts).
  optional text -- Its optional terms as JSON (optional-terms.ts); null without any.
);
create index order_entries_client on order_entry_rows (client_id, seq);
create index order_entries_security on order_entry_rows (client_id, security_id, seq);
create index order_entries_account on order_entry_rows (client_id, account_id, seq);

-- A change of an order that is neither its entry nor a fill, with its terms after the change.
create table order_updates (
  seq integer primary key,
  order_id bigint not null,
  change text not null,
  status text not null,
  remaining bigint not null,
  quantity bigint not null,
  price bigint not null,
  contingency text not null,
  minimum bigint not null,
  reason text,
  executed text, -- As buy_executed of matches; null where nothing was executed.
  changed_at bigint not null,
  client_id text not null
);
create index order_updates_order on order_updates (order_id, seq);
create index order_updates_client on order_updates (client_id, seq);

-- A match of two orders.
create table matches (
  match_id integer primary key,
  seq bigint not null,
  security_id bigint not null,
  matched_at bigint not null,
  price bigint not null,
  quantity bigint not null,
  buy_order_id bigint not null,
  sell_order_id bigint not null,
  buy_client_id text not null,
  sell_client_id text not null,
  hub_order_id bigint not null,
  -- What remained of the two orders after the fills, which are the events seq + 1 (of the initiator) and seq + 2 (of
  -- the contra).
  buy_remaining bigint not null,
  sell_remaining bigint not null,
  -- Price times shares of all fills of the order up to this one, in millionths of a dollar: digits, of any length.
  buy_executed text not null,
  sell_executed text not null,
  block integer -- 1: a negotiated block.
);
create index matches_buy on matches (buy_order_id, match_id);
create index matches_sell on matches (sell_order_id, match_id);
create index matches_buyer on matches (buy_client_id, seq);
create index matches_seller on matches (sell_client_id, seq);
create index matches_buyer_security on matches (buy_client_id, security_id, seq);
create index matches_seller_security on matches (sell_client_id, security_id, seq);
create index matches_security on matches (security_id, match_id);

-- A market opened, closed or halted.
create table market_events (
  seq integer primary key,
  security_id bigint not null,
  market text not null,
  reason text,
  occurred_at bigint not null,
  cause text -- Null in rows that were written before it was.
);
create index market_events_security on market_events (security_id, seq);

-- An event outside of the books, as one client gets it.
create table notices (
  seq integer primary key,
  notice_id text not null, -- The id of its row of venue_notices.
  client_id text not null,
  security_id bigint not null,
  kind text not null,
  fields text not null, -- JSON.
  published_at bigint not null
);
create index notices_client on notices (client_id, seq);
create index notices_notice on notices (notice_id);

-- An order that has not ended, by its status.
create table live_orders (
  client_id text not null,
  status text not null,
  order_id bigint not null,
  primary key (client_id, status, order_id)
) without rowid;

-- An order that has ended, by its last status.
create table ended_orders (
  client_id text not null,
  status text not null,
  order_id bigint not null,
  primary key (client_id, status, order_id)
) without rowid;

-- How many orders and trades a client has in a security, and how many of its orders ended in each status.
create table history_counts (
  client_id text not null,
  kind text not null, -- order, trade (a side of a match), or the status in which orders ended.
  security_id bigint not null,
  records bigint not null,
  primary key (client_id, kind, security_id)
) without rowid;

-- Where a trading day ended (docs/venue/end-of-day.md).
create table day_ends (
  date text primary key, -- YYYY-MM-DD, US Eastern.
  is_over bigint not null, -- 0 while markets may still trade on this date.
  has_positions bigint not null, -- Whether day_positions has what was bought and sold on it.
  command bigint not null, -- Sequence of the command that ended it.
  -- Sequence of the last command of the group that this one was journaled in, and the group's SHA-256 in hex.
  group_end bigint not null,
  chain_hash text not null,
  event_seq bigint not null, -- The last event, order and match up to then.
  order_id bigint not null,
  match_id bigint not null,
  ended_at bigint not null
);

-- Shares that an account bought and sold in a security on one trading day, where it traded.
-- Sorted by bytes, so that the same rows come in the same order on both databases.
create table day_positions (
  client_id text collate binary not null,
  account_id text collate binary not null, -- Empty for orders without an account.
  security_id bigint not null,
  date text not null,
  bought bigint not null,
  sold bigint not null,
  constraint day_positions_key primary key (client_id, account_id, security_id, date)
);
create index day_positions_date on day_positions (date);

-- The position of an account in a security at the end of a trading day, by the venue's positions (V52).
-- Sorted by bytes, so that the same rows come in the same order on both databases.
create table day_holdings (
  date text not null,
  client_id text collate binary not null,
  account_id text collate binary not null, -- Empty for the client itself.
  security_id bigint not null,
  quantity bigint not null,
  cost text, -- What the shares cost, in millionths of a dollar; null: not known.
  constraint day_holdings_key primary key (date, client_id, account_id, security_id)
);
