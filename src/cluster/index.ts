/** A venue of several nodes, one of which owns it (docs/cluster.md). */
export { adoptJournal } from './adopt-journal.ts';
export { CopiedGroups } from './copied-groups.ts';
export { checkDurability, JournalNotSafe } from './durability.ts';
export { type Ledger, type NodeStatus, PostgresLedger, type SeenNode, type ShardStatus } from './ledger.ts';
export { DoubtfulCommit, type Line, NoPrimary, openLine } from './line.ts';
export { ClusterNode, type Role, SEEN_MS_MAX, sourceBehind } from './node.ts';
export { Deposed, MARGIN_MS, Ownership } from './ownership.ts';
export { ForkedJournal, PostgresGroupSource } from './postgres-group-source.ts';
export { PostgresJournal } from './postgres-journal.ts';
export { JournalTooNew, migrateJournal } from './schema.ts';
