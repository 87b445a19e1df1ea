import { describe, expect, test } from 'vitest';
import { Malformed } from '../../../../src/http/parameters/kind.ts';
import {
  amountField,
  digitsField,
  millionthsField,
  numberField,
  textField,
  timeField,
  wordField,
} from '../../../../src/modules/shared/record/list-fields.ts';

const DAY = 86_400_000_000;
const NEW_YEAR = Date.UTC(2030, 0, 1) * 1000;

describe('a value of a filter is read as its field is stored', () => {
  test.each([
    ['text', textField('a'), ' As Sent ', { from: ' As Sent ' }],
    ['number', numberField('a'), '0042', { from: 42 }],
    ['number of any length', numberField('a'), '9'.repeat(30), { from: Number.MAX_SAFE_INTEGER }],
    ['digits', digitsField('a'), '1000000', { from: '1000000' }],
    ['amount', amountField('a'), '10.25', { from: '10.250000' }],
    ['millionths', millionthsField('a'), '10.25', { from: 10_250_000 }],
    ['time', timeField('a'), '2030-01-01 00:00:01', { from: NEW_YEAR + 1_000_000, before: NEW_YEAR + 2_000_000 }],
    ['time with T', timeField('a'), '2030-01-01T00:00:00', { from: NEW_YEAR, before: NEW_YEAR + 1_000_000 }],
    ['time without time of day', timeField('a'), '2030-01-01', { from: NEW_YEAR, before: NEW_YEAR + DAY }],
    ['word', wordField('a', { Active: 0, Archived: 1 }), 'archived', { from: 1 }],
  ])('%s', (_kind, field, text, span) => {
    expect(field.read(text)).toEqual(span);
  });

  test.each([
    ['number', numberField('a'), ['', 'x', '-1', '1.5', '1e3', '１']],
    ['digits', digitsField('a'), ['', 'x', '-1', '1.5']],
    ['amount', amountField('a'), ['', 'x', '-1', '1.1234567', '1e3', '.5']],
    ['millionths', millionthsField('a'), ['', 'x', '1.1234567', '1234567890']],
    [
      'time',
      timeField('a'),
      ['', 'yesterday', '2030-02-30', '2030-13-01', '2030-01-01 24:00:00', '01-31-2030', '2030-01-01 1:00:00'],
    ],
    ['word', wordField('a', { Active: 0 }), ['', 'Deleted', 'constructor']],
  ])('or is malformed: %s', (_kind, field, texts) => {
    for (const text of texts) expect(field.read(text), text).toBeInstanceOf(Malformed);
  });
});
