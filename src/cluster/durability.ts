import type { Connection } from './connection.ts';

/** The database of JOURNAL_URL would lose an acknowledged command. */
export class JournalNotSafe extends Error {
  override readonly name = 'JournalNotSafe';
}

/** The settings by which a connection's commits wait. */
export interface CommitSettings {
  /** synchronous_commit */
  readonly waits: string;
  /** synchronous_standby_names */
  readonly standbyNames: string;
}

export interface Commits extends CommitSettings {
  /** Standbys that commits wait for now; null: the database does not show them to this user. */
  readonly standbys: number | null;
}

const MS_MAX = 5000;
/** The commit has returned once a standby has flushed it. */
const WAITING = ['on', 'remote_apply'];

/** As columns of a statement. */
export const COMMIT_SETTINGS = `current_setting('synchronous_commit') as waits,
  current_setting('synchronous_standby_names') as standby_names`;
export const COMMITS = `${COMMIT_SETTINGS}, (select case when bool_or(sync_state is null) then null
  else count(*) filter (where sync_state in ('sync', 'quorum')) end from pg_stat_get_wal_senders()) as standbys`;

export function commitSettingsOf({ waits, standby_names }: Readonly<Record<string, unknown>>): CommitSettings {
  return { waits: String(waits), standbyNames: String(standby_names) };
}

export function commitsOf(row: Readonly<Record<string, unknown>>): Commits {
  return { ...commitSettingsOf(row), standbys: row.standbys === null ? null : Number(row.standbys) };
}

/** Why a commit does not wait for a standby (J19); null: it does. */
export function commitProblem({ waits, standbyNames }: CommitSettings): string | null {
  if (!WAITING.includes(waits)) {
    return `synchronous_commit is ${waits}, which does not wait for the standby; it must be on or remote_apply`;
  }
  if (standbyNames.trim() !== '') return null;
  return 'it has no synchronous standby (synchronous_standby_names is empty)';
}

/** Settings without which the venue does not start; without the others it warns. */
export interface Required {
  readonly standby: boolean;
  readonly fsync: boolean;
}

/**
 * Throws JournalNotSafe where commits would not wait for a standby (J2), or where something required is missing.
 * Returns a warning about the rest that is missing.
 */
export async function checkDurability(connection: Connection, required: Required): Promise<string | null> {
  const text = `select current_setting('fsync') as fsync, ${COMMIT_SETTINGS}`;
  const { rows } = await connection.run({ name: 'durability', text }, [], MS_MAX);
  const [row = {}] = rows;
  const settings = commitSettingsOf(row);
  const standby = commitProblem(settings);
  if (!WAITING.includes(settings.waits)) throw new JournalNotSafe(`JOURNAL_URL: ${standby}`);
  const fsync = row.fsync === 'on' ? null : 'fsync is off';
  const missing = [standby, fsync].filter((one) => one !== null);
  if (missing.length === 0) return null;
  const problem = `JOURNAL_URL: ${missing.join(', and ')}: an acknowledged command can be lost with one machine`;
  if ((required.standby && standby !== null) || (required.fsync && fsync !== null)) throw new JournalNotSafe(problem);
  return problem;
}
