import type { DatabaseLocation } from '../../database/open-database.ts';

/** The data that a pass of the check starts its thread with. */
export interface CheckSettings {
  /** Of the journal and its snapshots. */
  readonly folder: string;
  readonly archiveFolder: string | null;
  readonly history: DatabaseLocation;
  /** Databases of SQLite, whose pages are checked. */
  readonly sqliteFiles: readonly string[];
  /** The last command to read. */
  readonly durable: number;
  readonly commandsPerSecond: number;
}

/** From the thread; done, or interrupted with the reason, is the last. */
export type CheckMessage =
  | { readonly type: 'problem'; readonly text: string }
  | { readonly type: 'progress'; readonly command: number }
  | { readonly type: 'done' }
  | { readonly type: 'interrupted'; readonly reason: string };
