-- What the operator watches, over time.

-- A metric with its labels.
create table metric_series (
  series_id integer primary key /* counted */,
  name text not null,
  labels text not null, -- JSON, its keys sorted.
  constraint metric_series_once unique (name, labels)
);

-- The metrics at one time.
create table metric_samples (
  taken_at integer primary key, -- Microseconds since 1970 UTC.
  figures text not null -- JSON: the value by series_id.
);
