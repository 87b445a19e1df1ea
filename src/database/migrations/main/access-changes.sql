-- Whose access changed last: a key, its client, a user or a session of the client. Written by triggers.
create table access_changes (
  client_id text primary key,
  version bigint not null -- Counted from 1 in the order of the changes.
);
create index access_changes_version on access_changes (version);
