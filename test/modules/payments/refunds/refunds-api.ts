/** Trades of 100 dollars that came by every rail, and what is given back of them. */
import pino from 'pino';
import { makeBatch, settleDue, writeBatchFiles } from '../../../../src/modules/payments/ach/batch/index.ts';
import { achDebits } from '../../../../src/modules/payments/ach/index.ts';
import { depositDebits } from '../../../../src/modules/payments/custody/index.ts';
import { achRefunds, CardRefunds } from '../../../../src/modules/payments/refunds/index.ts';
import { sandboxModule } from '../../../../src/modules/sandbox/index.ts';
import { moneyFields, moneyOfTrade } from '../../../../src/modules/trades/money/index.ts';
import { type CardProcessor, SandboxProcessor } from '../../../../src/providers/cards/index.ts';
import { DAY_US } from '../../../../src/time/units.ts';
import type { TestDatabases } from '../../../support/database.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { fieldsOf } from '../../shared/api.ts';
import { aTrade } from '../../shared/records.ts';
import { aPayingInvestor } from '../../trades/paying-investor.ts';
import { TEST_ACH } from '../ach/ach-settings.ts';

export interface ShownRefund {
  readonly refundId: string | null;
  readonly status: string;
  readonly rail: string;
  readonly paymentNumber: string | null;
  readonly amount: string;
  readonly tradeId: string;
  readonly waitsUntil: string | null;
  readonly reason: string | null;
  readonly errors: string | null;
  readonly traceNumber: string | null;
}

export const PAYMENT_RAILS = ['ACH', 'CARD', 'CUSTODY', 'WIRE', 'CHECK'] as const;
export type PaymentRail = (typeof PAYMENT_RAILS)[number];

/** The method that pays, the key of its number in the answer, and how the operator says that it has settled. */
const WAYS = {
  ACH: ['externalFundMove', 'RefNum', 'updateExternalFundMoveStatus', 'fundStatus', 'RefNum'],
  CARD: ['ccFundMovement', 'ccreferencenumber', 'updateCCFundMoveStatus', 'fundStatus', 'RefNum'],
  CUSTODY: [
    ...['createCustodyFundMove', 'referenceNumber', 'admin/updateCustodyFundMoveStatus', 'status', 'referenceNumber'],
  ],
} as const;

const silent = pino({ level: 'silent' });

export async function startRefunds(open: TestDatabases, { waitDays = 0 }: { readonly waitDays?: number } = {}) {
  const folder = temporaryFolder();
  const bank = {
    ...{ ach: TEST_ACH, rails: [achDebits, depositDebits, achRefunds], settlementDays: 5 },
    ...{ outgoing: `${folder}/outgoing`, incoming: `${folder}/incoming` },
  };
  const investor = await aPayingInvestor(await open(), [(given) => sandboxModule({ ...given, ...bank })], { waitDays });
  const { api, accountId, offeringId, deps } = investor;
  const { db } = api.database;
  // Of the trades that are only rows here.
  await db.updateTable('offerings').set({ sold_shares: '5000.000000', min_amount: '1.000000' }).execute();
  const operator = (method: string, body: object) => api.call('POST', `admin/${method}`, { ...body }, { as: 'MASTER' });
  const refundOf = (answer: Awaited<ReturnType<typeof operator>>) => fieldsOf(answer).refund as unknown as ShownRefund;
  let references = 0;
  const report = async (rail: PaymentRail, number: string, state: string) => {
    if (rail === 'WIRE' || rail === 'CHECK') {
      if (state === 'Returned') fieldsOf(await operator('returnReceipt', { receiptId: number, reason: 'recalled' }));
      return;
    }
    const [, , set, field, key] = WAYS[rail as keyof typeof WAYS];
    fieldsOf(await api.call('POST', set!, { [key!]: number, [field!]: state }, { as: 'MASTER' }));
  };
  /** A payment of the trade by the rail that has settled; its number. */
  const paid = async (rail: PaymentRail, tradeId: number, amount = '100') => {
    if (rail === 'WIRE' || rail === 'CHECK') {
      references++;
      const said = {
        offeringId,
        amount,
        receivedDate: '2030-01-01',
        payer: 'First Last',
        reference: `in ${references}`,
      };
      const answer = await operator(rail === 'WIRE' ? 'recordWire' : 'recordCheck', { ...said, tradeId });
      return (fieldsOf(answer).receipt as { receiptId: string }).receiptId;
    }
    const [method, key] = WAYS[rail];
    const sent = { accountId, offeringId, tradeId, amount, description: 'Ten units', checkNumber: 1 };
    const answer = JSON.stringify(
      fieldsOf(await api.call('POST', method!, { ...sent, createdIpAddress: '192.0.2.1' })),
    );
    const number = new RegExp(`"${key}":"?([0-9]+)`).exec(answer)![1]!;
    for (const state of ['Submitted', 'Settled']) await report(rail, number, state);
    return number;
  };
  const trade = async (more: Parameters<typeof aTrade>[3] = {}) =>
    (await aTrade(db, 'C1', offeringId, { account_id: accountId, transaction_type: 'ACH', ...more })).trade_id;
  const cancel = async (tradeId: number) =>
    fieldsOf(await api.call('POST', 'cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' }));
  return {
    ...investor,
    ...{ db, bank, operator, report, paid, trade, cancel },
    set: (tradeId: number, orderStatus: string) =>
      api.call('POST', 'updateTradeStatus', { tradeId, accountId, orderStatus }, { as: 'MASTER' }),
    /** Asks as the operator and answers the refund. */
    ask: async (method: string, body: object) => refundOf(await operator(method, body)),
    refund: async (tradeId: number, rail: string, more: object = {}) => {
      references++;
      const own = rail === 'WIRE' || rail === 'CHECK' ? { reference: `out ${references}` } : {};
      return refundOf(await operator('performRefund', { tradeId, rail, ...own, ...more }));
    },
    /** What is refused, with its code. */
    refused: async (tradeId: number, rail: string, more: object = {}) => {
      const { body } = await operator('performRefund', { tradeId, rail, ...more });
      return `${body.statusCode} ${body['Error(s)'] ?? ''}`;
    },
    /** An unwound trade that was paid by the rail; the number of its payment, too. */
    unwound: async (rail: PaymentRail, amount = '100') => {
      const tradeId = await trade();
      const number = await paid(rail, tradeId, amount);
      await cancel(tradeId);
      return { tradeId, number };
    },
    list: async (query: object, as = 'MASTER') =>
      fieldsOf(await api.call('POST', 'getRefunds', { ...query }, { as })) as unknown as {
        readonly refunds: readonly ShownRefund[];
        readonly nextCursor: string | null;
      },
    stateOf: async (tradeId: number) => {
      const of = db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId);
      const row = await of.executeTakeFirstOrThrow();
      const { receivedAmount, dueAmount, overpaidAmount } = moneyFields(await moneyOfTrade(db, row));
      return [row.order_status, Number(receivedAmount), Number(dueAmount), Number(overpaidAmount)];
    },
    balances: async (owner: string | number) => {
      const rows = await db.selectFrom('ledger_balances').selectAll().where('owner', '=', String(owner)).execute();
      const there = rows.map(({ kind, amount }) => [kind, Number(amount) / 1_000_000] as const);
      return Object.fromEntries(there.filter(([, amount]) => amount !== 0));
    },
    /** The cut-off of a further day: what is Pending goes to the bank, and to the processor. */
    send: async (cards: CardProcessor = new SandboxProcessor()) => {
      api.nowUs += 4 * DAY_US;
      await makeBatch({ ...deps, ...bank });
      await writeBatchFiles({ ...deps, ...bank });
      await new CardRefunds({ ...deps, cards }, silent).run();
    },
    settle: async () => {
      api.nowUs += 20 * DAY_US;
      await settleDue({ ...deps, ...bank });
    },
    cardRefunds: (cards: CardProcessor) => new CardRefunds({ ...deps, cards }, silent),
  };
}

export type Refunds = Awaited<ReturnType<typeof startRefunds>>;
