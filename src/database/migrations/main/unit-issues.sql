-- What is to happen to the units of settled trades in the register of the venue (F12): written with the change of the
-- trade, submitted to the venue once that is durable, in order for each trade.
create table unit_issues (
  trade_id bigint not null,
  revision bigint not null, -- Of the trade, from 1.
  kind text not null, -- issue, or takeBack.
  offering_id bigint not null,
  client_id text not null,
  account_id text not null,
  units text not null, -- Six decimals.
  cost text not null, -- Dollars for all of them, six decimals.
  created_at bigint not null, -- Microseconds since 1970 UTC.
  asked text, -- Of takeBack: who cancels the trade, and why; JSON.
  outcome text, -- done, or refused; null while it is to be submitted, or its outcome to be written.
  primary key (trade_id, revision)
);
create index unit_issues_open on unit_issues (trade_id, revision) where outcome is null;
create index unit_issues_offering on unit_issues (offering_id) where outcome is null;
