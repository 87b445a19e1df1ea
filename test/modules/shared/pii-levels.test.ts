import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/http/methods/client.ts';
import { REDACTED, withLevels } from '../../../src/http/methods/field-levels.ts';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { ACCOUNT_LEVELS } from '../../../src/modules/accounts/account-resource.ts';
import { maySee, piiTable, uniteLevels } from '../../../src/modules/shared/record/pii-levels.ts';
import { textOrNull, textsSchema } from '../../../src/modules/shared/values/answers.ts';

const TAX_ID = new Map([['taxID', { scope: 'thing.read', level: 'pii_high', hiddenAs: 'end' }]] as const);
const TABLE = uniteLevels(
  piiTable('thing.read', { none: 'id kind details', pii_low: 'region', pii_medium: 'name response', pii_high: 'dob' }),
  TAX_ID,
);
const ITEM = { id: '1', region: null, name: '', dob: '01-31-1980', taxID: '12-3456789' };

function keyWith(...scopes: string[]): Client {
  return { scopes: new Set(scopes) } as unknown as Client;
}

const record = Type.Object({ ...textsSchema('id', 'name', 'dob', 'taxID').properties, region: textOrNull() });

function methodOf(answered: unknown, further: Partial<Method> = {}): Method {
  const method = defineMethod({
    name: 'getThing',
    summary: 'Reads a thing',
    parameters: {},
    response: Type.Object({ details: Type.Array(record) }),
    handler: () => ({ fields: { details: answered } as never }),
  });
  return withLevels(Object.freeze({ ...method, ...further }), TABLE);
}

async function shown(method: Method, ...scopes: string[]): Promise<Record<string, unknown>> {
  return (await method.handler({ client: keyWith(...scopes) } as never)).fields as Record<string, unknown>;
}

describe('fields above the granted level', () => {
  test.each([
    [[], ['id']],
    [['thing.read'], ['id']],
    [['thing.read.pii_low'], ['id', 'region']],
    [
      ['thing.read.pii_medium', 'thing.read'],
      ['id', 'region', 'name'],
    ],
    [['thing.read.pii_high'], ['id', 'region', 'name', 'dob', 'taxID']],
    [['other.read.pii_high'], ['id']],
  ])('are redacted, with or without a value: %j shows %j', async (scopes, names) => {
    const expected = Object.fromEntries(
      Object.entries(ITEM).map(([name, value]) => [name, names.includes(name) ? value : REDACTED]),
    );
    expect(await shown(methodOf([ITEM], { style: 'resource' }), ...scopes)).toEqual({ details: [expected] });
    for (const name of Object.keys(ITEM)) expect(maySee(keyWith(...scopes), TABLE, name)).toBe(names.includes(name));
  });

  test('are redacted in lists of any length, wherever they are', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ ...ITEM, id: String(index) }));
    const { details } = await shown(methodOf(many), 'thing.read');
    expect(details).toHaveLength(250);
    expect((details as (typeof ITEM)[]).map(({ id, dob }) => [id, dob])).toEqual(many.map(({ id }) => [id, REDACTED]));
    const written = Type.Unsafe({
      prefixItems: [{ type: 'boolean' }, { type: 'array', items: record }],
      type: 'array',
    });
    const method = methodOf([true, [ITEM]], { response: Type.Object({ details: written }), idempotent: true });
    expect(await shown(method)).toMatchObject({ details: [true, [{ id: '1', dob: REDACTED, taxID: REDACTED }]] });
  });

  test('may be objects, and the record may be in statusDesc', async () => {
    const response = Type.Object({ statusDesc: record, response: Type.Object({ any: Type.Integer() }) });
    const handler = () => ({ statusDesc: ITEM, fields: { response: { any: 1 } } });
    const method = methodOf([], { response, handler });
    const without = methodOf([], { response, handler: () => ({ statusDesc: ITEM }) });
    expect(await without.handler({ client: keyWith() } as never)).toMatchObject({ statusDesc: { dob: REDACTED } });
    expect(await method.handler({ client: keyWith('thing.read.pii_low') } as never)).toEqual({
      statusDesc: { ...ITEM, name: REDACTED, dob: REDACTED, taxID: 'XX-XXX6789' },
      fields: { response: {} },
    });
  });

  test('are in a table that names each field once, and all of an answer', () => {
    expect(() => piiTable('thing.read', { none: 'id', pii_medium: 'id' })).toThrow('id');
    expect(() => methodOf([], { response: textsSchema('id', 'forgotten') })).toThrow('forgotten');
    expect(() => methodOf([], { response: Type.Object({ name: Type.String({ enum: ['a'] }) }) })).toThrow('name');
    expect(() => methodOf([], { response: Type.Object({ name: Type.Integer() }) })).toThrow('name');
    expect(ACCOUNT_LEVELS.get('taxID')).toMatchObject({ level: 'pii_high', hiddenAs: 'end' });
    expect(ACCOUNT_LEVELS.get('accountId')).toMatchObject({ level: 'none' });
    expect(JSON.stringify(methodOf([]).response)).toContain('"x-needs-scope":"thing.read.pii_medium"');
  });
});

describe('a tax id', () => {
  test.each([
    ['123-45-6789', 'XXX-XX-6789'],
    ['123456789', 'XXXXX6789'],
    ['6789', 'XXXX'],
    ['', ''],
    [null, null],
  ])(
    '%j is masked but for its last four characters below the high level, in reads of the method style',
    async (taxID, masked) => {
      const of = async (...scopes: string[]) => {
        const [one] = (await shown(methodOf([{ ...ITEM, taxID }]), ...scopes)).details as [typeof ITEM];
        return one.taxID;
      };
      expect(await of('thing.read.pii_medium', 'other.read.pii_high')).toBe(masked);
      expect(await of('thing.read.pii_high')).toBe(taxID);
    },
  );
});
