-- The user who answers for a key since the one who made it has left; null: who made it.
alter table api_keys add column handed_to text;
