-- Who takes care of waiting work for an investor, and what investors were reminded of (W1 to W4 of docs/api/investor-work.md).

create table investor_tasks (
  client_id text not null,
  kind text not null,
  record text not null, -- The id of the waiting record, among those of its kind.
  owner text not null, -- The user who took it, or the client of a key that nobody is known to have made; '': nobody.
  taken_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  reminded_at bigint, -- Null: the investor was not reminded.
  reminders bigint not null,
  constraint investor_tasks_key primary key (client_id, kind, record)
);

-- The words of a client; those of the program where it has none.
create table reminder_templates (
  client_id text not null,
  kind text not null,
  subject text not null,
  text text not null,
  updated_at bigint not null,
  constraint reminder_templates_key primary key (client_id, kind)
);
