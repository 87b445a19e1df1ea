-- Alerts of surveillance.

-- One row: how far the order history was looked through.
create table surveillance_position (
  position_id integer primary key, -- 1.
  seq bigint not null, -- Of the last event, and the last match up to it.
  last_match bigint not null,
  date text not null -- The last trading day whose holdings were looked at; empty before the first.
);

create table alerts (
  alert_id text primary key,
  alert_key text not null unique, -- What belongs to one alert: rule, security, day and who.
  rule text not null,
  security_id bigint not null,
  client_id text not null, -- Who did it.
  account_id text,
  other_client_id text, -- The other side, where there is one.
  other_account_id text,
  status text not null, -- Open or Closed.
  assigned_to text,
  occurrences bigint not null,
  first_at bigint not null, -- Microseconds since 1970 UTC, as every *_at: when it happened first and last.
  last_at bigint not null,
  figures text not null, -- JSON: what was measured last, and the threshold.
  evidence text not null, -- JSON: orders and matches, oldest first.
  created_at bigint not null,
  updated_at bigint not null
);
create index alerts_time on alerts (created_at, alert_id);
create index alerts_status on alerts (status, created_at, alert_id);

-- What was done about an alert.
create table alert_actions (
  action_id integer primary key /* counted */,
  alert_id text not null references alerts (alert_id),
  action text not null, -- Raised, Assigned, Commented, Closed or Reopened.
  client_id text, -- The operator; null: the venue itself.
  text text, -- The comment, the reason, or to whom it was assigned.
  acted_at bigint not null
);
create index alert_actions_alert on alert_actions (alert_id, action_id);
