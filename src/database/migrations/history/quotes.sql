-- Quotes on RFQ orders as their last event left them (V41). Prices are whole millionths of a dollar.
create table venue_quotes (
  quote_id bigint primary key,
  seq bigint not null, -- Of the last event of the quote.
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
  version bigint not null, -- Counted from 1.
  expires_at bigint, -- Microseconds since 1970 UTC, as every *_at. Null: with its order.
  status text not null,
  ended text, -- Why it ended without a match.
  reason text,
  match_id bigint, -- Of a quote that was accepted.
  created_at bigint not null,
  updated_at bigint
);
create index venue_quotes_by_order on venue_quotes (order_id, quote_id);
create index venue_quotes_by_client on venue_quotes (client_id, quote_id);
