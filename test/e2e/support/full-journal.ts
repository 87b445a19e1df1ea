/** A journal that cannot grow, while the disk has room for all else. */
import { call } from './requests.ts';
import type { ServerProcess } from './server-process.ts';

const AT_ONCE = 100;
/** The database, which is filled at the first start, needs most of it. */
const LIMIT_KIB = 3072;

/** The wrapper of a server whose files may not exceed a limit: what a quota or a full disk does to the journal. */
export function fileLimit(): readonly string[] {
  return ['sh', '-c', `ulimit -f ${LIMIT_KIB * 2}; exec "$@"`, 'sh'];
}

/** Refused cancels, which the journal keeps and the history does not, until one is answered with 503. */
export async function fillJournal(server: ServerProcess): Promise<void> {
  const padding = 'x'.repeat(180);
  for (let sent = 0; sent < 20_000; sent += AT_ONCE) {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        call(server, 'cancelOrder', { orderid: '1' }, { headers: { 'idempotency-key': `${sent + at}${padding}` } }),
      ),
    );
    if (replies.some(({ http }) => http === 503)) return;
  }
  throw new Error('the journal takes any number of commands');
}
