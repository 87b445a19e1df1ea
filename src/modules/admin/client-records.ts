import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import { rowsHeld } from '../../database/queries/index.ts';
import type { ClientRow, Schema } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { inTransaction, ownedBy } from '../shared/record/index.ts';
import { type PageFrom, pageOfAll } from '../shared/values/index.ts';
import { newClientId } from './credentials.ts';

/** Random ids collide so rarely that a few tries are enough. */
const ID_TRIES = 10;

export interface NewClient {
  readonly name: string;
  /** The parent client; absent: the new client is a parent. */
  readonly parentId?: string | undefined;
}

/** The clients of this installation. */
export class ClientRecords {
  readonly #database: Database;
  readonly #nowUs: () => number;
  readonly #changed: () => void;

  /** nowUs: microseconds since 1970; changed: called after each change. */
  constructor(database: Database, nowUs: () => number, changed: () => void) {
    this.#database = database;
    this.#nowUs = nowUs;
    this.#changed = changed;
  }

  async create({ name, parentId }: NewClient): Promise<ClientRow> {
    if (parentId !== undefined) await this.#requireParent(parentId);
    for (let tries = 0; tries < ID_TRIES; tries++) {
      const client_id = newClientId();
      const row = { client_id, parent_id: parentId ?? client_id, name, active: 1, created_at: this.#nowUs() };
      const { numInsertedOrUpdatedRows } = await this.#database.db
        .insertInto('clients')
        .values(row)
        .onConflict((conflict) => conflict.column('client_id').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) return row;
    }
    throw new Error('No free client id was found');
  }

  list(page: PageFrom) {
    const all = this.#database.db.selectFrom('clients');
    return pageOfAll(all, all.selectAll().orderBy('created_at').orderBy('client_id'), page);
  }

  /** Throws 404 for an unknown client. */
  async get(clientId: string): Promise<ClientRow> {
    const row = await this.#database.db.selectFrom('clients').selectAll().where(ownedBy(clientId)).executeTakeFirst();
    return row ?? unknownClient();
  }

  /** @param stops whether its orders are stopped while it is inactive (V56); absent: unchanged */
  async update(
    clientId: string,
    values: { readonly name?: string; readonly active?: number },
    stops?: boolean,
  ): Promise<ClientRow> {
    const row = await inTransaction(this.#database.db, async (db) => {
      const updated = await db.updateTable('clients').set(values).where(ownedBy(clientId)).returningAll().execute();
      if (updated.length > 0 && stops !== undefined) {
        await db.deleteFrom('stopped_clients').where(ownedBy(clientId)).execute();
        if (stops) await db.insertInto('stopped_clients').values({ client_id: clientId }).execute();
      }
      return updated[0];
    });
    this.#changed();
    return row ?? unknownClient();
  }

  async #requireParent(parentId: string): Promise<void> {
    const parent = await this.get(parentId);
    if (parent.parent_id !== parentId) throw new ApiError(190, 'parentId must be a client that is a parent itself');
  }
}

/**
 * The client, locked until the transaction ends, so that concurrent calls cannot exceed a limit together. Throws 404.
 */
export async function holdClient(transaction: Kysely<Schema>, clientId: string): Promise<ClientRow> {
  const query = transaction.selectFrom('clients').selectAll().where(ownedBy(clientId));
  return (await rowsHeld(transaction, query).executeTakeFirst()) ?? unknownClient();
}

function unknownClient(): never {
  throw new ApiError(404, 'There is no such client');
}

/** A parent client and the clients below it. */
export async function clientsUnder(db: Kysely<Schema>, parentId: string): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('client_id').where('parent_id', '=', parentId).execute();
  return rows.map(({ client_id }) => client_id);
}

/** The clients with a registration for a webhook. */
export async function clientsRegisteredFor(db: Kysely<Schema>, method: string): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('client_id').distinct().where('method', '=', method).execute();
  return rows.map(({ client_id }) => client_id);
}

/** The ids of all clients, active or not, whose records a master key reads. */
export async function allClientIds(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('client_id').orderBy('client_id').execute();
  return rows.map(({ client_id }) => client_id);
}
