create table advisers (
  adviser_id text primary key,
  client_id text not null,
  adviser_name text not null,
  email text,
  tax_id_sealed text,
  status text not null,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
