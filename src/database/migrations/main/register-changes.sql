-- Reports of holders by the owner of a security or by the operator (F11); matches are not among them.
create table register_changes (
  change_id text primary key,
  security_id bigint not null,
  changed_at bigint not null, -- Microseconds since 1970 UTC.
  client_id text not null, -- Who reported, as user_id.
  user_id text, -- null where a key did.
  by_operator bigint not null, -- 1 or 0.
  holders bigint not null, -- That the report names.
  shares bigint not null, -- That the report gives them together.
  holder_client text, -- Of a report of one holder.
  holder_account text,
  reason text
);
create index register_changes_security on register_changes (security_id, changed_at, change_id);
