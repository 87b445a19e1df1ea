-- An event outside of the books, as one of its recipients gets it.
create table notices_by_recipient (
  seq bigint not null,
  notice_id text not null, -- The id of its row of venue_notices.
  client_id text not null,
  security_id bigint not null,
  kind text not null,
  fields text not null, -- JSON.
  published_at bigint not null,
  primary key (seq, client_id)
);
insert into notices_by_recipient (seq, notice_id, client_id, security_id, kind, fields, published_at)
  select seq, notice_id, client_id, security_id, kind, fields, published_at from notices;
drop table notices;
alter table notices_by_recipient rename to notices;
create index notices_client on notices (client_id, seq);
create index notices_notice on notices (notice_id);
