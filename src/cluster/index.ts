/** A venue of several nodes, one of which leads it (docs/operate/cluster.md). */
export { adoptJournal } from './adopt-journal.ts';
export { archivedBefore } from './archives.ts';
export {
  type Connect,
  type Connection,
  DoubtfulCommit,
  JournalUnavailable,
  NoPrimary,
  openConnection,
} from './connection.ts';
export { type DeletionOptions, deleteGroups } from './delete-groups.ts';
export { checkDurability, JournalNotSafe } from './durability.ts';
export { DurableMark } from './durable-mark.ts';
export { exchangeNode } from './exchange-node.ts';
export { HostWatch } from './host-watch.ts';
export { LeaseCell } from './lease-cell.ts';
export { LeaseKeeper } from './lease-keeper.ts';
export { LeaseThread } from './lease-thread.ts';
export type { Ledger } from './ledger.ts';
export { CommandServer, LeaderLink, linkKeys, PassedOnCommands } from './link/index.ts';
export type { ClusterNode } from './node.ts';
export { postgresConnect, UNFINISHED_MAX } from './postgres-connection.ts';
export { PostgresLedger } from './postgres-ledger.ts';
export { announceStart, recoverNode, type StartingJournal } from './recover-node.ts';
export { askHandover, type HandoverDeps, handoverOver, readCluster } from './report.ts';
export { migrateJournal } from './schema.ts';
export { sharedEnd } from './shared-end.ts';
export { SharedRun } from './shared-run.ts';
export { TROUBLES, VenueClosed } from './troubles.ts';
