/** The databases as the work of the leader writes them, and as this node does, which may lead (J31). */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { type LeaderDb, LeaderFence, leaderDb } from '../../database/leader/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { AllDeps } from '../../modules/index.ts';
import { shareIds } from '../../modules/shared/ids/index.ts';
import { type PartContext, SHARD } from '../lifecycle/index.ts';

export interface LeaderDatabases {
  /** As Database.db of the main database. */
  readonly db: LeaderDb;
  /** As Database.background of the main database. */
  readonly background: LeaderDb;
  /** As Database.background of the history. */
  readonly history: LeaderDb;
  /**
   * For rows that each node writes and that are the leader's while it leads: `db` and `background` on the leader, else
   * those of the main database.
   */
  readonly dbOfNode: () => Db;
  readonly backgroundOfNode: () => Db;
}

/** The services of the modules for the work of the leader. */
export type LeaderDeps = Omit<AllDeps, 'db'> & { readonly db: LeaderDb };

/** Whether the journal, asked now, says that this node leads with the epoch. */
export type LeadsByJournal = (epoch: number) => Promise<boolean>;

/** @param leadsByJournal undefined where this process is alone */
export function openLeaderDatabases(
  { state, shutdown, leaderTasks }: PartContext,
  { main, history }: { readonly main: Database; readonly history: Database },
  leadsByJournal: LeadsByJournal | undefined,
): LeaderDatabases {
  const epochOfNode = () => (state.node?.leads === true ? state.node.epoch : undefined);
  const fence = new LeaderFence({
    shard: SHARD,
    holder: randomUUID(),
    epoch: leadsByJournal === undefined ? () => 0 : epochOfNode,
    confirm: leadsByJournal ?? (async () => true),
  });
  const db = leaderDb(main.db, fence);
  const background = main.background === main.db ? db : leaderDb(main.background, fence);
  shareIds(db, main.db);
  // The work takes the fence too, should this fail: from here on no earlier leader writes.
  leaderTasks.addBackground(shutdown, () => fence.take(main.db));
  return {
    db,
    background,
    // A file of SQLite is of the process that has the lock of its folder.
    history: history.dialect === 'postgres' ? leaderDb(history.background, fence) : (history.background as LeaderDb),
    dbOfNode: () => (fence.leads ? db : main.db),
    backgroundOfNode: () => (fence.leads ? background : main.background),
  };
}
