import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/http/methods/status-codes.ts';
import { oneClientIn, readFilter } from '../../../../src/modules/shared/list/filter.ts';

const NOTHING = new URLSearchParams();
const ofQuery = (query: string) => Object.fromEntries(readFilter(new URLSearchParams(query), undefined));
const ofBody = (body: unknown) => Object.fromEntries(readFilter(NOTHING, body));

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 1400) return String(error.options.statusDesc);
    throw error;
  }
  throw new Error('not refused');
}

describe('a filter', () => {
  test.each([
    ['filter={"state":"NY","type":"IRA"}', { state: { values: ['NY'] }, type: { values: ['IRA'] } }],
    ['filter=%EF%BB%BF{"state":"AL"}', { state: { values: ['AL'] } }],
    ['filter={"state":["AL","WY"]}', { state: { values: ['AL', 'WY'] } }],
    ['filter[state]=AL&filter[type]=IRA', { state: { values: ['AL'] }, type: { values: ['IRA'] } }],
    ['filter[state]=AL&filter[state]=WY', { state: { values: ['AL', 'WY'] } }],
    ['filter[state][]=AL&filter[state][]=WY', { state: { values: ['AL', 'WY'] } }],
    ['filter%5Bstate%5D=AL', { state: { values: ['AL'] } }],
    ['filter=state:AL', { state: { values: ['AL'] } }],
    ['filter=state:AL&filter=state:WY&filter=type:IRA', { state: { values: ['AL', 'WY'] }, type: { values: ['IRA'] } }],
    ['filter=note:a:b c', { note: { values: ['a:b c'] } }],
    [
      'filter[date][min]=2030-01-01&filter[date][max]=2030-01-31',
      { date: { values: [], min: '2030-01-01', max: '2030-01-31' } },
    ],
    ['filter={"date":{"min":"2030-01-01"}}', { date: { values: [], min: '2030-01-01' } }],
    ['filter={"name":{"has":"ann"}}', { name: { values: [], has: 'ann' } }],
    ['filter[name][has]=ann', { name: { values: [], has: 'ann' } }],
    ['filter={"score":5,"open":true}', { score: { values: ['5'] }, open: { values: ['true'] } }],
    ['filter[state]=', { state: { values: [''] } }],
    [
      'filter={"506cLimit":"1"}&filter[state]=AL&filter=state:WY',
      { '506cLimit': { values: ['1'] }, state: { values: ['AL', 'WY'] } },
    ],
    ['filter=', {}],
    ['offset=1&sort=filter', {}],
  ])('is read from %s', (query, fields) => {
    expect(ofQuery(query)).toEqual(fields);
  });

  test('is read from a body, as JSON or as text', () => {
    expect(ofBody({ state: ['AL'], date: { max: '9' } })).toEqual({
      state: { values: ['AL'] },
      date: { values: [], max: '9' },
    });
    expect(ofBody('{"state":"AL"}')).toEqual({ state: { values: ['AL'] } });
    expect(ofBody('state:AL')).toEqual({ state: { values: ['AL'] } });
    expect(ofBody(undefined)).toEqual({});
  });

  test.each([
    'filter=<script>alert(1)</script>',
    "filter=' or 1=1 --",
    'filter=select * from accounts',
    'filter=state',
    'filter=:AL',
    'filter={"state"',
    'filter={"state":null}',
    'filter={"state":[]}',
    'filter={"state":["AL",null]}',
    'filter={"state":[["AL"]]}',
    'filter={"state":{}}',
    'filter={"state":{"min":{}}}',
    'filter={"state":{"like":"A"}}',
    'filter=["state"]',
    'filter={"__proto__":{"min":[]}}',
    'filter[]=AL',
    'filter[state=AL',
    'filter[state]x=AL',
    'filter[state][min][max]=AL',
    'filter[state][0]=AL',
    'filter[state][__proto__]=AL',
    `filter={"state":"${'x'.repeat(501)}"}`,
    `filter={"${'x'.repeat(65)}":"y"}`,
    'filter={"state":"a\\u0000b"}',
    'filter={"state":"\\ud800"}',
    `filter={"state":[${'"x",'.repeat(100)}"x"]}`,
    `filter=state:AL&${'filter[state]=x&'.repeat(100)}`,
  ])('is 1400 where it cannot be read: %s', (query) => {
    expect(refusal(() => ofQuery(query))).toContain('"filter"');
  });

  test('of a master key may name one client, whose records are meant', () => {
    const sent = readFilter(new URLSearchParams('filter[clientId]=C1&filter[state]=AL'), undefined);
    const { clientId, filter } = oneClientIn(sent);
    expect([clientId, [...filter.keys()]]).toEqual(['C1', ['state']]);
    expect(oneClientIn(filter).clientId).toBeUndefined();
    for (const query of ['filter[clientId]=C1&filter[clientId]=C2', 'filter[clientId][min]=C1']) {
      const several = readFilter(new URLSearchParams(query), undefined);
      expect(refusal(() => oneClientIn(several))).toContain('takes one value of "clientId"');
    }
  });

  test('has as many values as it may, and not one more', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `filter[state]=${index}`).join('&');
    expect((ofQuery(values(100)) as { state: { values: string[] } }).state.values).toHaveLength(100);
    expect(refusal(() => ofQuery(values(101)))).toContain('must not have more than 100 values');
    const long = (length: number) => `filter[state]=${'x'.repeat(length)}`;
    expect(ofQuery(long(500))).toEqual({ state: { values: ['x'.repeat(500)] } });
    expect(refusal(() => ofQuery(long(501)))).toContain('more than 500 characters');
  });

  test.each([[['state:AL']], [5], [true]])('is 1400 in a body where it cannot be read: %j', (body) => {
    expect(refusal(() => ofBody(body))).toContain('"filter"');
  });

  test('is refused without repeating what could be run in a browser', () => {
    expect(refusal(() => ofQuery('filter={"<img src=x>":"a"}'))).not.toContain('<');
  });

  test('gives each value back as it was sent, in every form', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_]{1,20}$/);
    const value = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(name, fc.array(value, { minLength: 1, maxLength: 5 }), (field, values) => {
        const expected = new Map([[field, { values }]]);
        const brackets = new URLSearchParams(values.map((one) => [`filter[${field}]`, one]));
        const json = new URLSearchParams({ filter: JSON.stringify({ [field]: values }) });
        expect(readFilter(brackets, undefined)).toEqual(expected);
        expect(readFilter(json, undefined)).toEqual(expected);
        expect(readFilter(NOTHING, { [field]: values })).toEqual(expected);
      }),
    );
  });
});
