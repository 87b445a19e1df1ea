/** The ways in which trades are paid, as tests use them all alike. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBatch, settleDue, writeBatchFiles } from '../../../src/modules/payments/ach/batch/index.ts';
import { achDebits, achRail } from '../../../src/modules/payments/ach/index.ts';
import { CardPayments } from '../../../src/modules/payments/cards/card-payments.ts';
import { cardRail } from '../../../src/modules/payments/cards/index.ts';
import { depositDebits, depositRail } from '../../../src/modules/payments/custody/index.ts';
import type { Reader } from '../../../src/modules/shared/record/index.ts';
import { SandboxProcessor } from '../../../src/providers/cards/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import type { PayingInvestor } from './paying-investor.ts';

export const RAILS = ['ach', 'card', 'custody'] as const;
export type Rail = (typeof RAILS)[number];

/** What a Pending payment is once it was sent: by card the processor answers at once. */
export const SENT = { ach: 'Submitted', custody: 'Submitted', card: 'Settled' } as const satisfies Record<Rail, string>;

/** How a trade is paid, and where the payment is stored. */
const WAYS = {
  ach: {
    pay: ['externalFundMove', { amount: '100', description: 'Ten units', checkNumber: 1 }],
    stored: { table: 'ach_fund_moves', id: 'ref_num', state: 'fund_status' },
  },
  card: {
    pay: ['ccFundMove', { createdIpAddress: '192.0.2.1' }],
    stored: { table: 'card_fund_moves', id: 'ref_num', state: 'fund_status' },
  },
  custody: {
    pay: ['createCustodyFundMove', { amount: '100' }],
    stored: { table: 'custody_fund_moves', id: 'reference_number', state: 'status' },
  },
} as const;

export interface PaidTrade {
  readonly rail: Rail;
  readonly tradeId: number;
}

/** Pays for a trade of 100 dollars. */
export function payFor(
  { api }: PayingInvestor,
  rail: Rail,
  tradeId: number,
  { accountId, offeringId }: Pick<PayingInvestor, 'accountId' | 'offeringId'>,
) {
  const [method, fields] = WAYS[rail].pay;
  return api.call('POST', method, { accountId, offeringId, tradeId, ...fields });
}

/** A trade of 100 dollars, with a Pending payment of it. */
export async function aPaidTrade(
  investor: PayingInvestor,
  rail: Rail,
  of: Pick<PayingInvestor, 'accountId' | 'offeringId'>,
): Promise<PaidTrade> {
  const fields = { account_id: of.accountId, transaction_type: 'ACH' };
  const { trade_id: tradeId } = await aTrade(investor.api.database.db, 'C1', of.offeringId, fields);
  fieldsOf(await payFor(investor, rail, tradeId, of));
  return { rail, tradeId };
}

const HAS_MONEY: ReadonlySet<string> = new Set(['FUNDED', 'SETTLED']);

/** Puts trade and payment into states, whatever would lead there. */
export async function put(
  { api }: PayingInvestor,
  { rail, tradeId }: PaidTrade,
  states: { readonly trade?: string; readonly payment?: string },
): Promise<void> {
  const { db } = api.database;
  const { table, state } = WAYS[rail].stored;
  if (states.trade !== undefined) {
    // Where no payment has paid it, other money has.
    const isPaidByHand = HAS_MONEY.has(states.trade) && states.payment !== 'Settled';
    const values = { order_status: states.trade, recorded_amount: isPaidByHand ? '100.000000' : null };
    await db.updateTable('trades').set(values).where('trade_id', '=', tradeId).execute();
  }
  if (states.payment === undefined) return;
  const payment = db.updateTable(table).where('trade_id', '=', tradeId);
  await payment.set({ [state]: states.payment } as object).execute();
}

/** How many dollars the payment with a number is of, as a client or every client's reader sees it. */
export function amountOf({ api }: PayingInvestor, rail: Rail, reader: Reader, number: number) {
  return { ach: achRail, card: cardRail, custody: depositRail }[rail].amountOf(api.database.db, reader, number);
}

/** The states of both, and the number of the payment. */
export async function statesOf(
  { api }: PayingInvestor,
  { rail, tradeId }: PaidTrade,
): Promise<{ readonly trade: string; readonly payment: string; readonly number: number }> {
  const { db } = api.database;
  const trade = await db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId).executeTakeFirstOrThrow();
  const { table, id, state } = WAYS[rail].stored;
  const row = (await db.selectFrom(table).selectAll().where('trade_id', '=', tradeId).executeTakeFirstOrThrow()) as {
    readonly [column: string]: unknown;
  };
  return { trade: trade.order_status, payment: String(row[state]), number: Number(row[id]) };
}

/** Makes the batches that are due, of every way; answers the lines of all entries that went to the bank. */
export async function sendAll({ deps }: PayingInvestor, entriesPerFile?: number): Promise<string[]> {
  const bank = bankOf(deps);
  const cards = { ...deps, cards: new SandboxProcessor() };
  const quiet = { warn: () => {}, error: () => {} };
  await Promise.all([makeBatch(bank, entriesPerFile), new CardPayments(cards, quiet).run()]);
  await writeBatchFiles(bank);
  const files = existsSync(bank.outgoing) ? readdirSync(bank.outgoing) : [];
  return files.flatMap((name) =>
    readFileSync(join(bank.outgoing, name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('6')),
  );
}

/** Settles the debits that did not come back within five bank days. */
export async function settleAll({ deps }: PayingInvestor): Promise<void> {
  await settleDue(bankOf(deps));
}

function bankOf(deps: PayingInvestor['deps']) {
  const folder = temporaryFolder();
  return {
    ...deps,
    ach: TEST_ACH,
    rails: [achDebits, depositDebits],
    settlementDays: 5,
    outgoing: join(folder, 'outgoing'),
    incoming: join(folder, 'incoming'),
  };
}

/** The number of the payment that an entry of a file is of. */
export function numberOf(entry: string): number {
  return Number(entry.slice(39, 54));
}
