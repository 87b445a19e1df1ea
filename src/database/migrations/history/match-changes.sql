-- For the matches whose settlement was not reported when a corporate action had effect (R4).
create index register_entry_changes_match on register_entry_changes (match_id, seq) where match_id is not null;
