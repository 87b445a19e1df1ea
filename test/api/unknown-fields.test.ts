/**
 * A field that a method does not have is refused or named, and the venue's methods take names in any case (C9, C88).
 */
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import {
  ORDER_CHANGES,
  readsAnyCase,
  refusesUnknown,
  SPECIFICATION_METHODS,
} from '../../src/http/methods/field-rules.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { namesIn, sampleOf, wellFormed } from './samples.ts';
import { type Body, EveryMethod } from './server.ts';

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

const UNKNOWN = 'zzUnknownField';

const entrances = (['v3', 'legacy'] as const).flatMap((host) =>
  entrancesOf(server.methods, host).map((entrance) => ({ ...entrance, host, title: `${host} ${entrance.calledName}` })),
);
type Way = (typeof entrances)[number];

/** Calls with the first verb of the entrance, and what is in its path. */
function call({ host, path, verbs, method }: Way, values: Body) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(sampleOf(name, method.parameters[name]!)));
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !namesIn(path).includes(name)));
  return server.call({ host, verb: verbs[0]!, path: filled, fields, as: method.operator ? 'MASTER' : 'C1' });
}

const faultsIn = ({ statusDesc, 'Error(s)': errors }: Body) => `${errors ?? statusDesc}`.replaceAll('&nbsp;', ' ');

test('the methods of the specification ignore an unknown field, all but those that change an order', async () => {
  const ofSpecification = new Map(server.methods.map((method) => [method.name, method]));
  for (const name of SPECIFICATION_METHODS) expect(ofSpecification.get(name), name).toBeDefined();
  const refusing = new Set(server.methods.filter(refusesUnknown).map(({ name }) => name));
  expect([...SPECIFICATION_METHODS].filter((name) => refusing.has(name))).toEqual([...ORDER_CHANGES]);
  const ours = ['replaceOrder', 'cancelOrders', 'validateOrder', 'getDepth', 'registerWebhook'];
  expect(ours.filter((name) => !refusing.has(name))).toEqual([]);
});

test('the methods of one kind of record are alike', () => {
  const recordOf = (name: string) =>
    name
      .replace(/^[a-z]+/, '')
      .replace(/s$/, '')
      .toLowerCase();
  const records = new Set([...SPECIFICATION_METHODS].map(recordOf).filter((name) => name !== ''));
  const plain = server.methods.filter(({ style, path }) => style !== 'resource' && path === undefined);
  const unlike = plain.filter(({ name }) => records.has(recordOf(name)) && !SPECIFICATION_METHODS.has(name));
  const extensions = 'adjustTrade admitOffering bustTrade cancelOrders explainOrder replaceOrder updateMarketHoliday';
  expect(unlike.map(({ name }) => name).sort()).toEqual([...extensions.split(' '), 'validateOrder']);
});

describe.each(entrances)('$title', (way) => {
  const { method } = way;

  test('refuses a field that it does not have, or names it in the header', async () => {
    const { http, body, ignored } = await call(way, { ...wellFormed(method), [UNKNOWN]: 'x' });
    if (refusesUnknown(method)) {
      expect([http, body.statusCode]).toEqual(method.style === 'resource' ? [400, '1400'] : [200, '106']);
      expect(faultsIn(body)).toContain(UNKNOWN);
    } else {
      expect(ignored).toBe(UNKNOWN);
      expect(faultsIn(body)).not.toContain(UNKNOWN);
    }
  });

  test('says nothing of a call whose fields it all has', async () => {
    const { body, ignored } = await call(way, wellFormed(method));
    expect(ignored).toBeUndefined();
    expect(faultsIn(body)).not.toContain('is not known');
  });
});

const misspelt = entrances.filter(({ method }) => refusesUnknown(method) && inBody(method).length > 0);

function inBody({ path = '', parameters }: Method): string[] {
  return Object.keys(parameters).filter((name) => !namesIn(path).includes(name) && name.length > 4);
}

test.each(misspelt)('$title names the nearest field of a misspelt one', async (way) => {
  for (const name of inBody(way.method)) {
    const { body } = await call(way, { ...wellFormed(way.method), [`${name}x`]: '1' });
    expect(faultsIn(body)).toMatch(new RegExp(`${name}x"? ?: ?|${name}x`));
    expect(faultsIn(body)).toContain('is not known; the nearest is ');
  }
});

const foldings: readonly ((name: string) => string)[] = [(name) => name.toLowerCase(), (name) => name.toUpperCase()];
const atsWays = entrances.filter(({ method }) => readsAnyCase(method));

test.each(atsWays)('$title takes its fields in any case, and none of them twice', async (way) => {
  const values = wellFormed(way.method);
  const names = Object.keys(values).filter((name) => !namesIn(way.path).includes(name));
  const usual = await call(way, values);
  for (const fold of foldings) {
    const folded = Object.fromEntries(Object.entries(values).map(([name, value]) => [fold(name), value]));
    const { http, body } = await call(way, folded);
    expect([http, body.statusCode, body['Error(s)']]).toEqual([
      usual.http,
      usual.body.statusCode,
      usual.body['Error(s)'],
    ]);
  }
  for (const name of names) {
    const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    const { body } = await call(way, { ...values, [other]: values[name] });
    expect(faultsIn(body)).toContain('is sent twice');
  }
});

test('no other method takes another case', async () => {
  const { ignored } = await call(entrances.find(({ title }) => title === 'v3 getIssuer')!, { ISSUERID: '1' });
  expect(ignored).toBe('ISSUERID');
});

test('a client id without a key is the parameter of that name, and never ignored', async () => {
  const cancelOrders = entrances.find(({ title }) => title === 'v3 cancelOrders')!;
  const { body } = await call(cancelOrders, { clientID: 'C2' });
  expect(faultsIn(body)).toContain('clientId');
  expect(body.statusCode).toBe('106');
});

test('what a caller made up fits into the header', async () => {
  const getIssuer = entrances.find(({ title }) => title === 'v3 getIssuer')!;
  const { ignored } = await call(getIssuer, { 'a, b\r\nc: "é\ud800': 1, ['x'.repeat(200)]: 1 });
  expect(ignored).toBe(`a%2C%20b%0D%0Ac%3A%20%22%C3%A9%EF%BF%BD, ${'x'.repeat(100)}`);
});
