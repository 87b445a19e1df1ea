-- Thresholds of surveillance that an operator set; those of the highest version are in force.
create table surveillance_thresholds (
  version bigint primary key, -- Counted from 1.
  thresholds text not null, -- JSON: those that differ from the settings, by name.
  reason text not null,
  client_id text not null, -- The operator.
  user_id text,
  set_at bigint not null -- Microseconds since 1970 UTC.
);
