-- A replacement gave an order another token (H10). Orders that keep their token, the usual case, have no row.
create table order_renames (
  seq integer primary key, -- Of the event.
  order_id bigint not null,
  client_id text not null,
  token text not null, -- From this event on.
  previous_token text -- Null: the order had none.
);
create index order_renames_order on order_renames (order_id, seq);
create index order_renames_token on order_renames (client_id, token, order_id);
