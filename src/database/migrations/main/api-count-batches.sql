-- The last batch of calls that each run of a process has added to api_counts. A batch whose commit had no answer is sent
-- again, and added once.
create table api_count_batches (
  process text primary key, -- The run of the process.
  batch bigint not null, -- Counted from 1.
  written_at bigint not null -- Microseconds since 1970 UTC.
);
