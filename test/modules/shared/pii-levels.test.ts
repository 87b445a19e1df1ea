import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/http/methods/client.ts';
import { ACCOUNT_PII } from '../../../src/modules/accounts/account-resource.ts';
import { maskedTaxId, maySee, piiTable, REDACTED, redaction } from '../../../src/modules/shared/record/pii-levels.ts';

const TABLE = piiTable('thing.read', { none: 'id', pii_low: 'region', pii_medium: 'name street', pii_high: 'taxID' });
const ITEM = { id: '1', region: null, name: '', street: 'Example Street', taxID: '12-3456789', forgotten: 'x' };

function keyWith(...scopes: string[]): Client {
  return { scopes: new Set(scopes) } as unknown as Client;
}

describe('fields above the granted level', () => {
  test.each([
    [['thing.read'], ['id']],
    [['thing.read.pii_low'], ['id', 'region']],
    [
      ['thing.read.pii_medium', 'thing.read'],
      ['id', 'region', 'name', 'street'],
    ],
    [['thing.read.pii_high'], ['id', 'region', 'name', 'street', 'taxID', 'forgotten']],
    [['other.read.pii_high'], []],
  ])('are redacted, with or without a value: %j shows %j', (scopes, shown) => {
    const key = keyWith(...scopes);
    const expected = Object.fromEntries(
      Object.entries(ITEM).map(([name, value]) => [name, shown.includes(name) ? value : REDACTED]),
    );
    expect(redaction(key, TABLE)(ITEM)).toEqual(expected);
    for (const name of Object.keys(ITEM)) expect(maySee(key, TABLE, name)).toBe(shown.includes(name));
  });

  test('are in a table that names each field once', () => {
    expect(() => piiTable('thing.read', { none: 'id', pii_low: '', pii_medium: 'id', pii_high: '' })).toThrow('id');
    expect(ACCOUNT_PII.levels.get('taxID')).toBe('pii_high');
    expect(ACCOUNT_PII.levels.get('accountId')).toBe('none');
  });
});

describe('a tax id', () => {
  test('is masked but for its last four characters below the high level', () => {
    const key = keyWith('party.read.pii_medium', 'account.read.pii_high');
    expect(maskedTaxId(key, 'party.read', '123-45-6789')).toBe('XXX-XX-6789');
    expect(maskedTaxId(key, 'party.read', '123456789')).toBe('XXXXX6789');
    expect(maskedTaxId(key, 'party.read', '6789')).toBe('XXXX');
    expect(maskedTaxId(key, 'party.read', '')).toBe('');
    expect(maskedTaxId(key, 'party.read', null)).toBeNull();
    expect(maskedTaxId(keyWith('party.read.pii_high'), 'party.read', '123-45-6789')).toBe('123-45-6789');
  });
});
