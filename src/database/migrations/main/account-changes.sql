-- Which accounts were archived, restored or deleted last. Written by a trigger.
create table account_changes (
  account_id text primary key,
  version bigint not null -- Counted from 1 in the order of the changes.
);
create index account_changes_version on account_changes (version);
