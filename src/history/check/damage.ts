import { JournalDamaged } from '../../exchange/journal/index.ts';
import { UnlawfulEvent } from '../recorded-events.ts';

/** Of SQLite: the database disk image is malformed, or the file is no database. */
const DAMAGED_CODES: ReadonlySet<unknown> = new Set([11, 26]);

/** Whether an error says that files are damaged; another one may pass. */
export function isDamage(error: unknown): boolean {
  if (error instanceof JournalDamaged || error instanceof UnlawfulEvent) return true;
  const { errcode, cause } = (error ?? {}) as { errcode?: unknown; cause?: unknown };
  if (typeof errcode === 'number') return DAMAGED_CODES.has(errcode & 0xff);
  return cause !== undefined && isDamage(cause);
}
