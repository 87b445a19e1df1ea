/** The methods of tenders (R14), and what other methods show of them. */
import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { anAccount } from '../shared/accounts.ts';
import { errorOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const securityId = String(SECURITY);

const start = (open: TestDatabases): Promise<Desk> =>
  startDesk(open, (deps, records) => [
    ...transferModule({ ...deps, records, actionsPerSecurityMax: 2 }),
    ...accountsModule(deps),
  ]);

/** The day after the next one. */
function dayAfter({ time }: Desk): string {
  return new Date(time.nowUs() / 1000 + 86_400_000).toISOString().slice(0, 10);
}

async function announce(desk: Desk, over: Item = {}): Promise<Item> {
  const tender = { kind: 'Tender', mostShares: 10, price: '12', exDate: dayAfter(desk) };
  const { corporateAction } = await desk.ask(OWNER, 'createCorporateAction', { securityId, ...tender, ...over });
  return corporateAction as Item;
}

const lots = (quantity: number) => [
  { date: '2026-01-05', quantity: quantity - 4 },
  { date: '2026-02-05', quantity: 4 },
];

describeOnEachDatabase('a tender', (databases) => {
  test('is answered, buys in proportion, and is in register, changes, entries, payments and OCF', async () => {
    const desk = await start(databases);
    const accountId = await anAccount(desk, 'C2');
    const holdings = [
      { clientId: 'C2', accountId, lots: lots(100) },
      { clientId: 'C3', lots: lots(100) },
      { clientId: 'C1', lots: lots(100) },
    ];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings });
    const { actionId, ...shown } = await announce(desk, { redeemedShares: 'Treasury' });
    expect(shown).toMatchObject({ kind: 'Tender', mostShares: '10', price: '12.000000', redeemedShares: 'Treasury' });
    const tender = (as: string, quantity: number, more: Item = {}) =>
      desk.ask(as, 'tenderShares', { securityId, actionId, quantity, ...more });
    const { tender: answer } = await tender('C2', 8, { accountId });
    expect(answer).toEqual({
      ...{ clientId: 'C2', accountId, quantity: '8', bought: null },
      answeredTime: expect.stringMatching(/^2026-.*Z$/),
    });
    await tender('C3', 8);
    expect(await tender('MASTER', 3, { clientId: 'C1' })).toMatchObject({ tender: { clientId: 'C1', quantity: '3' } });
    const waiting = { answers: 3, quantity: '19', bought: null };
    expect(await desk.ask(OWNER, 'getTenders', { securityId, actionId })).toMatchObject({ sums: waiting });
    expect(await tender('C1', 0)).toMatchObject({ tender: null });
    desk.time.moveTo(`${dayAfter(desk)}T21:00:00Z`);
    await desk.exchange.submit({ type: 'cancel', clientId: 'nobody', orderId: 1 as never });
    const tenders = { securityId, actionId };
    const both = [
      { clientId: 'C2', accountId, quantity: '8', bought: '5' },
      { clientId: 'C3', accountId: null, quantity: '8', bought: '5' },
    ];
    for (const as of [OWNER, 'MASTER']) {
      expect(await desk.ask(as, 'getTenders', tenders)).toMatchObject({ tenders: both, nextCursor: null });
    }
    expect(await desk.ask('C3', 'getTenders', tenders)).toMatchObject({ tenders: [{ clientId: 'C3' }] });
    expect(await desk.ask('C1', 'getTenders', tenders)).toMatchObject({ tenders: [] });
    const { tenders: first, nextCursor: cursor } = await desk.ask(OWNER, 'getTenders', { ...tenders, limit: 1 });
    expect(first).toMatchObject([both[0]]);
    // Of all pages, and of what the caller may read.
    for (const [as, sums] of [
      [OWNER, { answers: 2, quantity: '16', bought: '10' }],
      ['MASTER', { answers: 2, quantity: '16', bought: '10' }],
      ['C3', { answers: 1, quantity: '8', bought: '5' }],
      ['C1', { answers: 0, quantity: '0', bought: '0' }],
    ] as const) {
      expect(await desk.ask(as, 'getTenders', { ...tenders, limit: 1 })).toMatchObject({ sums });
    }
    expect(await desk.ask(OWNER, 'getTenders', { ...tenders, cursor })).toMatchObject({ tenders: [both[1]] });
    // The place of another client in the cursor shows nothing of it.
    for (const as of ['C1', 'C3']) {
      expect(await desk.ask(as, 'getTenders', { ...tenders, cursor })).toMatchObject({ tenders: [] });
    }

    const { sums } = await desk.ask(OWNER, 'getRegister', { securityId });
    expect(sums).toMatchObject({ fromOutside: '300', byActions: '0', treasury: '10' });
    const { payments } = await desk.ask(OWNER, 'getActionPayments', tenders);
    const paid = { quantityBefore: '100', unsettledBefore: '0', quantityAfter: '95', amount: '60.000000' };
    expect(payments).toMatchObject([
      { clientId: 'C2', accountId, ...paid },
      { clientId: 'C3', accountId: null, ...paid },
    ]);
    const { changes } = await desk.ask('C3', 'getRegisterChanges', { securityId });
    expect((changes as Item[]).at(-1)).toMatchObject({ kind: 'tender', actionId, quantityAfter: '95', by: 'venue' });
    const { entries } = await desk.ask('C3', 'getHolderEntries', { securityId });
    const entry = { cause: 'tender', actionId, matchId: null, quantity: '-5', price: '12.000000' };
    expect(entries).toMatchObject([{ ...entry, settlement: 'Settled', quantityAfter: '95' }]);
    const { csv } = await desk.ask('C3', 'getHolderEntries', { securityId, format: 'CSV' });
    expect(csv).toMatch(/,tender,,,1,-5,12\.000000,,Settled,95\r\n$/);
    const { ocf } = await desk.ask(OWNER, 'getRegister', { securityId, format: 'OCF' });
    const { items } = JSON.parse(String(ocf)) as { readonly items: readonly Item[] };
    expect(items.filter((one) => one.object_type === 'TX_STOCK_REPURCHASE')).toMatchObject(
      ['C2', 'C3'].map(() => ({ quantity: '5.000000', price: { amount: '12.000000', currency: 'USD' } })),
    );
    const repurchased = new Set(items.flatMap(({ object_type: type, security_id: id }) => (isEnd(type) ? [id] : [])));
    const left = items.filter((one) => one.object_type === 'TX_STOCK_ISSUANCE' && !repurchased.has(one.security_id));
    expect(left.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(290);
  });

  test('refuses wrong terms and answers by name, and a foreign account as an unknown one', async () => {
    const desk = await start(databases);
    const body = { securityId, kind: 'Tender', mostShares: 10, price: '12', exDate: dayAfter(desk) };
    for (const [field, over] of [
      ['mostShares', { mostShares: undefined }],
      ['mostShares', { mostShares: 0 }],
      ['mostShares', { mostShares: '1.5' }],
      ['price', { price: undefined }],
      ['ratio', { ratio: '1:2' }],
      ['mostShares', { kind: 'Redemption' }],
    ] as const) {
      const refused = await desk.call('POST', 'createCorporateAction', { ...body, ...over }, { as: OWNER });
      expect(errorOf(refused, '106')).toContain(field);
    }
    const accountId = await anAccount(desk, 'C2');
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', accountId, lots: lots(100) }] });
    const { actionId } = await announce(desk);
    const split = { kind: 'Split', ratio: '2:1', fractions: 'Up', mostShares: undefined, price: undefined };
    const { actionId: other } = await announce(desk, split);
    const answered = async (as: string, over: Item) => {
      const values = { securityId, actionId, quantity: 1, ...over };
      return (await desk.call('POST', 'tenderShares', values, { as })).body as Item;
    };
    const codes = [
      await answered('C3', { accountId }),
      await answered('C3', { accountId: 'A9999999' }),
      await answered('MASTER', { clientId: 'C2', accountId: 'A9999999' }),
      await answered('C2', { quantity: 1 }),
      await answered('C2', { accountId, quantity: 101 }),
      await answered('C2', { accountId, actionId: other }),
      await answered('C2', { accountId, actionId: '9' }),
      await answered('C2', { accountId, securityId: '999' }),
      await answered('C2', { accountId, quantity: '0.5' }),
      await answered('C2', { accountId, clientId: 'C3' }),
      await answered('MASTER', {}),
    ].map(({ statusCode, reasonCode = null }) => [statusCode, reasonCode]);
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => ['148', null]),
      ...Array.from({ length: 2 }, () => ['190', 'shares-are-not-free']),
      ['190', 'action-takes-no-answers'],
      ['404', 'unknown-action'],
      ['138', 'unknown-security'],
      ...Array.from({ length: 3 }, () => ['106', null]),
    ]);
    const listed = async (asked: string) =>
      (await desk.ask('C2', 'getTenders', { securityId, actionId: asked })).tenders;
    expect([await listed(String(actionId)), await listed(String(other))]).toEqual([[], []]);
    expect(
      errorOf(await desk.call('POST', 'getTenders', { securityId, actionId: '9' }, { as: 'C2' }), '404'),
    ).toBeDefined();
  });

  test('takes answers of active accounts, and lets those of others be withdrawn', async () => {
    const desk = await start(databases);
    const accountIds = [await anAccount(desk, 'C2'), await anAccount(desk, 'C2')];
    const holdings = accountIds.map((accountId) => ({ clientId: 'C2', accountId, lots: lots(100) }));
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings });
    const { actionId } = await announce(desk);
    const tender = async (accountId: string | undefined, quantity: number, as = 'C2') => {
      const values = { securityId, actionId, accountId, quantity };
      return (await desk.call('POST', 'tenderShares', values, { as })).body as Item;
    };
    for (const accountId of accountIds) expect(await tender(accountId, 5)).toMatchObject({ statusCode: '101' });
    const [archived, deleted] = accountIds;
    await desk.ask('C2', 'updateAccountArchiveStatus', { accountId: archived, archiveStatus: 1 });
    await desk.ask('C2', 'deleteAccount', { accountId: deleted });
    for (const accountId of accountIds) {
      expect(await tender(accountId, 6)).toMatchObject({ statusCode: '148' });
      expect(await tender(accountId, 0, 'C3')).toMatchObject({ statusCode: '148' });
      expect(await tender(accountId, 0)).toMatchObject({ statusCode: '101', tender: null });
    }
    expect(await desk.ask('C2', 'getTenders', { securityId, actionId })).toMatchObject({ tenders: [] });
  });
});

const isEnd = (type: unknown): boolean => type !== 'TX_STOCK_ISSUANCE';
