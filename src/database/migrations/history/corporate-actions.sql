-- Of a change by a corporate action (R3): which one of the security, and of the shares before it those of matches whose
-- settlement was not reported.
alter table register_entry_changes add column action_id bigint;
alter table register_entry_changes add column pending bigint;
create index register_entry_changes_action on register_entry_changes (security_id, action_id, seq, part)
where action_id is not null;
create index register_entry_changes_effect on register_entry_changes (client_id, changed_at, seq, part)
where action_id is not null;
