import { Gauge, type Registry } from 'prom-client';
import type { Database, DatabaseSize } from '../../database/database.ts';

type Sized = Readonly<Record<'main' | 'history', Pick<Database, 'size'>>>;

/** Adds the sizes of the databases and of their write-ahead logs, read at each scrape. */
export function addDatabaseSizes(registry: Registry, databases: Sized): void {
  const sizes = scrapedSizes(databases);
  addGauge(
    'openats_database_bytes',
    'Size on disk; on PostgreSQL that of main includes the tables of history',
    (of) => of.bytes,
  );
  addGauge('openats_database_log_bytes', 'Size on disk of the write-ahead log', (of) => of.logBytes);

  function addGauge(name: string, help: string, read: (size: DatabaseSize) => number | undefined): void {
    new Gauge({
      name,
      help,
      labelNames: ['database'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [database, size] of await sizes()) {
          const value = read(size);
          if (value !== undefined) this.set({ database }, value);
        }
      },
    });
  }
}

const UNKNOWN: DatabaseSize = { bytes: Number.NaN, logBytes: Number.NaN };

/** Both metrics of a scrape come from one reading. */
function scrapedSizes(databases: Sized): () => Promise<readonly (readonly [string, DatabaseSize])[]> {
  let reading: Promise<readonly (readonly [string, DatabaseSize])[]> | undefined;
  return () => {
    reading ??= Promise.all(
      // The other metrics are wanted above all while the database fails.
      Object.entries(databases).map(async ([name, one]) => [name, await one.size().catch(() => UNKNOWN)] as const),
    ).finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
