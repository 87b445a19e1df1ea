import type { Driver, Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { ReadThreadDriver } from './read-thread-driver.ts';
import { WriteThreadDriver } from './write-thread-driver.ts';

/** SQLite reads in another thread, so that a long query does not block this one. */
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

/** SQLite writes in another thread, taking turns with the connection of this one. */
export class WriteThreadDialect extends NodeSqliteDialect {
  readonly #file: string;
  readonly #main: Kysely<Schema>;

  constructor(file: string, main: Kysely<Schema>) {
    super({ file, synchronous: 'FULL' });
    this.#file = file;
    this.#main = main;
  }

  override createDriver(): Driver {
    return new WriteThreadDriver(this.#file, this.#main);
  }
}
