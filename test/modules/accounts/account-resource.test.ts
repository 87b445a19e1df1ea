import { expect, test } from 'vitest';
import { ACCOUNT_LEVELS, accountItemSchema } from '../../../src/modules/accounts/account-resource.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Answered, fieldsOf } from '../shared/api.ts';
import { refusal, SHOWN, type Shown, set, startWith } from './account-resource-fixture.ts';

describeOnEachDatabase('accounts as a resource', (open) => {
  const start = async (accounts = 1) => startWith(await open(), accounts);
  const listed = (answer: Answered) => fieldsOf(answer).accounts as Shown[];
  const ids = (answer: Answered) => listed(answer).map(({ accountId }) => accountId);

  test('are listed and read with every field', async () => {
    const api = await start();
    expect(fieldsOf(await api.get('accounts'))).toEqual({
      accounts: [SHOWN],
      pagination: { totalRecords: 1, startIndex: 0, endIndex: 0 },
    });
    expect(fieldsOf(await api.get('accounts/A10000001'))).toEqual({ account: SHOWN });
    expect(Object.keys(accountItemSchema.properties).sort()).toEqual(Object.keys(SHOWN).sort());
    expect(api.fired).toEqual([]);
  });

  test('show with each level of the scope what has that level, and REDACTED for the rest', async () => {
    const api = await start();
    const shownTo = async (as: string) => {
      const [item] = listed(await api.get('accounts', { as }));
      expect(fieldsOf(await api.get('accounts/A10000001', { as })).account).toEqual(item);
      for (const [name, value] of Object.entries(item!)) {
        expect(value === 'REDACTED' || value === SHOWN[name as keyof typeof SHOWN], name).toBe(true);
      }
      return Object.keys(item!).filter((name) => item![name] !== 'REDACTED');
    };
    const base = await shownTo('BASE');
    expect(base).toEqual(expect.arrayContaining(['accountId', 'type', 'kycStatus', 'accountstatus', 'createdDate']));
    for (const name of ['accountName', 'email', 'state', 'taxID', 'entityName', 'notes', '506cLimit']) {
      expect(base).not.toContain(name);
    }
    const low = await shownTo('LOW');
    expect(low).toEqual(expect.arrayContaining([...base, 'state', 'country', '506cLimit']));
    const medium = await shownTo('MEDIUM');
    expect(medium).toEqual(expect.arrayContaining([...low, 'accountName', 'email', 'address1', 'phone']));
    expect(
      Object.keys(SHOWN)
        .filter((name) => !medium.includes(name))
        .sort(),
    ).toEqual(['socialSecurityNumber', 'taxID']);
    expect((await shownTo('HIGH')).length).toBe(Object.keys(SHOWN).length);
  });

  test('have a level for every field', () => {
    for (const name of Object.keys(SHOWN)) expect(ACCOUNT_LEVELS.has(name), name).toBe(true);
  });

  test('cannot be found by what the key may not see', async () => {
    const api = await start();
    const guess = await api.get('accounts?filter[email]=trust@example.com', { as: 'LOW' });
    expect([...refusal(guess), guess.body.accounts]).toEqual([403, '1403', []]);
    expect(guess.body.statusDesc).toContain('account.read.pii_medium');
    expect(ids(await api.get('accounts?filter[email]=trust@example.com', { as: 'MEDIUM' }))).toEqual(['A10000001']);
    expect(refusal(await api.get('accounts?filter[taxID]=12-3456789', { as: 'HIGH' }))).toEqual([400, '1400']);
  });

  test('are sorted by nothing that the key may not see', async () => {
    const api = await start(2);
    await set(api, { account_name: 'A first name' });
    expect(ids(await api.get('accounts?sort=accountName:asc', { as: 'MEDIUM' }))).toEqual(['A10000001', 'A10000002']);
    expect(ids(await api.get('accounts?sort=accountName:asc', { as: 'LOW' }))).toEqual(['A10000002', 'A10000001']);
  });

  test('need the scope', async () => {
    const api = await start();
    expect(refusal(await api.get('accounts', { as: 'NONE' }))).toEqual([403, '1403']);
    expect(refusal(await api.get('accounts/A10000001', { as: 'NONE' }))).toEqual([403, '1403']);
    expect(refusal(await api.call('PATCH', 'accounts/A10000001', { account: {} }, { as: 'HIGH' }))).toEqual([
      403,
      '1403',
    ]);
  });

  test('are filtered in every form of C32', async () => {
    const api = await start(3);
    await set(api, { state: 'AL', type: 'Individual' }, 'A10000002');
    await set(api, { state: 'WY', suitability_score: 4 }, 'A10000003');
    for (const [query, expected] of [
      ['filter={"state":["AL","WY"],"type":"Individual"}', ['A10000002']],
      ['filter[state]=AL&filter[state]=WY', ['A10000003', 'A10000002']],
      ['filter=state:WY&filter=type:Entity', ['A10000003']],
      ['filter[accountId]=A10000001', ['A10000001']],
      ['filter[suitabilityScore]=4', ['A10000003']],
      ['filter[accountstatus]=active&limit=1', ['A10000003']],
      ['filter[state]=al', []],
      ['filter[createdDate]=2030-01-02&limit=1', ['A10000003']],
    ] as const) {
      expect(ids(await api.get(`accounts?${query}`)), query).toEqual(expected);
    }
  });

  test('are in lists while they are active, or with deleted=true', async () => {
    const api = await start(3);
    await set(api, { archived: 1 }, 'A10000002');
    await set(api, { deleted_at: 1 }, 'A10000003');
    expect(ids(await api.get('accounts'))).toEqual(['A10000001']);
    const all = await api.get('accounts?deleted=true');
    expect(ids(all)).toEqual(['A10000003', 'A10000002', 'A10000001']);
    expect(all.body.pagination).toMatchObject({ totalRecords: 3 });
    expect(ids(await api.get('accounts?deleted=true&filter[accountstatus]=Archived'))).toEqual(['A10000002']);
    expect(fieldsOf(await api.get('accounts/A10000002')).account).toMatchObject({ accountstatus: 'Archived' });
    expect(refusal(await api.get('accounts/A10000003'))).toEqual([404, '1404']);
  });

  test('are not found when unknown, malformed or another client’s, and no difference shows', async () => {
    const api = await start();
    const unknown = await api.get('accounts/A99999999');
    expect(refusal(unknown)).toEqual([404, '1404']);
    expect(await api.get('accounts/A10000001', { as: 'C2' })).toEqual(unknown);
    for (const id of ['10000001', 'a10000001', "A1'%20or%201=1", 'x'.repeat(90)]) {
      expect(await api.get(`accounts/${id}`), id).toEqual(unknown);
    }
    expect(fieldsOf(await api.get('accounts/A10000001', { as: 'MASTER' })).account).toEqual({
      ...SHOWN,
      clientId: 'C1',
    });
  });
});
