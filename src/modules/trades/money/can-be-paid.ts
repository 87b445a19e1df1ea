/**
 * Whether a payment may be made (T14). Every rail asks this when a payment is ordered, when the operator says that it
 * was sent, and when the batch sends it; updateTradeStatus asks it of a wire or a check.
 */
import { sql } from 'kysely';
import { ofClients, rowsHeld } from '../../../database/queries/index.ts';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError, type StatusCode } from '../../../http/methods/index.ts';
import { moneyOfTrades, PAYABLE, type TradeBalance } from './trade-balance.ts';

/** A payment that is to be made: for a trade, or for nothing but the account. */
export interface PaymentToMake {
  readonly client_id: string;
  readonly account_id: string;
  readonly trade_id: number | null;
  /** In millionths. */
  readonly amount: bigint;
}

/** Why a payment must not be made. */
export interface NotPayable {
  readonly code: StatusCode;
  /** Kept in `errors` of a payment that is voided for it. */
  readonly reason: string;
  /** What a refusal says in the place of the reason. */
  readonly detail?: string;
}

/** Undefined: the payment may be made. */
export type PaymentAnswer = (payment: PaymentToMake) => NotPayable | undefined;

/** What a rail asks besides: limits, blocks, and what the money comes from or goes to. */
export type RailLimits = (transaction: Db, payments: readonly PaymentToMake[]) => Promise<PaymentAnswer>;

/** All of them, in this order. */
export function allLimits(...all: readonly RailLimits[]): RailLimits {
  return async (transaction, payments) => {
    const answers: PaymentAnswer[] = [];
    for (const limits of all) answers.push(await limits(transaction, payments));
    return (payment) => {
      for (const answer of answers) {
        const refused = answer(payment);
        if (refused !== undefined) return refused;
      }
      return undefined;
    };
  };
}

interface Asked {
  readonly limits?: RailLimits | undefined;
  /** Also holds offerings and accounts: who ends one at this moment voids the payment, or is here first. */
  readonly holdsAll?: boolean;
}

/** Statuses, in lower case, of offerings that nobody pays for any more. */
const UNPAYABLE = new Set(['cancelled', 'canceled', 'denied']);

/**
 * Asks for all payments at once: the client, the account, the limits of the rail, the trade, its offering, and the
 * primary party of the account, in this order. Holds the trades, so that none of them is cancelled before the
 * transaction ends.
 */
export async function canBePaid(
  transaction: Db,
  payments: readonly PaymentToMake[],
  { limits, holdsAll = false }: Asked = {},
): Promise<PaymentAnswer> {
  const [clientIds, accountIds] = [payments.map((one) => one.client_id), payments.map((one) => one.account_id)];
  // Held in one order, as everywhere: trades, offerings, accounts.
  const trades = await heldTrades(
    transaction,
    payments.flatMap(({ trade_id }) => trade_id ?? []),
  );
  const money = await moneyOfTrades(transaction, [...trades.keys()]);
  const offeringIds = [...trades.values()].map(({ offering_id }) => offering_id);
  const offerings = await offeringsOf(transaction, offeringIds, holdsAll);
  const accounts = await activeAccounts(transaction, accountIds, holdsAll);
  const withParty = await accountsWithParty(transaction, accountIds);
  const stopped = await stoppedClients(transaction, clientIds);
  const limitOf = await limits?.(transaction, payments);
  return (payment) => {
    const { client_id, account_id, trade_id } = payment;
    if (stopped.has(client_id)) return { code: 190, reason: 'The client is inactive' };
    if (!accounts.has(account_id)) return { code: 148, reason: 'The account is no longer active' };
    const limited = limitOf?.(payment);
    if (limited !== undefined) return limited;
    if (trade_id !== null) {
      // Trades are never removed, so that a payment has its own.
      const trade = trades.get(trade_id) as HeldTrade;
      const refused =
        refusalOfTrade(trade, money.get(trade_id) as TradeBalance) ??
        refusalOfOffering(offerings.get(trade.offering_id));
      if (refused !== undefined) return refused;
    }
    return withParty.has(account_id) ? undefined : { code: 135, reason: 'The account has no active primary party' };
  };
}

/** As canBePaid of one payment. Throws ApiError with its code. */
export async function requireCanBePaid(transaction: Db, payment: PaymentToMake, limits?: RailLimits): Promise<void> {
  refuse((await canBePaid(transaction, [payment], { limits, holdsAll: true }))(payment));
}

/** Throws ApiError with the code of the limit that the payment breaks: what is asked before its trade is read. */
export async function requireLimits(transaction: Db, payment: PaymentToMake, limits: RailLimits): Promise<void> {
  refuse((await limits(transaction, [payment]))(payment));
}

function refuse(refused: NotPayable | undefined): void {
  if (refused !== undefined) throw new ApiError(refused.code, refused.detail ?? refused.reason);
}

function refusalOfTrade({ order_status }: HeldTrade, { due }: TradeBalance): NotPayable | undefined {
  const isPayable = PAYABLE.has(order_status);
  if (isPayable && due > 0n) return undefined;
  const reason = isPayable ? 'Nothing of the trade is due' : 'The trade is no longer to be paid';
  return { code: 190, reason, detail: `tradeId: the trade is ${order_status}` };
}

function refusalOfOffering(
  offering: { readonly offering_status: string; readonly deleted_at: number | null } | undefined,
): NotPayable | undefined {
  const reason = 'The offering was cancelled, denied or deleted';
  if (offering?.deleted_at !== null) return { code: 138, reason };
  const { offering_status } = offering;
  if (!UNPAYABLE.has(offering_status.toLowerCase())) return undefined;
  return { code: 190, reason, detail: `the offering is ${offering_status}` };
}

type HeldTrade = Pick<TradeRow, 'offering_id' | 'order_status'>;

async function heldTrades(transaction: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, HeldTrade>();
  const query = transaction
    .selectFrom('trades')
    .select(['trade_id', 'offering_id', 'order_status'])
    .where('trade_id', 'in', [...new Set(ids)])
    // In one order, so that two who hold many never wait for each other.
    .orderBy('trade_id');
  const rows = await rowsHeld(transaction, query).execute();
  return new Map(rows.map((row) => [row.trade_id, row]));
}

async function offeringsOf(transaction: Db, ids: readonly number[], held: boolean) {
  if (ids.length === 0) return new Map<number, { offering_status: string; deleted_at: number | null }>();
  const query = transaction
    .selectFrom('offerings')
    .select(['offering_id', 'offering_status', 'deleted_at'])
    .where('offering_id', 'in', [...new Set(ids)])
    .orderBy('offering_id');
  const rows = await (held ? rowsHeld(transaction, query) : query).execute();
  return new Map(rows.map((row) => [row.offering_id, row]));
}

async function activeAccounts(transaction: Db, ids: readonly string[], held: boolean): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const query = transaction
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .where('archived', '=', 0)
    .orderBy('account_id');
  const rows = await (held ? rowsHeld(transaction, query) : query).execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Which of the accounts have a primary link to a party that is neither archived nor deleted. */
async function accountsWithParty(transaction: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('links')
    .innerJoin('parties', 'parties.party_id', 'links.related_entry')
    .select('links.first_entry')
    .where('links.first_entry', 'in', [...new Set(ids)])
    // As literal text: SQLite uses the partial index only where the statement says what is in it.
    .where('links.primary_value', '=', sql.lit(1))
    .where('links.deleted_at', 'is', null)
    .where('parties.archived', '=', 0)
    .where('parties.deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ first_entry }) => first_entry));
}

/** Clients whose access the operator stopped, also with that of their parent. */
async function stoppedClients(transaction: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('clients as client')
    .innerJoin('clients as parent', 'parent.client_id', 'client.parent_id')
    .select('client.client_id')
    .where(ofClients(ids, 'client'))
    .where((row) => row.or([row('client.active', '=', 0), row('parent.active', '=', 0)]))
    .execute();
  return new Set(rows.map(({ client_id }) => client_id));
}
