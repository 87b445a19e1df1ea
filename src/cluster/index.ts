/** A venue of several nodes, one of which owns it (docs/operate/cluster.md). */
export { adoptJournal } from './adopt-journal.ts';
export { checkDurability, JournalNotSafe } from './durability.ts';
export { DurableMark } from './durable-mark.ts';
export { exchangeNode } from './exchange-node.ts';
export { HostWatch } from './host-watch.ts';
export { LeaseCell } from './lease-cell.ts';
export { LeaseKeeper } from './lease-keeper.ts';
export { LeaseThread } from './lease-thread.ts';
export { type Ledger, type NodeStatus, PostgresLedger, type SeenNode, type ShardStatus } from './ledger.ts';
export { type Connect, DoubtfulCommit, type Line, NoPrimary, openLine } from './line.ts';
export { type ClusterNode, type Role, SEEN_MS_MAX } from './node.ts';
export { postgresConnect } from './postgres-connection.ts';
export { giveUpEarlier, type NodeFiles, recoverNode, type StartingJournal } from './recover-node.ts';
export { JournalTooNew, migrateJournal } from './schema.ts';
export { sharedEnd } from './shared-end.ts';
export { TROUBLES } from './troubles.ts';
