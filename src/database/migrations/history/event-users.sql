-- The user whose call caused an event (O14); events of calls with API keys, of the venue and of matches have no row.
create table event_users (
  seq integer primary key, -- Of the event.
  user_id text not null,
  client_id text not null -- Whose user.
);
