-- What changed the register of a security apart from matches (F17): one row for each holder of a change.
create table register_entry_changes (
  seq bigint not null, -- Of the event.
  part bigint not null, -- Among the changes of one event.
  security_id bigint not null,
  entry bigint not null, -- The number of the change in the security.
  client_id text not null,
  account_id text not null, -- Empty for the client itself.
  kind text not null,
  match_id bigint,
  trade_id bigint,
  changed bigint, -- The number of the entry that it changes or removes.
  -- Shares of the entry, below 0 where they were sold, and millionths of a share more; of a report all of the holder.
  quantity_before bigint not null,
  rest_before bigint not null,
  quantity_after bigint not null,
  rest_after bigint not null,
  price_before bigint, -- Of a match; price_after is null where it is void.
  price_after bigint,
  cost_before text, -- Of other changes, in millionths of a dollar; null: not known.
  cost_after text,
  by_client text, -- Who made it; null: the operator, or the venue itself.
  by_operator bigint not null, -- 1 or 0.
  reason text,
  report_id text, -- Of a report of holders.
  changed_at bigint not null, -- Microseconds since 1970 UTC.
  primary key (seq, part)
);
create index register_entry_changes_security on register_entry_changes (security_id, seq, part);
create index register_entry_changes_client on register_entry_changes (security_id, client_id, seq, part);
create index register_entry_changes_holder on register_entry_changes (security_id, client_id, account_id, seq, part);
