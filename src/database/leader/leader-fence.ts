import { dialectOf } from '../queries/index.ts';
import type { Db } from '../schema/index.ts';

export interface LeaderFenceDeps {
  readonly shard: number;
  /** Names this run of the process among all. */
  readonly holder: string;
  /** With which this process leads the venue, 0 where it is alone; undefined where it does not lead. */
  readonly epoch: () => number | undefined;
  /** Whether the journal, asked now, says that this process leads with the epoch. */
  readonly confirm: (epoch: number) => Promise<boolean>;
}

/** This process does not lead the venue any more: nothing of its transaction is written. */
export class Deposed extends Error {
  override readonly name = 'Deposed';
}

/** Only another start or takeover changes the row meanwhile. */
const ATTEMPTS_MAX = 5;

/**
 * The row of the reference database that says which process does the work of the leader (J31). Whoever takes it asks
 * the journal after reading it, and replaces only the row that was read: a process that was stopped in between finds
 * the row of its successor. So the fence also holds where a restored journal counts its epochs again.
 */
export class LeaderFence {
  readonly #deps: LeaderFenceDeps;
  #taken: number | undefined;

  constructor(deps: LeaderFenceDeps) {
    this.#deps = deps;
  }

  get leads(): boolean {
    return this.#deps.epoch() !== undefined;
  }

  /** Takes the fence, unless this process has it. Throws Deposed where another one leads. */
  async take(db: Db): Promise<void> {
    const epoch = this.#epoch();
    if (this.#taken === epoch) return;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const found = await this.#row(db).executeTakeFirst();
      if (found !== undefined && this.#isOwn(found, epoch)) {
        this.#taken = epoch;
        return;
      }
      if (!(await this.#deps.confirm(epoch))) throw new Deposed('the journal names another leader');
      await this.#replace(db, found, epoch);
    }
    throw new Deposed('another process takes over the work of the leader');
  }

  /**
   * Keeps every other process from taking the fence until the transaction ends. Throws Deposed where one has taken it.
   */
  async hold(transaction: Db): Promise<void> {
    const epoch = this.#epoch();
    const row = this.#row(transaction);
    const held = dialectOf(transaction) === 'postgres' ? row.forShare() : row;
    const found = await held.executeTakeFirst();
    if (found !== undefined && this.#isOwn(found, epoch)) return;
    // A restored database has an older row, and the journal still names this process.
    this.#taken = undefined;
    throw new Deposed(`epoch ${found?.epoch} of the leader has replaced epoch ${epoch}`);
  }

  #epoch(): number {
    const epoch = this.#deps.epoch();
    if (epoch === undefined) throw new Deposed('this process does not lead the venue');
    return epoch;
  }

  #row(db: Db) {
    return db.selectFrom('leader_fence').select(['epoch', 'holder']).where('shard', '=', this.#deps.shard);
  }

  #isOwn({ epoch, holder }: Row, own: number): boolean {
    return epoch === own && holder === this.#deps.holder;
  }

  async #replace(db: Db, found: Row | undefined, epoch: number): Promise<void> {
    const { shard, holder } = this.#deps;
    const insert = db.insertInto('leader_fence').values({ shard, epoch, holder });
    const statement =
      found === undefined
        ? insert.onConflict((conflict) => conflict.doNothing())
        : db
            .updateTable('leader_fence')
            .set({ epoch, holder })
            .where('shard', '=', shard)
            .where('epoch', '=', found.epoch)
            .where('holder', '=', found.holder);
    await statement.execute();
  }
}

interface Row {
  readonly epoch: number;
  readonly holder: string;
}
