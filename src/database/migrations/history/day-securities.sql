-- The reference data of a security at the end of a trading day (V66); securities without any are left out.
create table day_securities (
  date text not null,
  security_id bigint not null,
  issuer_id bigint not null,
  name text not null,
  reference text not null, -- JSON: the version, its time and the document, as the venue has them.
  constraint day_securities_key primary key (date, security_id)
);
