/** Empty text in an update clears a field that may be empty, and is refused for another (C16). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Method } from '../../src/http/methods/method.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import type { Kind } from './kinds.ts';
import { Records } from './records.ts';
import { sampleOf, wellFormed } from './samples.ts';
import { type Body, EveryMethod } from './server.ts';

interface Updated {
  readonly update: string;
  readonly read: string;
  /** The parameters that name the record, and which record it is. */
  readonly ids: Readonly<Record<string, Kind>>;
  /** The method that makes what is updated, with nothing but what it requires. */
  readonly create?: string;
}

const UPDATED: readonly Updated[] = [
  { create: 'createParty', update: 'updateParty', read: 'getParty', ids: {} },
  { create: 'createEntity', update: 'updateEntity', read: 'getEntity', ids: {} },
  { update: 'updateAccount', read: 'getAccount', ids: { accountId: 'account' } },
  { update: 'updateOffering', read: 'getOffering', ids: { offeringId: 'offering' } },
  { update: 'updateTrade', read: 'getTrade', ids: { tradeId: 'trade', accountId: 'account' } },
  ...supplemented('IssuerAccount', { issuerId: 'issuer' }),
  ...supplemented('EntitySupp', { entityID: 'entity' }),
  ...supplemented('CustodyAccountSupplement', { accountId: 'account' }),
  ...supplemented('CustodyPartySupplement', { partyId: 'party' }),
];

const BORN = '01-31-1980';

function supplemented(name: string, ids: Updated['ids']): Updated[] {
  return [{ create: `create${name}`, update: `update${name}`, read: `get${name}`, ids }];
}

describeOnEachDatabase('empty text', (open) => {
  let server: EveryMethod;
  beforeEach(async () => {
    server = await EveryMethod.start(await open());
  });
  afterEach(() => server.close());

  const methodNamed = (name: string) => server.methods.find((one) => one.name === name && one.host !== 'legacy')!;
  const call = async (method: Method, fields: Body) => {
    const verb = [method.verb].flat()[0]!;
    const as = method.operator ? 'MASTER' : 'C1';
    return (await server.call({ host: 'v3', verb, path: method.path ?? `/v3/${method.name}`, fields, as })).body;
  };

  /** Those of the ids that the method takes: others are refused as unknown. */
  const ownOf = (name: string, ids: Record<string, string>) =>
    Object.fromEntries(Object.entries(ids).filter(([id]) => id in methodNamed(name).parameters));

  test.each(UPDATED)('$update clears what it can', async ({ create, update, read, ids }) => {
    const records = new Records(server, 'C1');
    const of: Record<string, string> = {};
    for (const [name, kind] of Object.entries(ids)) of[name] = await records.id(kind);
    if (create !== undefined) {
      const needed = wellFormed(methodNamed(create));
      const made = await call(methodNamed(create), { ...needed, ...('dob' in needed ? { dob: BORN } : {}), ...of });
      of.partyId ??= /"([PE][0-9]+)"/.exec(JSON.stringify(made))?.[1] ?? '';
    }
    const { parameters } = methodNamed(update);
    const clearable = Object.entries(parameters).filter(
      ([, { presence, keepEmpty }]) => presence === 'optional' && keepEmpty,
    );
    expect(clearable.length).toBeGreaterThan(4);
    const shown = async () =>
      JSON.stringify(await call(methodNamed(read), ownOf(read, of)), withoutTime).replaceAll(':null', ':""');
    const change = async (sent: (field: (typeof clearable)[number]) => unknown) => {
      const values = Object.fromEntries(clearable.map((field) => [field[0], sent(field)]));
      expect(await call(methodNamed(update), { ...ownOf(update, of), ...values })).toMatchObject({ statusCode: '101' });
      return shown();
    };
    const before = await shown();
    expect(await change(([name, parameter]) => (name === 'dob' ? BORN : sampleOf(name, parameter)))).not.toBe(before);
    expect(await change(() => '')).toBe(before);
  });

  test('is refused by updates for what they cannot clear', async () => {
    const refused: string[] = [];
    for (const method of server.methods.filter(({ name }) => /^(edit|replace|set|update)[A-Z]/.test(name))) {
      for (const [field, { presence, keepEmpty, requiredWhen }] of Object.entries(method.parameters)) {
        if (presence !== 'optional' || keepEmpty || requiredWhen !== undefined || method.host === 'legacy') continue;
        const answer = await call(method, { ...wellFormed(method), [field]: ' ' });
        expect(answer['Error(s)'], `${method.name}.${field}`).toBe(`<br />${field}&nbsp;&nbsp;: must not be empty`);
        refused.push(`${method.name}.${field}`);
      }
    }
    expect(refused.length).toBeGreaterThan(50);
  });
});

/** Updates change the time of the last one. */
function withoutTime(name: string, value: unknown): unknown {
  return name === 'updatedDate' ? undefined : value;
}
