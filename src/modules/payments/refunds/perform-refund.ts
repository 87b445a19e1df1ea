/** performRefund (A31): gives back what is overpaid of a trade. */
import { Decimal } from 'decimal.js';
import Type from 'typebox';
import type { Db, RefundRow, TradeRow } from '../../../database/schema/index.ts';
import { ApiError, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, required, requiredWhen, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { nextId } from '../../shared/ids/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { EVERY_CLIENT, found, insertRecord, newOwned, shownToSchema } from '../../shared/record/index.ts';
import { fromMillionths, millionthsOf, positiveAmount, sixDecimals, toMillionths } from '../../shared/values/index.ts';
import { findTrade, holdTrade, TRADE, type TradeWebhook } from '../../trades/index.ts';
import { openDetails, sealDetails } from '../ach/accounts/index.ts';
import { achRail } from '../ach/index.ts';
import { type Asked, type Chosen, chooseRefund, type RefundDeps } from './choose-refund.ts';
import { refundFields, refundSchema, refundWebhook } from './refund-fields.ts';
import { moveTradeOf, REFUND } from './refund-records.ts';
import { REFUND_RAILS } from './sources.ts';

/** Refunds of one trade, because each further one adds them up. */
const REFUNDS_MAX = 1000;
const MILLION = 1_000_000n;

/** Settled at once: what the operator paid by hand, and what only becomes free. */
const AT_ONCE: ReadonlySet<string> = new Set(['CUSTODY', 'WIRE', 'CHECK']);

/** What a repeated call must say again, with the name of its parameter. */
const REPEATED = { rail: 'rail', payment: 'paymentNumber', amount: 'amount' } as const;

export function performRefund(deps: RefundDeps): Method {
  return operatorMethod({
    name: 'performRefund',
    summary: 'Gives back what is overpaid of a trade, by the way in which it came or by hand',
    description:
      'For operators (A31). ACH goes with the next batch, CARD to the processor at the same time; CUSTODY makes a ' +
      'deposit free at once, and WIRE and CHECK record what the operator paid by hand. Never more than is overpaid ' +
      '(T13), nor than is left of the payment; absent: the newest payment of the rail, all of it. 190 names the day ' +
      'until which the bank may take the payment back. A repeated call with the same tradeId and reference answers ' +
      'the first.',
    amount: (values) => amountAsked(deps, values),
    refusals: [TRADE.unknown, 190, 211, 150],
    fourEyes: async (values) => {
      const isRepeated = (await withReference(deps.db, values.tradeId, values.reference?.trim())) !== undefined;
      if (isRepeated) return false;
      const amount = await amountAsked(deps, values);
      if (amount === undefined) return true;
      const inAll = (await refundedOf(deps.db, values.tradeId)) + toMillionths(amount);
      const waits = inAll > BigInt(deps.ach.refundApprovalAbove) * MILLION;
      // What was judged is what goes back, whatever is overpaid by then.
      return { waits, against: waits ? {} : { amount: new Decimal(amount) } };
    },
    parameters: {
      tradeId: required(numericId({ description: 'a trade of which something is overpaid' })),
      rail: required(choice(REFUND_RAILS, { description: 'how it goes back' })),
      paymentNumber: optional(
        numericId({ description: 'of a payment of the rail, or of a receipt for WIRE and CHECK; absent: the newest' }),
      ),
      amount: optional(positiveAmount('dollars; absent: all that may be given back of the payment')),
      reference: requiredWhen(
        text({ description: 'of the operator: of the wire, or the number of the check', maxLength: 100 }),
        (sent) => sent('rail') === 'WIRE' || sent('rail') === 'CHECK',
      ),
      reason: optional(text({ description: 'why', maxLength: 500 })),
    },
    response: Type.Object({ refund: shownToSchema(refundSchema) }),
    handler: change(deps, async ({ values }, db) => {
      const { tradeId, amount, reference, reason, ...asked } = values;
      const seen = found(TRADE, await findTrade(db, EVERY_CLIENT, tradeId));
      const trade = found(TRADE, await holdTrade(db, { clientId: seen.client_id, tradeId }));
      const said = { ...asked, amount: amount && millionthsOf(amount) };
      const known = reference?.trim();
      const first = known === undefined ? undefined : await recordedBefore(db, trade, { ...said, reference: known });
      if (first !== undefined) return { fields: { refund: refundFields(first) } };
      const chosen = await chooseRefund(deps, db, trade, said);
      const more = { reference: known ?? null, reason: reason ?? null, nowUs: deps.nowUs() };
      const { refund, webhooks } = await insertRefund(deps, db, { trade, chosen, ...more });
      return { fields: { refund: refundFields(refund) }, alsoFires: [refundWebhook(refund), ...webhooks] };
    }),
  });
}

type Values = Omit<Asked, 'amount'> & { readonly tradeId: number; readonly amount?: Decimal | undefined };

/** Dollars; undefined: the call is refused. */
async function amountAsked(deps: RefundDeps, { tradeId, amount, ...asked }: Values): Promise<string | undefined> {
  if (amount !== undefined) return sixDecimals(amount);
  const trade = await findTrade(deps.db, EVERY_CLIENT, tradeId);
  const chosen = trade && (await chooseRefund(deps, deps.db, trade, asked).catch(() => undefined));
  return chosen && fromMillionths(chosen.amount);
}

/** What went back of the trade, or is under way, in millionths. */
async function refundedOf(db: Db, tradeId: number): Promise<bigint> {
  const refunds = db.selectFrom('refunds').select('amount').where('trade_id', '=', tradeId);
  const live = await refunds.where('status', 'in', ['Pending', 'Submitted', 'Settled']).execute();
  return live.reduce((sum, { amount }) => sum + toMillionths(amount), 0n);
}

async function withReference(db: Db, tradeId: number, reference: string | undefined): Promise<RefundRow | undefined> {
  if (reference === undefined) return undefined;
  const of = db.selectFrom('refunds').selectAll().where('trade_id', '=', tradeId);
  return of.where('reference', '=', reference).executeTakeFirst();
}

/** The refund that an earlier call made. Throws 190 naming the value that is another one. */
async function recordedBefore(
  db: Db,
  { trade_id }: TradeRow,
  { reference, rail, paymentNumber, amount }: Asked & { readonly reference: string },
): Promise<RefundRow | undefined> {
  const first = await withReference(db, trade_id, reference);
  if (first === undefined) return undefined;
  const said = { rail, payment: paymentNumber, amount: amount && fromMillionths(amount) };
  for (const [column, name] of Object.entries(REPEATED) as [keyof typeof REPEATED, string][]) {
    if (said[column] === undefined || said[column] === first[column]) continue;
    throw new ApiError(190, `${name}: refund ${first.refund_id} has another one for this reference`);
  }
  return first;
}

interface NewRefund extends Pick<RefundRow, 'reference' | 'reason'> {
  readonly trade: TradeRow;
  readonly chosen: Chosen;
  readonly nowUs: number;
}

async function insertRefund(
  deps: RefundDeps,
  db: Db,
  { trade, chosen, reference, reason, nowUs }: NewRefund,
): Promise<{ readonly refund: RefundRow; readonly webhooks: readonly TradeWebhook[] }> {
  const { trade_id, offering_id, account_id } = trade;
  await refuseTooMany(db, trade_id);
  const refund_id = await nextId(db, 'ach_fund_move');
  const { rail, payment } = chosen;
  const isSettled = AT_ONCE.has(rail);
  const refund: RefundRow = {
    ...newOwned(trade.client_id, nowUs),
    ...{ refund_id, trade_id, offering_id, account_id, rail, payment, reference, reason },
    ...{ amount: fromMillionths(chosen.amount), status: isSettled ? 'Settled' : 'Pending' },
    ...(await bankDetails(deps, db, { refund_id, debit: rail === 'ACH' ? payment : null })),
    ...{ errors: null, batch_day: null, trace_number: null },
    ...{ refund_key: null, refunded_before: null, counted: '0.000000', submitted_at: null, ask_at: null, asked: 0 },
  };
  await insertRecord(db, REFUND, refund);
  return { refund, webhooks: isSettled ? await moveTradeOf(db, trade, { trigger: 'settle', nowUs }) : [] };
}

async function refuseTooMany(db: Db, tradeId: number): Promise<void> {
  const { made } = await db
    .selectFrom('refunds')
    .select((row) => row.fn.countAll<number>().as('made'))
    .where('trade_id', '=', tradeId)
    .executeTakeFirstOrThrow();
  if (Number(made) >= REFUNDS_MAX) throw new ApiError(190, `a trade has at most ${REFUNDS_MAX} refunds`);
}

type BankDetails = Pick<RefundRow, 'full_name' | 'account_type' | 'routing_number_sealed' | 'account_number_sealed'>;

const NO_BANK: BankDetails = {
  ...{ full_name: null, account_type: null, routing_number_sealed: null, account_number_sealed: null },
};

/** Of the debit, sealed for the refund: it goes to the bank account that the money came from. */
async function bankDetails(
  { secrets }: Pick<RefundDeps, 'secrets'>,
  db: Db,
  { refund_id, debit: number }: { readonly refund_id: number; readonly debit: number | null },
): Promise<BankDetails> {
  if (number === null) return NO_BANK;
  const debit = found(achRail.instrument.kind, await achRail.find(db, EVERY_CLIENT, number));
  const numbers = openDetails(secrets, 'ach_fund_moves', debit.ref_num, debit);
  const { full_name, account_type } = debit;
  return { full_name, account_type, ...sealDetails(secrets, 'refunds', refund_id, numbers) };
}
