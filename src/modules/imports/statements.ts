/** When somebody has stated what holders have: what came before it may be part of what they stated (F18). */
import type { Db } from '../../database/schema/index.ts';
import type { SecurityId } from '../../exchange/api/index.ts';

const METHODS = ['setPosition', 'loadPositions'];
const PAGE = 1000;

type Holder = { readonly clientId: string; readonly securityId: SecurityId };

/** By the audit log, which has the holders of setPosition by client and security, and by the reports of setHoldings. */
export class Statements {
  /** Since when the audit log has every call. */
  #since = Infinity;
  /** Of loadPositions, which may name anybody. */
  #ofAll = 0;
  readonly #ofSecurities = new Map<number, number>();
  readonly #ofClients = new Map<string, number>();

  /** Reads all of the audit log: with longRead. */
  static async read(db: Db): Promise<Statements> {
    const found = new Statements();
    await found.#readCalls(db);
    await found.#readReports(db);
    return found;
  }

  /** Whether nobody has stated since then what the client and its accounts have of the security. */
  isUnstatedSince(sinceUs: number, { clientId, securityId }: Holder): boolean {
    const last = Math.max(
      this.#ofAll,
      this.#ofSecurities.get(securityId) ?? 0,
      this.#ofClients.get(keyOf(clientId, securityId)) ?? 0,
    );
    return this.#since < sinceUs && last < sinceUs;
  }

  async #readCalls(db: Db): Promise<void> {
    const first = await db
      .selectFrom('audit_entries')
      .select('occurred_at')
      .orderBy('occurred_at')
      .limit(1)
      .executeTakeFirst();
    if (first !== undefined) this.#since = first.occurred_at;
    let after = { occurred_at: 0, entry_id: '' };
    for (;;) {
      const page = await db
        .selectFrom('audit_entries')
        .select(['occurred_at', 'entry_id', 'method', 'records'])
        .where('method', 'in', METHODS)
        .where((row) =>
          row.or([
            row('occurred_at', '>', after.occurred_at),
            row('occurred_at', '=', after.occurred_at).and('entry_id', '>', after.entry_id),
          ]),
        )
        .orderBy('occurred_at')
        .orderBy('entry_id')
        .limit(PAGE)
        .execute();
      for (const { occurred_at, method, records } of page) {
        const { clientId, securityId } = JSON.parse(records) as Partial<Record<'clientId' | 'securityId', string>>;
        // In the order of time: the last one counts.
        if (method === 'loadPositions' || clientId === undefined) this.#ofAll = occurred_at;
        else this.#ofClients.set(keyOf(clientId, securityId), occurred_at);
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** One of a report names many holders, and not which. */
  async #readReports(db: Db): Promise<void> {
    const reports = await db
      .selectFrom('register_changes')
      .select((row) => ['security_id' as const, row.fn.max('changed_at').as('last')])
      .groupBy('security_id')
      .execute();
    for (const { security_id, last } of reports) this.#ofSecurities.set(security_id, Number(last));
  }
}

function keyOf(clientId: string, securityId: SecurityId | string | undefined): string {
  return `${securityId} ${clientId}`;
}
