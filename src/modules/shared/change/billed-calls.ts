/** Calls that are billed, counted by client and month (C74). */
import { executeDeferred } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import { EVERY_CLIENT, ownedBy } from '../record/index.ts';

/** The methods that are billed in production. */
const BILLED_METHODS: ReadonlySet<string> = new Set([
  'ccFundMove',
  'ccFundMovement',
  'performAml',
  'performKycAml',
  'performKycAmlBasic',
  'requestKycAml',
  'requestAiVerification',
]);

export interface BilledCallsDeps {
  /** Nothing is billed in the sandbox. */
  readonly environment: string;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
}

export interface BilledCalls {
  readonly clientId: string;
  readonly method: string;
  readonly calls: number;
}

/** Counts successful billed calls, in the transaction of the change; a replayed response is not counted. */
export class Billing {
  readonly #deps: BilledCallsDeps;

  constructor(deps: BilledCallsDeps) {
    this.#deps = deps;
  }

  async mark(transaction: Db, clientId: string, method: string): Promise<void> {
    const { environment, nowUs } = this.#deps;
    if (environment !== 'production' || !BILLED_METHODS.has(method)) return;
    const mark = transaction
      .insertInto('billed_calls')
      .values({ client_id: clientId, month: monthOf(nowUs()), method, calls: 1 })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'month', 'method']).doUpdateSet((row) => ({
          calls: row('billed_calls.calls', '+', 1),
        })),
      );
    await executeDeferred(transaction, mark.compile());
  }

  /** The counts of one client or of all, by client and method. @param month YYYY-MM, UTC; this month when absent */
  async read(db: Db, clientId: string | undefined, month = monthOf(this.#deps.nowUs())): Promise<BilledCalls[]> {
    return db
      .selectFrom('billed_calls')
      .select(['client_id as clientId', 'method', 'calls'])
      .where(ownedBy(clientId ?? EVERY_CLIENT))
      .where('month', '=', month)
      .orderBy('client_id')
      .orderBy('method')
      .execute();
  }
}

/** YYYY-MM, UTC. */
function monthOf(nowUs: number): string {
  return new Date(nowUs / 1000).toISOString().slice(0, 7);
}
