import { Gauge, type Registry } from 'prom-client';
import type { Database, DatabaseSize } from '../../database/database.ts';
import type { Timers } from '../../time/timers.ts';

type Sized = Readonly<Record<'main' | 'history', Pick<Database, 'size'>>>;

/** Adds the sizes of the databases and of their write-ahead logs, read at each scrape. */
export function addDatabaseSizes(registry: Registry, databases: Sized, after: Timers['after']): void {
  const sizes = scrapedSizes(databases, after);
  addGauge(
    'openats_database_bytes',
    'Size on disk; on PostgreSQL that of main includes the tables of history',
    (of) => of.bytes,
  );
  addGauge('openats_database_log_bytes', 'Size on disk of the write-ahead log', (of) => of.logBytes);

  function addGauge(name: string, help: string, figure: (size: DatabaseSize) => number | undefined): void {
    new Gauge({
      name,
      help,
      labelNames: ['database'],
      registers: [registry],
      async collect() {
        const read = await sizes();
        this.reset();
        for (const [database, size] of read) {
          const value = figure(size);
          if (value !== undefined) this.set({ database }, value);
        }
      },
    });
  }
}

/** A scrape waits so long for a database that does not answer: the other metrics are wanted above all then. */
const ANSWER_MS_MAX = 2000;
const UNKNOWN: DatabaseSize = { bytes: Number.NaN, logBytes: Number.NaN };

/** Both metrics of a scrape come from one reading. */
function scrapedSizes(
  databases: Sized,
  after: Timers['after'],
): () => Promise<readonly (readonly [string, DatabaseSize])[]> {
  let reading: Promise<readonly (readonly [string, DatabaseSize])[]> | undefined;
  return () => {
    reading ??= Promise.all(
      Object.entries(databases).map(async ([name, one]) => [name, await sizeOf(one, after)] as const),
    ).finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

async function sizeOf(database: Pick<Database, 'size'>, after: Timers['after']): Promise<DatabaseSize> {
  const { promise: late, resolve } = Promise.withResolvers<DatabaseSize>();
  const cancel = after(ANSWER_MS_MAX, () => resolve(UNKNOWN));
  try {
    return await Promise.race([database.size().catch(() => UNKNOWN), late]);
  } finally {
    cancel();
  }
}
