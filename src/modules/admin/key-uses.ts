import type { Db } from '../../database/schema/index.ts';
import { MINUTE_US, type Microseconds } from '../../time/units.ts';

/** Keys whose uses wait to be stored; more than are cached are not kept. */
const WAITING_MAX = 10_000;
const AT_ONCE_MAX = 500;

/**
 * When keys were last used (C94). A key is used where it is looked up, which a key in use is again after at most half a
 * minute, so calls cost nothing more; the uses are stored once a minute.
 */
export class KeyUses {
  readonly #db: Db;
  readonly #nowUs: () => Microseconds;
  #used = new Set<string>();

  /** @param db Database.background: no call waits for it */
  constructor(db: Db, nowUs: () => Microseconds) {
    this.#db = db;
    this.#nowUs = nowUs;
  }

  mark(keyId: string): void {
    if (this.#used.size < WAITING_MAX) this.#used.add(keyId);
  }

  /** Stores the uses since the last time; a key that another node has stored within the minute is left out. */
  async store(): Promise<void> {
    const used = [...this.#used];
    this.#used = new Set();
    const now = this.#nowUs();
    for (let at = 0; at < used.length; at += AT_ONCE_MAX) {
      await this.#db
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('key_id', 'in', used.slice(at, at + AT_ONCE_MAX))
        .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<=', now - MINUTE_US)]))
        .execute();
    }
  }
}
