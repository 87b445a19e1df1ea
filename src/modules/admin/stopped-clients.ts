import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema/index.ts';
import type { Called, Orders, RiskReads } from '../../exchange/api/index.ts';
import { KeyedQueue } from '../../time/keyed-queue.ts';

/** The part of the venue that inactive clients need. */
export type StoppableVenue = Pick<Orders, 'submit'> & { readonly risk: Pick<RiskReads, 'killSwitches'> };

const BY = 'access';
const REASON = 'the client is inactive';

/**
 * Keeps a kill switch (V54) active for each client that was made inactive with cancelOrders, and for the clients below
 * it. The database has the wanted state; the venue is brought to it, also at the start (V56).
 */
export class StoppedClients {
  readonly #db: Kysely<Schema>;
  readonly #venue: StoppableVenue | null;
  readonly #turns = new KeyedQueue<'all'>();

  constructor(db: Kysely<Schema>, venue: StoppableVenue | null) {
    this.#db = db;
    this.#venue = venue;
  }

  /** The number of orders that were cancelled. Calls take turns: the last one sees what the earlier ones did. */
  settle(caller: Pick<Called, 'user'> = {}): Promise<number> {
    return this.#turns.run('all', () => this.#settleNow(caller));
  }

  async #settleNow(caller: Pick<Called, 'user'>): Promise<number> {
    const venue = this.#venue;
    if (venue === null) return 0;
    const wanted = new Set(await this.#wanted());
    const switches = await venue.risk.killSwitches();
    const thrown = new Set(switches.filter(({ by }) => by === BY).map(({ clientId = '' }) => clientId));
    let cancelled = 0;
    for (const clientId of wanted) {
      if (thrown.has(clientId)) continue;
      const scope = { clientId };
      const outcome = await venue.submit({ type: 'throwSwitch', scope, by: BY, reason: REASON, ...caller });
      if (outcome.ok) cancelled += outcome.cancelled?.length ?? 0;
    }
    for (const clientId of thrown) {
      if (!wanted.has(clientId)) await venue.submit({ type: 'releaseSwitch', scope: { clientId }, by: BY, ...caller });
    }
    return cancelled;
  }

  async #wanted(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('stopped_clients as stopped')
      .innerJoin('clients as client', (join) =>
        join.on((on) =>
          on.or([
            on('client.client_id', '=', on.ref('stopped.client_id')),
            on('client.parent_id', '=', on.ref('stopped.client_id')),
          ]),
        ),
      )
      .select('client.client_id')
      .distinct()
      .orderBy('client.client_id')
      .execute();
    return rows.map(({ client_id }) => client_id);
  }
}
