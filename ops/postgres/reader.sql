-- What openats_reader reads of the journal: who leads and how far each node is, and no command. Run it as the owner
-- after the first `npm run admin -- migrate`.
grant select on openats_journal.shards, openats_journal.nodes, openats_journal.claims to openats_reader;
