/** The whole sandbox, saved under names, restored, or made empty (Z14). */

/** What is done with the data folder while the service restarts. */
export interface FolderChange {
  readonly changeId: string;
  readonly action: 'save' | 'restore' | 'reset';
  /** Of the snapshot; null: of a reset. */
  readonly name: string | null;
  readonly state: 'Waiting' | 'Done' | 'Failed';
  /** Why it failed. */
  readonly reason: string | null;
}

export interface Snapshot {
  readonly name: string;
  /** RFC 3339, UTC, by the clock of the system. */
  readonly savedAt: string;
}

export interface SandboxSnapshots {
  /** Why there can be no snapshots, naming the setting; undefined: there can. */
  readonly refusal: string | undefined;
  /** By name. */
  all(): readonly Snapshot[];
  /** The last one that was asked for; undefined: none was. */
  readonly lastChange: FolderChange | undefined;
  /** The service restarts, and does it on the way. Throws ApiError 190, and 404 for a snapshot that does not exist. */
  ask(action: FolderChange['action'], name: string | null): FolderChange;
}
