import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { rowsHeld } from '../../../database/queries/index.ts';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { violated } from '../../../invariant.ts';
import type { AccountMoney, AccountOf, VoidedSlice } from '../../accounts/index.ts';
import { longListBy, type ReadDeps } from '../../shared/list/index.ts';
import {
  type Changes,
  findRecord,
  found,
  holdRecord,
  ownedBy,
  type Reader,
  type RecordOf,
  type Secrets,
  stateAfter,
  writeRecord,
} from '../../shared/record/index.ts';
import { fromMillionths } from '../../shared/values/index.ts';
import {
  canBePaid,
  holdTrade,
  type LivePayment,
  moveByMoney,
  type NotPayable,
  type PaymentRail,
  requireCanBePaid,
  type TradeWebhook,
  type VoidDetails,
} from '../../trades/index.ts';
import type { Instrument, PaymentTable } from './instrument.ts';
import { LIVE_STATES, MONEY_EVENTS, type PaymentTrigger } from './payment-lifecycle.ts';

/** A payment that nobody else changes before the transaction ends. */
export interface HeldPayment<T extends PaymentTable> {
  readonly payment: RecordOf<T>;
  /** Held with it; absent: it is read when a step concerns it. */
  readonly trade?: TradeRow | undefined;
}

/** A payment after a step. */
export interface MovedPayment<T extends PaymentTable> {
  readonly payment: RecordOf<T>;
  /** Of the step, then of the trade. */
  readonly webhooks: readonly TradeWebhook[];
}

export interface StepDetails<T extends PaymentTable> {
  readonly nowUs: number;
  /** For webhooks that show what the payment has sealed; absent: they leave it empty. */
  readonly secrets?: Secrets | undefined;
  /** None when absent. */
  readonly errors?: string | null | undefined;
  /** Further columns that change with the state. */
  readonly changes?: Changes<T>;
  /** The sandbox simulates the outcome by a reserved nickname, which funds the trade whatever the amount (A12). */
  readonly isSimulated?: boolean;
}

/** What all payments have. */
interface Payment {
  readonly client_id: string;
  readonly account_id: string;
  readonly trade_id: number | null;
}

type Payments = { payments: Record<string, string | number | null> };
type PaymentQuery = SelectQueryBuilder<Payments, 'payments', Record<string, string | number | null>>;

/** The most payments of one transaction, because other calls wait for it. */
const PAYMENTS_AT_ONCE = 50;

/** As literal text: SQLite uses a partial index only where the statement repeats its condition. */
const LIVE = LIVE_STATES.map((state) => sql.lit(state));

/** The payments of one instrument: how they are found, held and moved. */
export class InstrumentRail<T extends PaymentTable, Trigger extends string = PaymentTrigger>
  implements PaymentRail, AccountMoney
{
  readonly instrument: Instrument<T, Trigger>;
  /** For queries of all. */
  readonly columns: { readonly id: string; readonly state: string; readonly approval: string };

  constructor(instrument: Instrument<T, Trigger>) {
    this.instrument = instrument;
    this.columns = { id: instrument.kind.id, state: instrument.state, approval: instrument.approval };
  }

  numberOf(payment: RecordOf<T>): number {
    return this.#column(payment, this.columns.id) as number;
  }

  stateOf(payment: RecordOf<T>): string {
    return this.#column(payment, this.columns.state) as string;
  }

  approvalOf(payment: RecordOf<T>): string {
    return this.#column(payment, this.columns.approval) as string;
  }

  /** The reader's payment; undefined when it is unknown or another client's. */
  find(db: Db, reader: Reader, number: number): Promise<RecordOf<T> | undefined> {
    return findRecord(db, this.instrument.kind, reader, number);
  }

  /** How many dollars the payment is of; undefined as in find. */
  async amountOf(db: Db, reader: Reader, number: number): Promise<string | undefined> {
    const payment = await this.find(db, reader, number);
    return payment && fromMillionths(this.instrument.received(payment));
  }

  /** The reader's payment and its trade, held; undefined as in find. */
  async hold(transaction: Db, reader: Reader, number: number): Promise<HeldPayment<T> | undefined> {
    const seen = await this.find(transaction, reader, number);
    if (seen === undefined) return undefined;
    const { client_id: clientId, trade_id: tradeId } = seen as Payment;
    // Every transaction holds the trade first, so that two of them never wait for each other.
    const trade = tradeId === null ? undefined : await holdTrade(transaction, { clientId, tradeId });
    const payment = await holdRecord(transaction, this.instrument.kind, { clientId, id: number });
    return payment && { payment, trade };
  }

  /** As hold. Throws the refusal of an unknown payment. */
  async require(transaction: Db, reader: Reader, number: number): Promise<HeldPayment<T>> {
    return found(this.instrument.kind, await this.hold(transaction, reader, number));
  }

  /** The live payments of trades, held: at most one for each trade. */
  async live(transaction: Db, tradeIds: readonly number[]): Promise<RecordOf<T>[]> {
    const { id, state } = this.columns;
    const query = this.all(transaction).where('trade_id', 'in', tradeIds).where(state, 'in', LIVE).orderBy(id);
    return this.rowsOf(query, { held: transaction });
  }

  async liveState(transaction: Db, { trade_id }: TradeRow): Promise<LivePayment | undefined> {
    const [live] = await this.live(transaction, [trade_id]);
    return live && (this.stateOf(live) as LivePayment);
  }

  async voidPending(
    transaction: Db,
    tradeIds: readonly number[],
    details: VoidDetails,
  ): Promise<readonly TradeWebhook[]> {
    const webhooks: TradeWebhook[] = [];
    for (const payment of await this.live(transaction, tradeIds)) {
      if (this.stateOf(payment) !== 'Pending') continue;
      const voided = await this.step(transaction, { payment }, 'void' as Trigger, details);
      webhooks.push(...voided.webhooks);
    }
    return webhooks;
  }

  /** That a payment of the account may still take its money; undefined without one. */
  async underWay(transaction: Db, of: AccountOf): Promise<string | undefined> {
    const open = await this.#ofAccountIn(transaction, of, ['Pending', 'Submitted']).limit(1).executeTakeFirst();
    return open && 'a payment of the account is Pending or Submitted';
  }

  /** Voids Pending payments of the account, at most PAYMENTS_AT_ONCE. */
  async voidPendingOf(transaction: Db, of: AccountOf, details: VoidDetails): Promise<VoidedSlice> {
    const pending = await this.rowsOf(this.#ofAccountIn(transaction, of, ['Pending']).limit(PAYMENTS_AT_ONCE));
    const webhooks: TradeWebhook[] = [];
    for (const seen of pending) {
      const held = await this.hold(transaction, of.clientId, this.numberOf(seen));
      if (held === undefined || this.stateOf(held.payment) !== 'Pending') continue;
      webhooks.push(...(await this.step(transaction, held, 'void' as Trigger, details)).webhooks);
    }
    return { webhooks, mayHaveMore: pending.length === PAYMENTS_AT_ONCE };
  }

  #ofAccountIn(db: Db, { clientId, accountId }: AccountOf, states: readonly string[]): PaymentQuery {
    const { id, state } = this.columns;
    return this.all(db)
      .where(ownedBy(clientId))
      .where('account_id', '=', accountId)
      .where(state, 'in', states)
      .orderBy(id);
  }

  /** Payments of the reader's account, newest first, as they are shown; of one state, or of all. */
  ofAccount<S>(
    deps: ReadDeps,
    reader: Reader,
    { accountId, state }: { readonly accountId: string; readonly state?: string },
    show: (payment: RecordOf<T>) => S,
  ): Promise<readonly S[]> {
    const query = (db: Db) => {
      const all = this.all(db).where('account_id', '=', accountId).where(ownedBy(reader));
      return state === undefined ? all : all.where(this.columns.state, '=', state);
    };
    return longListBy(deps, { by: this.columns.id, direction: 'desc' }, query as never, (rows) =>
      rows.map((row) => show(row as RecordOf<T>)),
    );
  }

  /**
   * Moves a held payment to where the lifecycle leads by the trigger, and its trade with it: the one way to change its
   * state. Throws ApiError with the refusal of the trigger.
   */
  async step(
    transaction: Db,
    held: HeldPayment<T>,
    trigger: Trigger,
    { nowUs, secrets, errors, changes, isSimulated = false }: StepDetails<T>,
  ): Promise<MovedPayment<T>> {
    const { instrument, columns } = this;
    const before = this.stateOf(held.payment);
    const state = stateAfter(instrument.lifecycle, before, trigger);
    const isApproved = trigger === 'submit' && this.approvalOf(held.payment) !== 'TEST ENTRY';
    const values: object = {
      ...(isApproved ? { [columns.approval]: 'Approved' } : {}),
      ...instrument.changes?.(trigger, nowUs),
      ...changes,
      [columns.state]: state,
      errors: errors ?? instrument.noErrors,
      updated_at: nowUs,
    };
    const payment = await this.write(transaction, held.payment, values as Changes<T>);
    this.#checkStep(held.payment, payment, { trigger, before });
    await instrument.afterStep?.(transaction, payment, nowUs);
    const further = await this.#moveTrade(transaction, { ...held, payment }, trigger, { nowUs, isSimulated });
    return { payment, webhooks: [...instrument.webhooks(payment, trigger, secrets), ...further] };
  }

  /** A10: the row has the one move of the lifecycle, and is still of the same trade and the same amount. */
  #checkStep(held: RecordOf<T>, written: RecordOf<T>, { trigger, before }: { trigger: Trigger; before: string }): void {
    const { lifecycle, received } = this.instrument;
    const after = this.stateOf(written);
    if (!lifecycle.moves.some((move) => move.trigger === trigger && move.from === before && move.to === after))
      violated('A10', `${trigger} moved a payment from ${before} to ${after}`);
    if ((held as Payment).trade_id !== (written as Payment).trade_id)
      violated('A10', `${trigger} moved payment ${this.numberOf(held)} to another trade`);
    if (received(written) < 0n) violated('T13', `payment ${this.numberOf(held)} has brought less than nothing`);
  }

  /** Writes values of a held payment; its state changes by a step only. */
  async write(transaction: Db, payment: RecordOf<T>, changes: Changes<T>): Promise<RecordOf<T>> {
    const { kind } = this.instrument;
    const of = { clientId: (payment as Payment).client_id, id: this.numberOf(payment) };
    return found(kind, await writeRecord(transaction, kind, of, changes));
  }

  /** Why payments must not be made (T14); undefined: the payment may be made. */
  async canBePaid(
    transaction: Db,
    payments: readonly RecordOf<T>[],
  ): Promise<(payment: RecordOf<T>) => NotPayable | undefined> {
    const { limits } = this.instrument;
    const asked = payments.map((payment) => this.#toBeMade(payment));
    const answer = await canBePaid(transaction, asked, { limits });
    return (payment) => answer(this.#toBeMade(payment));
  }

  /** Throws the reason why a Pending payment must not be sent; another state is refused by the step. */
  async requireCanBeSent(transaction: Db, { payment }: HeldPayment<T>): Promise<void> {
    if (this.stateOf(payment) !== 'Pending') return;
    await requireCanBePaid(transaction, this.#toBeMade(payment), this.instrument.limits);
  }

  #toBeMade(payment: RecordOf<T>) {
    const { client_id, account_id, trade_id } = payment as Payment;
    return { client_id, account_id, trade_id, amount: this.instrument.received(payment) };
  }

  /** All payments of the instrument, of every client: for queries that batches and the bank need. */
  all(db: Db): PaymentQuery {
    const payments = db as Kysely<Payments>;
    return payments.selectFrom(this.instrument.kind.table as string as 'payments').selectAll() as PaymentQuery;
  }

  /** The rows of such a query; held in the transaction that is named. */
  async rowsOf(query: PaymentQuery, { held }: { readonly held?: Db } = {}): Promise<RecordOf<T>[]> {
    const rows = await (held === undefined ? query : (rowsHeld(held, query as never) as PaymentQuery)).execute();
    return rows as RecordOf<T>[];
  }

  async #moveTrade(
    transaction: Db,
    { payment, trade: known }: HeldPayment<T>,
    trigger: Trigger,
    { nowUs, isSimulated }: { readonly nowUs: number; readonly isSimulated: boolean },
  ): Promise<readonly TradeWebhook[]> {
    const { client_id: clientId, trade_id: tradeId } = payment as Payment;
    const event = MONEY_EVENTS[trigger];
    if (event === undefined || tradeId === null) return [];
    const trade = known ?? (await holdTrade(transaction, { clientId, tradeId }));
    if (trade === undefined) return [];
    const what = event === 'settled' && isSimulated ? 'simulated' : event;
    return (await moveByMoney(transaction, trade, what, nowUs)).webhooks;
  }

  #column(payment: RecordOf<T>, column: string): unknown {
    return (payment as Readonly<Record<string, unknown>>)[column];
  }
}
