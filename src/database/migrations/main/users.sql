-- The people who work in the console, how they sign in, and their sessions; who made a key or a change.

-- A user: a named person of one client, or of the operator (P1).
create table users (
  user_id text primary key, -- U and eight digits.
  client_id text not null references clients (client_id),
  name text not null,
  email_sealed text not null, -- Encrypted at rest.
  email_hash text not null unique, -- SHA-256 of the address in lower case, hexadecimal.
  roles text not null, -- A JSON array of names of roles.
  active bigint not null, -- 1 or 0: an inactive user cannot sign in and has no session.
  created_at bigint not null, -- Microseconds since 1970 UTC, as every *_at.
  created_by text not null, -- The id of the user or of the key that made it.
  last_seen_at bigint
);
create index users_client on users (client_id, created_at);

-- The account of a user at a provider of OpenID Connect.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users (user_id),
  created_at bigint not null,
  constraint user_identities_key primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);

-- A passkey of a user.
create table user_passkeys (
  credential_id text primary key, -- base64url.
  user_id text not null references users (user_id),
  public_key text not null, -- base64url.
  counter bigint not null, -- Of signatures; 0 where the device counts none.
  transports text not null, -- A JSON array of names.
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index user_passkeys_user on user_passkeys (user_id);

-- A link that works once.
create table user_links (
  token_hash text primary key, -- SHA-256 of the token of the link, hexadecimal; the token itself is not stored.
  user_id text references users (user_id), -- null: of the sandbox, for any of its users.
  purpose text not null, -- invite, recover, sandbox, or logout: a token of a provider that was received.
  created_by text not null, -- The id of the user or of the key that made it, or the name of the program.
  expires_at bigint not null,
  used_at bigint
);
create index user_links_user on user_links (user_id);
create index user_links_time on user_links (expires_at);

-- A session of a user, from the sign-in to its end.
create table user_sessions (
  session_id text primary key, -- Shown in lists; nobody signs in with it.
  token_hash text not null unique, -- SHA-256 of the 32 random bytes of the cookie, hexadecimal.
  user_id text not null references users (user_id),
  how text not null, -- oidc and the name of the provider, passkey, or link.
  provider_issuer text, -- Of a session by OpenID Connect: where the user signed in, as whom, in which session there.
  provider_subject text,
  provider_sid text,
  id_token_sealed text, -- Encrypted at rest: the provider's sign-out asks for it.
  ip text not null,
  user_agent text not null,
  created_at bigint not null,
  authenticated_at bigint not null, -- The last time at which the user proved who it is.
  last_used_at bigint not null,
  expires_at bigint not null, -- However much it is used.
  ended_at bigint
);
create index user_sessions_user on user_sessions (user_id, created_at);
create index user_sessions_provider on user_sessions (provider_issuer, provider_subject);
create index user_sessions_sid on user_sessions (provider_issuer, provider_sid);
create index user_sessions_time on user_sessions (expires_at);

-- made_by: the user who made the key, null where a key or a program did. expires_at: null where it does not end by itself.
alter table api_keys add column name text;
alter table api_keys add column made_by text;
alter table api_keys add column expires_at bigint;
alter table api_keys add column last_used_at bigint;

-- The user who called, asked or decided; null where a key did. The session is null of an approved action too. The key
-- of an action is that which asked.
alter table audit_entries add column user_id text;
alter table audit_entries add column session_id text;
alter table pending_actions add column user_id text;
alter table pending_actions add column key_id text;
alter table pending_actions add column decided_by_user text;

-- The user of the operator; null where a key, or the venue itself, did it.
alter table alert_actions add column user_id text;
