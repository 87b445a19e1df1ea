import { describe, expect, test } from 'vitest';
import { choice } from '../../../src/http/parameters/choices.ts';
import { Malformed } from '../../../src/http/parameters/kind.ts';
import { date } from '../../../src/http/parameters/times.ts';
import { asSent, customField, phone, tags } from '../../../src/modules/shared/values/parameters.ts';

describe('shared parameters', () => {
  test('asSent checks, and keeps what was sent', () => {
    expect(asSent(choice(['Equity', 'Fund'])).read('FUND')).toBe('FUND');
    expect(asSent(choice(['Equity', 'Fund'])).read('Bond')).toBeInstanceOf(Malformed);
    expect(asSent(date()).read('01-31-2030')).toBe('01-31-2030');
    expect(asSent(date()).read('02-30-2030')).toBeInstanceOf(Malformed);
  });

  test('tags are at most ten', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `tag ${index}`).join(', ');
    expect(tags().read(ten)).toBe(ten);
    expect(tags().read(`${ten},`)).toBe(`${ten},`);
    expect(tags().read(`${ten},one more`)).toBeInstanceOf(Malformed);
  });

  test('telephone numbers are digits with the usual marks', () => {
    for (const sent of ['5551234567', '+1 (555) 123-4567', '(555) 123.4567']) expect(phone().read(sent)).toBe(sent);
    expect(phone().read(5551234567)).toBe('5551234567');
    for (const sent of ['call me', '-5', '5'.repeat(41), true]) expect(phone().read(sent)).toBeInstanceOf(Malformed);
  });

  test('custom fields can be cleared', () => {
    expect(customField().keepEmpty).toBe(true);
    expect(customField().read('')).toBe('');
  });
});
