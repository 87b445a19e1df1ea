-- What orders of the venue pay, as the ledger has it (docs/api/ledger.md, B10): the rows of fee_changes in the history.
create table fee_postings (
  seq bigint not null, -- Of the event of the venue.
  order_id bigint not null,
  match_id bigint not null,
  client_id text not null,
  cause text not null, -- match, bust or adjust.
  fee bigint not null, -- Millionths of a dollar; below 0: it went back.
  created_at bigint not null, -- Of the event; microseconds since 1970 UTC.
  updated_at bigint,
  primary key (seq, order_id)
);
