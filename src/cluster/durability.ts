import type { Line } from './line.ts';

/** The database of JOURNAL_URL would lose what was acknowledged. */
export class JournalNotSafe extends Error {
  override readonly name = 'JournalNotSafe';
}

const MS_MAX = 5000;
/** The commit has returned once a standby has flushed it. */
const WAITING = ['on', 'remote_apply'];

/**
 * Throws JournalNotSafe where commits would not wait for a standby (J2). In the sandbox a database without one is
 * enough: then it answers what is missing.
 */
export async function checkDurability(line: Line, isProduction: boolean): Promise<string | null> {
  const text = `select current_setting('synchronous_commit') as waits, current_setting('fsync') as fsync,
    current_setting('synchronous_standby_names') as standbys`;
  const { rows } = await line.run({ name: 'durability', text }, [], MS_MAX);
  const { waits, fsync, standbys } = rows[0] as Record<'waits' | 'fsync' | 'standbys', string>;
  if (!WAITING.includes(waits)) {
    throw new JournalNotSafe(
      `JOURNAL_URL: synchronous_commit is ${waits}, which does not wait for the standby; it must be on or remote_apply`,
    );
  }
  const missing = [
    ...(standbys.trim() === '' ? ['it has no synchronous standby (synchronous_standby_names is empty)'] : []),
    ...(fsync === 'on' ? [] : ['fsync is off']),
  ];
  if (missing.length === 0) return null;
  const problem = `JOURNAL_URL: ${missing.join(', and ')}: what was acknowledged can be lost with one machine`;
  if (isProduction) throw new JournalNotSafe(problem);
  return problem;
}
