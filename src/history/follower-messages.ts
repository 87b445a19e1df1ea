import type { DatabaseLocation } from '../database/open-database.ts';
import type { EventSeq } from '../exchange/api/index.ts';
import type { CommandSeq } from '../exchange/journal/index.ts';

/** The data that the follower's thread starts with. */
export interface FollowerSettings {
  /** Folder of the journal and the snapshots. */
  readonly folder: string;
  readonly shard: number;
  readonly database: DatabaseLocation;
  readonly snapshotCommands: number;
  readonly archiveFolder: string | null;
}

/** To the follower: how far the journal is durable; to confirm its rows; or to finish with a snapshot and end. */
export type FollowerRequest =
  | { readonly type: 'durable'; readonly sequence: CommandSeq }
  | { readonly type: 'confirm' }
  | { readonly type: 'finish' };

/** From the follower. After failed it does nothing more. */
export type FollowerMessage =
  | { readonly type: 'projected'; readonly eventSeq: EventSeq }
  | { readonly type: 'dayOver' }
  | { readonly type: 'confirmed' }
  | { readonly type: 'note'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string };
