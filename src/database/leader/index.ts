/** Writes of the leader's work, which a successor stops (J31). */

export { type LeaderDb, leaderDb } from './leader-db.ts';
export { Deposed, LeaderFence } from './leader-fence.ts';
