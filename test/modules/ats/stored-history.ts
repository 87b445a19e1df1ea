import type { Database } from '../../../src/database/database.ts';
import { openHistoryDatabase } from '../../../src/database/open-database.ts';
import type { Db } from '../../../src/database/schema/index.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { OrderView } from '../../../src/exchange/api/orders.ts';
import type { EventFeed } from '../../../src/exchange/api/reads.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import type { VenueRecords } from '../../../src/modules/ats/shared/deps.ts';

/** The order history in a database in memory, which takes in what has happened when somebody waits for it. */
export class StoredHistory implements VenueRecords {
  readonly store: HistoryStore;
  readonly #database: Database;
  #events: ExchangeEvent[] = [];
  #work: Promise<void> = Promise.resolve();

  private constructor(database: Database) {
    this.#database = database;
    this.store = new HistoryStore(database, 0);
  }

  /** Of everything that happens from now on; to be opened before the first event. */
  static async of(feed: Pick<EventFeed, 'subscribe'>): Promise<StoredHistory> {
    const stored = new StoredHistory(await openHistoryDatabase({ file: ':memory:' }));
    feed.subscribe((event) => stored.#events.push(event));
    return stored;
  }

  get db(): Db {
    return this.#database.db;
  }

  ordersWithToken(clientId: string, token: string, limit: number): Promise<readonly OrderView[]> {
    return this.store.ordersWithToken(clientId, token, limit);
  }

  /** Takes in all that has happened, whichever event is waited for. */
  reached(): Promise<void> {
    this.#work = this.#work.then(() => this.store.apply(this.#events.splice(0)));
    return this.#work;
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
