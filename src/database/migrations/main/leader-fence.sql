-- Which process does the work of the leader (docs/operate/cluster.md, J31).
create table leader_fence (
  shard bigint primary key,
  epoch bigint not null, -- Of its leadership; 0 of a process without a cluster.
  holder text not null -- The run of the process.
);
