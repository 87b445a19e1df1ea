import { setImmediate as nextLoop } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeSlot } from '../../src/http/methods/pipeline.ts';
import { wholeNumber } from '../../src/http/parameters/numbers.ts';
import { required } from '../../src/http/parameters/presence.ts';
import { method } from './methods.ts';
import {
  BODY_CREDENTIALS,
  bodiesIn,
  client,
  exchangeBytes,
  HEADER,
  OneClient,
  rawPost,
  startHosts,
  type TestHosts,
} from './support.ts';

describe('slots of one connection', () => {
  test('are granted at once where nothing is under way', async () => {
    const slot = takeSlot({});
    await slot.granted();
    expect(slot.connection.underWay).toBe(1);
    slot.end();
    slot.end();
    expect(slot.connection.underWay).toBe(0);
  });

  test('begin sixteen at once, and the rest in as many turns of the event loop as it takes', async () => {
    const socket = {};
    const slots = Array.from({ length: 40 }, () => takeSlot(socket));
    const begun: number[] = [];
    for (const [index, { connection }] of slots.entries()) {
      // All came at once: each sees that many are under way.
      expect(connection.mayBegin).toBe(false);
      connection.hold({ begin: () => begun.push(index) });
    }
    await nextLoop();
    expect(begun).toEqual(slots.slice(0, 16).map((_, index) => index));
    await nextLoop();
    expect(begun.length).toBe(32);
    await nextLoop();
    expect(begun).toEqual(slots.map((_, index) => index));
  });

  test('begin at once while few are under way', () => {
    const socket = {};
    const slots = Array.from({ length: 16 }, () => takeSlot(socket));
    expect(slots.every(({ connection }) => connection.mayBegin)).toBe(true);
    expect(takeSlot(socket).connection.mayBegin).toBe(false);
  });

  test('begin while fewer than 256 of them are under way, the others as these end, in their order', async () => {
    const socket = {};
    const slots = Array.from({ length: 300 }, () => takeSlot(socket));
    const begun: number[] = [];
    for (const [index, { connection }] of slots.entries()) connection.hold({ begin: () => begun.push(index) });
    for (let turns = 0; turns < 40; turns++) await nextLoop();
    expect(begun).toEqual(slots.slice(0, 256).map((_, index) => index));
    // Whichever ends makes room.
    for (const index of [255, 0, 7]) slots[index]?.end();
    await nextLoop();
    expect(begun.slice(256)).toEqual([256, 257, 258]);
    for (const slot of slots) slot.end();
    for (let turns = 0; turns < 4; turns++) await nextLoop();
    expect(begun).toEqual(slots.map((_, index) => index));
  });

  test('are granted in order, each after the one before has gone on through any number of promises', async () => {
    const socket = {};
    const order: number[] = [];
    const slots = Array.from({ length: 20 }, () => takeSlot(socket));
    const run = async (index: number) => {
      for (let hop = 0; hop < (index * 7) % 5; hop++) await nextLoop();
      await slots[index]?.granted();
      for (let hop = 0; hop < 20 - index; hop++) await null;
      order.push(index);
    };
    // The last are asked for first.
    await Promise.all(slots.map((_, index) => run(slots.length - 1 - index)));
    expect(order).toEqual(slots.map((_, index) => index));
  });

  test('do not wait for the end of those before, only for their submission', async () => {
    const socket = {};
    const first = takeSlot(socket);
    await first.granted();
    const second = takeSlot(socket);
    await second.granted();
    expect(second.connection.underWay).toBe(2);
  });

  test('are granted at once after those that have said that they have submitted', async () => {
    const socket = {};
    const [first, second, third] = [takeSlot(socket), takeSlot(socket), takeSlot(socket)];
    expect(first.granted()).toBeUndefined();
    const waiting = third.granted();
    expect(waiting).toBeInstanceOf(Promise);
    first.submitted();
    expect(second.granted()).toBeUndefined();
    expect(second.connection.underWay).toBe(3);
    second.submitted();
    await waiting;
    first.end();
    expect(second.connection.underWay).toBe(2);
  });

  test('pass over those that ended without submitting', async () => {
    const socket = {};
    const [first, second, third] = [takeSlot(socket), takeSlot(socket), takeSlot(socket)];
    let granted = false;
    const waiting = third.granted()?.then(() => {
      granted = true;
    });
    second.end();
    await nextLoop();
    expect(granted).toBe(false);
    first.end();
    await waiting;
    expect(granted).toBe(true);
    await second.granted();
  });

  test('of other connections are their own', async () => {
    takeSlot({});
    await takeSlot({}).granted();
  });
});

describe.each([
  ['known at once', false],
  ['looked up', true],
])('50 requests pipelined on one connection, with credentials %s', (_name, later) => {
  let hosts: TestHosts;
  let submitted: number[] = [];
  let read = 0;

  const submit = method({
    name: 'submit',
    parameters: { index: required(wholeNumber()) },
    handler: async (call) => {
      const { index } = call.values;
      // The later the request, the sooner it is ready, and every seventh takes another path.
      for (let hop = 0; hop < 50 - index; hop++) await (index % 7 === 0 ? nextLoop() : null);
      await call.inTurn();
      submitted.push(index);
      await nextLoop();
      return { fields: { index } };
    },
  });
  const look = method({
    name: 'look',
    parameters: { index: required(wholeNumber()) },
    handler: async ({ values }) => {
      await nextLoop();
      read++;
      return { fields: { index: values.index } };
    },
  });
  const refuse = method({
    name: 'refuse',
    parameters: { index: required(wholeNumber()) },
    handler: () => {
      throw new Error('refused before its turn');
    },
  });

  beforeAll(async () => {
    hosts = await startHosts([submit, look, refuse], {
      authenticator: new OneClient(client(), later),
      level: 'silent',
    });
  });
  afterAll(() => hosts.close());

  const all = (count: number) => (received: string) => bodiesIn(received).length >= count;
  const indices = Array.from({ length: 50 }, (_, index) => index);

  test('take effect in the order they were sent, and are answered in it', async () => {
    submitted = [];
    const received = await exchangeBytes(
      hosts.port,
      indices.map((index) => rawPost('/v3/submit', { index })).join(''),
      all(50),
    );
    expect(submitted).toEqual(indices);
    expect(bodiesIn(received).map(({ index }) => index)).toEqual(indices);
  });

  test('also where header and body credentials, forms and JSON take slots', async () => {
    submitted = [];
    const requests = indices.map((index) => {
      if (index % 3 === 0)
        return rawPost('/v3/submit', { index, ...BODY_CREDENTIALS }, { authorization: '' }).replace(
          'authorization: \r\n',
          '',
        );
      if (index % 3 === 1) return rawPost('/v3/submit', { index });
      const form = `index=${index}`;
      return (
        `POST /v3/submit HTTP/1.1\r\nhost: a\r\nauthorization: ${HEADER}\r\ncontent-type: ` +
        `application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`
      );
    });
    await exchangeBytes(hosts.port, requests.join(''), all(50));
    expect(submitted).toEqual(indices);
  });

  test('also where requests that submit nothing, or are refused, are between', async () => {
    submitted = [];
    read = 0;
    const requests = indices.flatMap((index) => [
      rawPost('/v3/submit', { index }),
      rawPost('/v3/look', { index }),
      rawPost('/v3/submit', { index: 'malformed' }),
      rawPost('/v3/refuse', { index }),
      rawPost('/v3/nothing', {}),
      rawPost('/v3/submit', { index }, { authorization: 'Bearer wrong:key' }),
      rawPost('/v3/submit', { index }, { 'content-type': 'text/plain' }).replace('content-type', 'x-type'),
    ]);
    // The last kind has a body without a type; its connection is kept, so all of them are answered.
    const received = await exchangeBytes(hosts.port, requests.join(''), all(350));
    expect(submitted).toEqual(indices);
    expect(read).toBe(50);
    const codes = bodiesIn(received)
      .slice(0, 7)
      .map(({ statusCode }) => statusCode);
    expect(codes).toEqual(['101', '101', '106', '500', '104', '103', '415']);
  });
});
