/** A trade is paid in one way: each way of paying against each other (T13). */
import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets.ts';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { achModule } from '../../../src/modules/ach/index.ts';
import { insertCard } from '../../../src/modules/cards/card-records.ts';
import { cardsModule } from '../../../src/modules/cards/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { SandboxProcessor } from '../../../src/providers/cards/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { bankAccount, link } from '../ach/fixture.ts';
import { TEST_ACH } from '../ach/means.ts';
import { aRequest, custodyModule, decide } from '../custody/custody-api.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade, NOW } from '../shared/records.ts';
import { MONEY } from './money.ts';

interface Investor {
  readonly api: Api;
  readonly accountId: string;
  readonly offeringId: number;
}

/** An account that could pay in every way. */
async function anInvestor(database: Database): Promise<Investor> {
  const { db } = database;
  const api = await startApi(database, [
    (services) => accountsModule(services),
    partiesModule,
    linksModule,
    (services) => achModule({ ...services, ach: TEST_ACH }, MONEY),
    (services) => cardsModule({ ...services, cards: new SandboxProcessor(), cardAmountMax: 5000 }, MONEY),
    custodyModule,
  ]);
  const accountId = await anAccount(api);
  await link(api, accountId);
  await bankAccount(api, accountId);
  fieldsOf(await decide(api, await aRequest(api, accountId), 'Approved'));
  const card = { card_holder: 'First Last', card_type: 'Visa', last_four: '4242', expiration: '1235' };
  const kept = { ...card, billing_zip: '10001', token: 'sandbox_accepted_1' };
  await insertCard(
    { db, secrets: new Secrets([Buffer.alloc(32, 7)]) },
    { clientId: 'C1', accountId, cardId: 1 },
    kept,
    NOW,
  );
  const { offering_id: offeringId } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
  return { api, accountId, offeringId };
}

/** Each way to pay: the method and what is sent, and where the payment is stored. */
const WAYS = {
  ach: {
    call: { method: 'externalFundMove', fields: { amount: '100', description: 'Ten units', checkNumber: 1 } },
    stored: { table: 'ach_fund_moves', state: 'fund_status' },
  },
  'card, the amount of the trade': {
    call: { method: 'ccFundMove', fields: { createdIpAddress: '192.0.2.1' } },
    stored: { table: 'card_fund_moves', state: 'fund_status' },
  },
  'card, another amount': {
    call: { method: 'ccFundMovement', fields: { amount: '99', createdIpAddress: '192.0.2.1' } },
    stored: { table: 'card_fund_moves', state: 'fund_status' },
  },
  custody: {
    call: { method: 'createCustodyFundMove', fields: { amount: '100' } },
    stored: { table: 'custody_fund_moves', state: 'status' },
  },
} as const;
type Way = keyof typeof WAYS;

/** The statusCode of an attempt to pay the trade. */
async function pay({ api, accountId, offeringId }: Investor, way: Way, tradeId: number): Promise<unknown> {
  const { method, fields } = WAYS[way].call;
  return (await api.call('POST', method, { accountId, offeringId, tradeId, ...fields })).body.statusCode;
}

/** What becomes of the payment; the trade is CREATED, which the operator may set it to whatever was paid. */
async function put({ api }: Investor, way: Way, tradeId: number, state: string): Promise<void> {
  const { table, state: column } = WAYS[way].stored;
  const changed = api.database.db.updateTable(table).where('trade_id', '=', tradeId);
  await changed.set({ [column]: state } as object).execute();
}

describeOnEachDatabase('a trade that is being paid', (open) => {
  test('is not paid in another way; one whose payment came to nothing is', { timeout: 30_000 }, async () => {
    const investor = await anInvestor(await open());
    const names = Object.keys(WAYS) as Way[];
    const told: string[] = [];
    const expected: string[] = [];
    for (const first of names) {
      for (const [turn, second] of names.entries()) {
        const of = { account_id: investor.accountId, transaction_type: 'ACH' };
        const { trade_id } = await aTrade(investor.api.database.db, 'C1', investor.offeringId, of);
        expect(await pay(investor, first, trade_id), first).toBe('101');
        for (const state of ['Pending', 'Submitted', 'Settled']) {
          await put(investor, first, trade_id, state);
          told.push(`${first} is ${state}, then ${second}: ${await pay(investor, second, trade_id)}`);
          // A second debit by ACH has a code of its own once the first was sent (A8).
          const code = first === 'ach' && second === 'ach' && state !== 'Pending' ? 210 : 150;
          expected.push(`${first} is ${state}, then ${second}: ${code}`);
        }
        await put(investor, first, trade_id, turn % 2 === 0 ? 'Voided' : 'Returned');
        told.push(`${first} is over, then ${second}: ${await pay(investor, second, trade_id)}`);
        expected.push(`${first} is over, then ${second}: 101`);
      }
    }
    expect(told).toEqual(expected);
  });

  test('is paid once when all ways are tried at the same moment', async () => {
    const investor = await anInvestor(await open());
    const of = { account_id: investor.accountId, transaction_type: 'ACH' };
    for (let round = 0; round < 3; round++) {
      const { trade_id } = await aTrade(investor.api.database.db, 'C1', investor.offeringId, of);
      const codes = await Promise.all((Object.keys(WAYS) as Way[]).map((way) => pay(investor, way, trade_id)));
      expect(codes.sort()).toEqual(['101', '150', '150', '150']);
    }
  });
});
