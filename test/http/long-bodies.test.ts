/** Bodies with long lists, over real sockets: their values are read, checked and hashed in pieces. */
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { idempotencyOf } from '../../src/http/methods/idempotency.ts';
import { defineMethod } from '../../src/http/methods/method.ts';
import { PIECE_RECORDS } from '../../src/http/methods/pieces.ts';
import { list, objectOf } from '../../src/http/parameters/json.ts';
import { type Kind, Malformed } from '../../src/http/parameters/kind.ts';
import { required } from '../../src/http/parameters/presence.ts';
import { countPerTurn } from '../support/turns.ts';
import { call, startHosts, type TestHosts } from './support.ts';

const [HOLDERS, LOTS] = [200, 30];

let hosts: TestHosts | undefined;
afterEach(() => hosts?.close());

/** A method with the shape of setHoldings, and how many lots it read and hashed in each turn. */
async function start() {
  const [read, hashed] = [countPerTurn(), countPerTurn()];
  const hashes: (string | undefined)[] = [];
  const quantity: Kind<{ readonly shares: number }> = {
    schema: Type.Integer(),
    keepEmpty: false,
    read: (value) => {
      read.add();
      if (typeof value !== 'number') return new Malformed('must be a number');
      return {
        get shares() {
          hashed.add();
          return value;
        },
      };
    },
  };
  const lots = list(objectOf({ quantity: required(quantity) }), { maxItems: LOTS });
  const setThings = defineMethod({
    ...{ name: 'setThings', group: 'Test', summary: '', idempotent: true },
    parameters: {
      holdings: required(list(objectOf({ lots: required(lots) }), { maxItems: HOLDERS })),
    },
    response: Type.Object({ lots: Type.Integer() }),
    handler: Object.assign(
      ({ values, idempotency }: Parameters<ReturnType<typeof defineMethod>['handler']>[0]) => {
        hashes.push(idempotency?.bodyHash);
        return { fields: { lots: (values.holdings as { lots: unknown[] }[]).flatMap((one) => one.lots).length } };
      },
      { idempotent: true } as const,
    ),
  });
  hosts = await startHosts([setThings]);
  return { read, hashed, hashes, url: `${hosts.url}/v3/setThings` };
}

const HOLDINGS = Array.from({ length: HOLDERS }, () => ({
  lots: Array.from({ length: LOTS }, (_, index) => ({ quantity: index })),
}));

test('6,000 lots are read and hashed a piece in each turn', async () => {
  const { read, hashed, hashes, url } = await start();
  const reply = await call(url, { holdings: HOLDINGS }, { headers: { 'idempotency-key': 'one' } });
  expect(reply.body).toMatchObject({ statusCode: '101', lots: HOLDERS * LOTS });
  expect([read.total, hashed.total]).toEqual([HOLDERS * LOTS, HOLDERS * LOTS]);
  expect(read.most).toBeLessThanOrEqual(PIECE_RECORDS);
  expect(hashed.most).toBeLessThanOrEqual(PIECE_RECORDS);
  const holdings = HOLDINGS.map(({ lots }) => ({ lots: lots.map((lot) => ({ quantity: { shares: lot.quantity } })) }));
  expect(hashes).toEqual([idempotencyOf('one', 'setThings', { holdings }).bodyHash]);
});

test('so are those that come as the JSON text of a form', async () => {
  const { read, url } = await start();
  const reply = await call(url, new URLSearchParams({ holdings: JSON.stringify(HOLDINGS) }));
  expect(reply.body).toMatchObject({ statusCode: '101', lots: HOLDERS * LOTS });
  expect(read.total).toBe(HOLDERS * LOTS);
  expect(read.most).toBeLessThanOrEqual(PIECE_RECORDS);
});

test('a fault in the middle is named as in a short list, and ends the reading', async () => {
  const { read, url } = await start();
  const holdings = HOLDINGS.map(({ lots }, holder) => ({
    lots: lots.map(({ quantity }, lot) => ({ quantity: holder === 100 && lot === 7 ? 'x' : quantity })),
  }));
  const reply = await call(url, { holdings });
  expect(reply.body).toMatchObject({ statusCode: '106' });
  expect(JSON.stringify(reply.body)).toContain(
    'item 100 field \\"lots\\" item 7 field \\"quantity\\" must be a number',
  );
  expect(read.total).toBe(100 * LOTS + 8);
});
