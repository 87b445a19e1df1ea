import { describe, expect, test } from 'vitest';
import { grantedLevel, levelsOf, reaches, scopesGranting } from '../../src/http/methods/scopes.ts';

describe('a scope', () => {
  test('is granted by itself and by its higher levels', () => {
    expect(scopesGranting('account.read')).toEqual([
      'account.read',
      'account.read.pii_low',
      'account.read.pii_medium',
      'account.read.pii_high',
    ]);
    expect(scopesGranting('issuer.read.pii_medium')).toEqual(['issuer.read.pii_medium', 'issuer.read.pii_high']);
    expect(scopesGranting('party.read.pii_high')).toEqual(['party.read.pii_high']);
  });

  test('has no levels unless it reads', () => {
    for (const scope of ['account.write', 'thing', 'thing.read.pii_huge', 'read', 'thing.read.pii_high.pii_low']) {
      expect(scopesGranting(scope)).toEqual([scope]);
      expect(levelsOf(scope)).toEqual([scope]);
    }
  });

  test('can be granted at every level, whichever is asked for', () => {
    const all = ['ats_order.read', 'ats_order.read.pii_low', 'ats_order.read.pii_medium', 'ats_order.read.pii_high'];
    expect(levelsOf('ats_order.read')).toEqual(all);
    expect(levelsOf('ats_order.read.pii_medium')).toEqual(all);
  });
});

describe('the level that a key was granted', () => {
  test('is the highest of the scope, and of no other scope', () => {
    expect(grantedLevel(new Set(['link.read', 'link.read.pii_low']), 'link.read')).toBe('pii_low');
    expect(grantedLevel(new Set(['link.read.pii_high', 'link.read']), 'link.read.pii_medium')).toBe('pii_high');
    expect(grantedLevel(new Set(['link.read']), 'link.read')).toBe('none');
    expect(grantedLevel(new Set(['account.read.pii_high', 'link.write']), 'link.read')).toBeUndefined();
  });

  test('reaches itself and what is below', () => {
    expect(reaches('pii_medium', 'pii_medium')).toBe(true);
    expect(reaches('pii_medium', 'none')).toBe(true);
    expect(reaches('pii_medium', 'pii_high')).toBe(false);
    expect(reaches(undefined, 'none')).toBe(false);
  });
});
