import { userInfo } from 'node:os';
import { withChanges } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import { AuditLog } from '../shared/change/index.ts';
import { shortId } from '../shared/ids/index.ts';

/** The caller of an entry that `npm run admin` made. */
const COMMAND = 'admin-command';

export interface RecordedCommand<T> {
  readonly name: string;
  /** The ids of records, by the names of the entry. */
  readonly recordsOf: (result: T) => Readonly<Record<string, string>>;
}

/**
 * Runs a command of `npm run admin` that works on the database itself, and adds its entry (O3), with the user of the
 * operating system who ran it.
 */
export function recordedCommand<T>(
  db: Db,
  { name, recordsOf }: RecordedCommand<T>,
  work: () => Promise<T>,
): Promise<T> {
  return withChanges(async () => {
    const result = await work();
    const audit = new AuditLog({ db, nowUs: () => Date.now() * 1000, log: console });
    await audit.add({
      method: `admin ${name}`,
      by: { clientId: COMMAND },
      call: { ip: '127.0.0.1', requestId: shortId() },
      records: { ...recordsOf(result), systemUser: userInfo().username },
    });
    return result;
  });
}
