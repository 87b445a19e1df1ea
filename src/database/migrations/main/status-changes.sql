-- Changes of the statuses of parties, entities, accounts, custody accounts and disbursements; written by triggers only.
create table status_changes (
  record_id text not null,
  position bigint not null, -- From 1, counted for each record.
  client_id text not null,
  name text not null, -- Of the status, as the API has it.
  status_before text,
  status_after text,
  changed_at bigint not null,
  constraint status_changes_pk primary key (record_id, position)
);
