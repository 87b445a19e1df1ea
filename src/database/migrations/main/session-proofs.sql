-- How the user of a session proved who it is: methods (a JSON array of names) and class, as its provider names them.
-- authenticated_at is 0 where the provider does not say when.
alter table user_sessions add column amr text;
alter table user_sessions add column acr text;
