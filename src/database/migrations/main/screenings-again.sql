-- Approved parties and entities are screened again: all of them after a watch list changed, one after its own change.

-- A run over all of them. At most one is open.
create table screening_runs (
  run_id integer primary key /* counted */, -- Ascending in the order of the starts.
  rules text not null, -- The digest of the lists, and the score from which a name counts.
  position text not null, -- The last id that was screened: entities (E), then parties (P).
  screened bigint not null, -- Approved parties and entities so far.
  hits bigint not null, -- Those with a match that their last check did not have.
  started_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  ended_at bigint -- null while it is open; also set when the lists changed before its end.
);

-- A party or entity that is to be screened by itself: it changed, or its screening failed.
create table screenings_due (
  party_id text primary key,
  client_id text not null,
  cause text not null, -- List changed or Investor changed.
  asked_at bigint not null, -- Another one after a further change.
  attempts bigint not null, -- Those that failed.
  due_at bigint not null
);
create index screenings_due_by_time on screenings_due (due_at, party_id);

-- Why the program put it into the queue: List changed or Investor changed; null: somebody asked for it.
alter table kyc_reviews add column cause text;
