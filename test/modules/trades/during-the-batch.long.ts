/**
 * What ends trades, payments, accounts and offerings while their payments are sent (T14): each payment is sent or
 * Voided, its trade and the file of the bank say the same, and no call fails.
 */
import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule } from '../../../src/modules/offerings/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { microsOf } from '../../support/manual-time.ts';
import { runs } from '../../support/thorough.ts';
import { MONEY } from './money.ts';
import { aPayingInvestor, type PayingInvestor } from './paying-investor.ts';
import { aPaidTrade, numberOf, type PaidTrade, RAILS, type Rail, SENT, sendAll, statesOf } from './rails.ts';

const FRIDAY_17_00 = microsOf('2026-01-16T22:00:00Z');
const FRIDAY_18_00 = microsOf('2026-01-16T23:00:00Z');

const TRADES = runs(10, 60);
const OF_TRADES = ['cancelInvestment', 'fundReturnRequest', 'updateTradeStatus', 'void'] as const;
type OfTrade = (typeof OF_TRADES)[number];
const OF_ALL = [
  'updateAccountArchiveStatus',
  'deleteAccount',
  'cancelOffering',
  'block',
  'closeCustodyAccount',
] as const;
type OfAll = (typeof OF_ALL)[number];

const VOIDS = {
  ach: ['requestForVoidACH', (RefNum: number) => ({ RefNum })],
  card: ['requestForVoidCCTransaction', (RefNum: number) => ({ RefNum })],
  custody: ['updateCustodyFundMove', (referenceNumber: number) => ({ referenceNumber, status: 'void' })],
} as const;

/** What a call about one trade may have been answered with, and the state of the trade after both. */
function expected(trigger: OfTrade, rail: Rail, isVoided: boolean): readonly [readonly string[], string] {
  const paid = rail === 'card' ? 'FUNDED' : 'CREATED';
  switch (trigger) {
    case 'cancelInvestment':
    case 'fundReturnRequest':
      return [['101'], isVoided ? 'CANCELED' : 'UNWIND PENDING'];
    case 'updateTradeStatus':
      // Other money: refused while the payment is Submitted (T10).
      return isVoided ? [['101'], 'FUNDED'] : [rail === 'card' ? ['101', '150'] : ['150'], paid];
    case 'void':
      return isVoided ? [['101'], 'CREATED'] : [['224'], paid];
  }
}

describeOnEachDatabase('while the batch is made', (open) => {
  const start = async (rail: Rail) => {
    const offerings = (deps: ModuleDeps) => offeringsModule(deps, MONEY);
    const investor = await aPayingInvestor(await open(), [issuersModule, offerings]);
    const { api } = investor;
    api.nowUs = FRIDAY_17_00;
    await api.database.db.updateTable('offerings').set({ sold_shares: '9000.000000' }).execute();
    const trades: PaidTrade[] = [];
    for (let i = 0; i < TRADES; i++) trades.push(await aPaidTrade(investor, rail, investor));
    const numbers = new Map<number, number>();
    for (const trade of trades) numbers.set(trade.tradeId, (await statesOf(investor, trade)).number);
    api.nowUs = FRIDAY_18_00;
    return { investor, trades, numbers };
  };
  const call = async ({ api, accountId }: PayingInvestor, trigger: OfTrade, rail: Rail, of: [number, number]) => {
    const [tradeId, number] = of;
    if (trigger === 'void') return api.call('POST', VOIDS[rail][0], VOIDS[rail][1](number));
    const fields = { tradeId, accountId, orderStatus: 'FUNDED', requestedBy: 'First Last', reason: 'an example' };
    return api.call('POST', trigger, fields);
  };

  test.each(RAILS.flatMap((rail) => OF_TRADES.map((trigger) => [rail, trigger] as const)))(
    `%s: ${TRADES} trades and %s`,
    async (rail, trigger) => {
      const { investor, trades, numbers } = await start(rail);
      const calls = trades
        .toReversed()
        .map(({ tradeId }) => call(investor, trigger, rail, [tradeId, numbers.get(tradeId)!]));
      const [entries, ...answers] = await Promise.all([sendAll(investor), ...calls]);
      const codes = answers.map(({ body }) => String(body.statusCode)).toReversed();
      const sent = new Set(entries.map(numberOf));
      for (const [at, trade] of trades.entries()) {
        const { trade: state, payment, number } = await statesOf(investor, trade);
        const [allowed, after] = expected(trigger, rail, payment === 'Voided');
        // First, so that a failure names the answer.
        expect(allowed).toContain(codes[at]);
        expect([state, payment]).toEqual([after, payment === 'Voided' ? 'Voided' : SENT[rail]]);
        if (rail !== 'card') expect(sent.has(number)).toBe(payment !== 'Voided');
      }
    },
  );

  test.each(RAILS.flatMap((rail) => OF_ALL.map((trigger) => [rail, trigger] as const)))(
    `%s: ${TRADES} trades and %s`,
    async (rail, trigger) => {
      const { investor, trades } = await start(rail);
      const [entries, answer] = await Promise.all([sendAll(investor), end(investor, trigger)]);
      // Money that was sent keeps the account from being deleted.
      expect(trigger === 'deleteAccount' ? ['101', '190'] : ['101']).toContain(answer.body.statusCode);
      const sent = new Set(entries.map(numberOf));
      for (const trade of trades) {
        const { trade: state, payment, number } = await statesOf(investor, trade);
        expect([state, payment]).toEqual(
          payment === 'Voided' ? ['CREATED', 'Voided'] : [rail === 'card' ? 'FUNDED' : 'CREATED', SENT[rail]],
        );
        if (rail !== 'card') expect(sent.has(number)).toBe(payment !== 'Voided');
      }
    },
  );
});

async function end({ api, accountId, offeringId }: PayingInvestor, trigger: OfAll) {
  const master = { as: 'MASTER' };
  if (trigger === 'block') return api.call('POST', 'admin/updateAchBlock', { accountId, blocked: 'Yes' }, master);
  if (trigger === 'closeCustodyAccount') {
    const requests = api.database.db.selectFrom('custody_account_requests').select('request_id');
    const { request_id } = await requests.where('account_id', '=', accountId).executeTakeFirstOrThrow();
    return api.call('POST', 'admin/closeCustodyAccount', { custAccRequestID: request_id }, master);
  }
  if (trigger === 'cancelOffering') return api.call('POST', trigger, { offeringId });
  return api.call('POST', trigger, { accountId, ...(trigger !== 'deleteAccount' && { archiveStatus: '1' }) });
}
