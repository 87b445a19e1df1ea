/** getRegisterChanges: what changed the register apart from matches (F17). */
import { expect, test } from 'vitest';
import type { UnitsCommand } from '../../../src/exchange/api/issue-commands.ts';
import { RowCheck } from '../../../src/history/check/row-check.ts';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { ISSUER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const securityId = String(SECURITY);
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeStatus: 'Settled' };
const LIMIT = { type: 'Limit', price: '10' };

async function start(open: TestDatabases): Promise<Desk> {
  const reference = { clientIds: async () => ['C1', 'C2', 'C3'] };
  return startDesk(open, (deps, records) => [
    ...transferModule({ ...deps, records, actionsPerSecurityMax: 2 }),
    ...settlementModule(deps),
    ...limitsModule({ ...deps, accounts: { ...deps.accounts, names: async () => new Map() }, reference } as never),
  ]);
}

/** C1 and C2 trade this many shares. */
async function trade(desk: Desk, quantity: number): Promise<string> {
  await desk.order('C2', { ...LIMIT, action: 'Sell', quantity, memberid: '5003' });
  await desk.order('C1', { ...LIMIT, quantity });
  const matches = desk.events.filter((event) => event.type === 'match');
  return String(matches.at(-1)!.match.matchId);
}

const read = async (desk: Desk, as: string, more: Item = {}) =>
  (await desk.ask(as, 'getRegisterChanges', { securityId, ...more })) as {
    readonly changes: readonly Item[];
    readonly nextCursor: string | null;
  };

/** Everything that changes a register, once. */
async function changeAll(desk: Desk): Promise<readonly string[]> {
  const lots = [{ date: '2026-01-05', quantity: 500 }];
  const reason = 'Shares of the round of January';
  await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }], reason });
  await desk.ask('MASTER', 'setPosition', { clientId: 'C3', securityid: securityId, quantity: 7, averageCost: '2' });
  const matches = [await trade(desk, 30), await trade(desk, 20), await trade(desk, 10)];
  const [settled, canceled, corrected] = matches;
  const busted = settled;
  await desk.ask('C1', 'notifySettlement', { ...SETTLED, tradeID: settled });
  await desk.ask(OWNER, 'notifySettlement', { ...SETTLED, tradeID: canceled, tradeStatus: 'Canceled' });
  const terms = { tradeID: corrected, price: '9.5', quantity: 8, reason: 'entered by mistake' };
  await desk.ask('MASTER', 'adjustTrade', terms);
  await desk.ask('MASTER', 'bustTrade', { tradeID: busted, reason: 'a wrong security' });
  const whose = { tradeId: 77, securityId: SECURITY, clientId: 'C1', accountId: 'A1', units: 2_500_000 };
  const issue = { type: 'issue', ...whose, revision: 1, cost: 25_000_000, date: '2026-03-02' } as UnitsCommand;
  expect(await desk.exchange.submit(issue)).toMatchObject({ ok: true });
  expect(await desk.exchange.submit({ type: 'takeBack', ...whose, revision: 2 } as UnitsCommand)).toMatchObject({
    ok: true,
  });
  return matches;
}

describeOnEachDatabase('changes of the register', (open) => {
  test('are listed with their numbers, the entry they change, who made them and why', async () => {
    const desk = await start(open);
    const [settled, canceled, corrected] = await changeAll(desk);
    const { changes, nextCursor } = await read(desk, OWNER);
    expect(nextCursor).toBeNull();
    const ofHolder = (clientId: string) => changes.filter((one) => one.clientId === clientId);
    const none = { matchId: null, tradeId: null, actionId: null, changedEntry: null, changeId: null, reason: null };
    const { changes: reports } = await desk.ask(OWNER, 'getHolderChanges', { securityId });
    expect(ofHolder('C3')).toEqual([
      {
        ...{ ...none, entry: 2, kind: 'position', clientId: 'C3', accountId: null, changedTime: expect.any(String) },
        ...{ quantityBefore: '0', quantityAfter: '7', priceBefore: null, priceAfter: null },
        ...{ costBefore: '0.000000', costAfter: '14.000000', by: 'operator', byClientId: null, userId: null },
      },
    ]);
    // Numbers 3 to 5 are the matches.
    expect(ofHolder('C2')).toMatchObject([
      {
        ...{ entry: 1, kind: 'report', quantityBefore: '0', quantityAfter: '500', by: 'client', byClientId: OWNER },
        ...{ reason: 'Shares of the round of January', changeId: (reports as Item[])[0]!.changeId },
      },
      { entry: 6, kind: 'settled', matchId: settled, changedEntry: 3, by: 'client', byClientId: 'C1' },
      {
        ...{ entry: 7, kind: 'canceled', matchId: canceled, changedEntry: 4, byClientId: OWNER },
        ...{ quantityBefore: '-20', quantityAfter: '0', priceBefore: '10.000000', priceAfter: null },
      },
      {
        ...{ entry: 8, kind: 'correction', matchId: corrected, changedEntry: 5, by: 'operator' },
        ...{ quantityBefore: '-10', quantityAfter: '-8', priceBefore: '10.000000', priceAfter: '9.500000' },
        reason: 'entered by mistake',
      },
      { entry: 9, kind: 'bust', matchId: settled, changedEntry: 3, quantityAfter: '0', reason: 'a wrong security' },
    ]);
    expect(ofHolder('C1').filter(({ accountId }) => accountId === 'A1')).toMatchObject([
      {
        ...{ entry: 10, kind: 'issue', tradeId: '77', quantityBefore: '0', quantityAfter: '2.500000', by: 'venue' },
        costAfter: '25.000000',
      },
      { entry: 11, kind: 'takeBack', tradeId: '77', changedEntry: 10, quantityBefore: '2.500000', quantityAfter: '0' },
    ]);
    const { sums } = await desk.ask(OWNER, 'getRegister', { securityId });
    expect(sums).toMatchObject({ entries: 11 });
    // What is left is what getHolderEntries lists.
    const { entries } = await desk.ask('C1', 'getHolderEntries', { securityId });
    expect(entries).toMatchObject([{ entry: 5, quantity: '8', price: '9.500000' }]);
  });

  test('are read in pages, each by those who may see it', async () => {
    const desk = await start(open);
    await changeAll(desk);
    const all = await read(desk, 'MASTER');
    expect((await read(desk, OWNER)).changes).toEqual(all.changes);
    for (const whose of [{}, { clientId: 'C1' }, { clientId: 'C1', accountId: 'A1' }]) {
      const whole = await read(desk, OWNER, whose);
      const paged: Item[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await read(desk, OWNER, { ...whose, limit: 1, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.changes).toHaveLength(1);
        paged.push(...page.changes);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(whole.changes);
    }
    const own = await read(desk, 'C1');
    const shown = (changes: readonly Item[]) => changes.map(({ entry, kind }) => [entry, kind]);
    expect(shown(own.changes)).toEqual(shown(all.changes.filter(({ clientId }) => clientId === 'C1')));
    expect(await read(desk, 'C1', { clientId: 'C1' })).toEqual(own);
    expect((await read(desk, 'C1', { accountId: 'A1' })).changes).toHaveLength(2);
    // The other side's report of a settlement, and the issuer's reasons, are not shown.
    const ofSeller = await read(desk, 'C2');
    expect(ofSeller.changes).toMatchObject([
      { kind: 'report', byClientId: null, changeId: null, reason: null },
      { kind: 'settled', by: 'client', byClientId: null },
      {},
      {},
      {},
    ]);
    const refused = async (as: string, more: Item, code: string) =>
      errorOf(await desk.call('POST', 'getRegisterChanges', { securityId, ...more }, { as }), code);
    await refused('C1', { clientId: 'C2' }, '162');
    await refused('C1', { securityId: '1' }, '138');
    // As an unknown one: the account of another client.
    for (const accountId of ['A1', 'A99']) await refused('C3', { accountId }, '148');
    expect(await refused('MASTER', { accountId: 'A1' }, '106')).toContain('clientId');
    expect(await refused('C1', { cursor: 'nonsense' }, '106')).toContain('cursor');
  });

  test('what the venue and its history have is the same, and nothing of it is changed later', async () => {
    const desk = await start(open);
    await changeAll(desk);
    await desk.records.reached();
    const rows = () => desk.records.db.selectFrom('register_entry_changes').selectAll().orderBy('seq').execute();
    const before = await rows();
    const problems: string[] = [];
    await new RowCheck(desk.records.db, (text) => problems.push(text)).compare(desk.events);
    expect(problems).toEqual([]);
    await trade(desk, 5);
    await desk.ask('MASTER', 'setPosition', { clientId: 'C3', securityid: securityId, quantity: 9 });
    await desk.records.reached();
    const after = await rows();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
    await desk.records.db
      .updateTable('register_entry_changes')
      .set({ quantity_after: 1 })
      .where('kind', '=', 'bust')
      .execute();
    await new RowCheck(desk.records.db, (text) => problems.push(text)).compare(desk.events);
    expect(problems).toEqual([
      expect.stringContaining('differs in quantity_after'),
      expect.stringContaining('differs in quantity_after'),
    ]);
  });
});

describeOnEachDatabase('the list of changes', (open) => {
  test('is read by an index, whoever asks', async () => {
    const database = await open.history();
    const { watched, queries } = watchQueries(database.db);
    const exchange = {
      lastEventSeq: () => 0,
      security: () => ({ securityId: SECURITY, ownerClientId: OWNER }),
    };
    const records = { db: watched, reached: async () => {} };
    const { getRegisterChanges } = await import('../../../src/modules/transfer/get-register-changes.ts');
    const { handler } = getRegisterChanges({ db: watched, exchange, records } as never);
    const cursor = Buffer.from('{"seq":5,"part":0}').toString('base64url');
    for (const more of [{}, { clientId: 'C1' }, { clientId: 'C1', accountId: 'A1' }]) {
      await handler({ client: { clientId: OWNER }, values: { securityId: SECURITY, cursor, ...more } } as never);
    }
    const names = ['security', 'client', 'holder'];
    expect(queries).toHaveLength(3);
    for (const [index, query] of queries.entries()) {
      const plan = await planOf(database, query, { isSorted: true });
      expect(plan).toContain(`register_entry_changes_${names[index]}`);
    }
  });
});
