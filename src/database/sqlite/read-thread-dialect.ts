import type { Driver } from 'kysely';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { ReadThreadDriver } from './read-thread-driver.ts';

/** SQLite read in another thread: a query may take its time without keeping this one from its work. */
export class ReadThreadDialect extends NodeSqliteDialect {
  readonly #file: string;

  constructor(file: string) {
    super({ file, synchronous: 'FULL' });
    this.#file = file;
  }

  override createDriver(): Driver {
    return new ReadThreadDriver(this.#file);
  }
}
