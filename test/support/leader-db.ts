import { type LeaderDb, LeaderFence, leaderDb } from '../../src/database/leader/index.ts';
import type { Db } from '../../src/database/schema/index.ts';

/** For the work of a process that is alone. */
export function aloneLeaderDb(db: Db): LeaderDb {
  const fence = new LeaderFence({ shard: 0, holder: 'alone', epoch: () => 0, confirm: async () => true });
  return leaderDb(db, fence);
}
