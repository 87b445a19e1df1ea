import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { Dispatcher } from '../../bench/support/dispatcher.ts';
import { evenly, runLoad } from '../../bench/support/load.ts';
import { ResponseTimes } from '../../bench/support/response-times.ts';

describe('a schedule', () => {
  test('is even and goes on for the time given', () => {
    expect([...evenly(4, 1000)]).toEqual([0, 250, 500, 750]);
    expect(evenly(20_000, 2000)).toHaveLength(40_000);
    expect(evenly(3, 500)).toHaveLength(1);
  });
});

describe('the dispatcher', () => {
  const sent: string[] = [];
  const dispatcher = (connections: readonly string[], ...dueMs: number[]) =>
    new Dispatcher(Float64Array.from(dueMs), connections, (connection, request, due_ms) =>
      sent.push(`${request} due ${due_ms} on ${connection}`),
    );
  afterEach(() => {
    sent.length = 0;
  });

  test('sends what is due and no more', () => {
    const open = dispatcher(['a', 'b', 'c'], 0, 10, 20);
    open.dispatch(9.9);
    expect(sent).toEqual(['0 due 0 on a']);
    open.dispatch(20);
    expect(sent).toEqual(['0 due 0 on a', '1 due 10 on b', '2 due 20 on c']);
    expect(open.allSent).toBe(true);
  });

  test('keeps the time at which a request was due while it waits for a connection', () => {
    const open = dispatcher(['a'], 0, 10, 20);
    open.dispatch(500);
    open.release('a');
    open.dispatch(700);
    expect(sent).toEqual(['0 due 0 on a', '1 due 10 on a']);
    expect(open.allSent).toBe(false);
  });

  test('takes the connection that has been free longest', () => {
    const open = dispatcher(['a', 'b'], 0, 10, 20);
    open.dispatch(0);
    open.release('a');
    open.dispatch(20);
    expect(sent).toEqual(['0 due 0 on a', '1 due 10 on b', '2 due 20 on a']);
  });

  test('sends each request once, in order, not before it is due, one in flight on each connection', () => {
    const gaps = fc.array(fc.nat(5), { maxLength: 40 });
    const answers = fc.array(fc.record({ wait: fc.nat(8), answered: fc.nat(3) }), { maxLength: 80 });
    fc.assert(
      fc.property(gaps, answers, fc.integer({ min: 1, max: 4 }), (between, turns, size) => {
        let now = 0;
        const dueMs = Float64Array.from(
          between.map(
            (
              (at) => (gap) =>
                (at += gap)
            )(0),
          ),
        );
        const inFlight: number[] = [];
        const requests: number[] = [];
        const connections = Array.from({ length: size }, (_, connection) => connection);
        const open = new Dispatcher(dueMs, connections, (connection, request, due_ms) => {
          expect(inFlight).not.toContain(connection);
          expect(due_ms).toBe(dueMs[request]);
          expect(due_ms).toBeLessThanOrEqual(now);
          inFlight.push(connection);
          requests.push(request);
        });
        for (const { wait, answered } of turns) {
          now += wait;
          for (const connection of inFlight.splice(0, answered)) open.release(connection);
          open.dispatch(now);
          const due = dueMs.filter((due_ms) => due_ms <= now).length;
          // It holds back only for want of a connection.
          expect(requests.length === due || inFlight.length === size).toBe(true);
        }
        expect(requests).toEqual([...dueMs.keys()].slice(0, requests.length));
      }),
    );
  });
});

test('response times give quantiles to three digits', () => {
  const times = new ResponseTimes();
  for (let i = 1; i <= 10_000; i++) times.record(i / 100);
  const { p50_ms, p99_ms, p999_ms, max_ms } = times.quantiles();
  expect(times.count).toBe(10_000);
  expect(p50_ms / 50).toBeCloseTo(1, 2.9);
  expect(p99_ms / 99).toBeCloseTo(1, 2.9);
  expect(p999_ms / 99.9).toBeCloseTo(1, 2.9);
  expect(max_ms / 100).toBeCloseTo(1, 2.9);
});

describe('a load', () => {
  const GOOD = '{"statusCode":"101"}';
  const REQUEST = Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  let server: Server;
  afterEach(() => server.close());

  async function serve(answer: (request: number) => { body: string; status?: number; after_ms?: number }) {
    let requests = 0;
    server = createServer((_request, response) => {
      const { body, status = 200, after_ms } = answer(requests++);
      const end = () => response.writeHead(status, { 'Content-Length': body.length }).end(body);
      if (after_ms === undefined) end();
      else setTimeout(end, after_ms);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, requests: [REQUEST] };
  }

  test('in a closed loop has as many requests answered as it was asked to', async () => {
    const target = await serve(() => ({ body: GOOD }));
    const { times, requests, seconds } = await runLoad({ ...target, connections: 3, count: 20 });
    expect([times.count, requests]).toEqual([20, 20]);
    expect(seconds).toBeGreaterThan(0);
  });

  test('in an open loop counts the wait of those that came due after a slow answer', async () => {
    // Due at 0, 1, .. 29 ms, but the first answer comes after 30 ms: the next ones were late by 29, 28, .. ms.
    const target = await serve((request) => (request === 1 ? { body: GOOD, after_ms: 30 } : { body: GOOD }));
    const { times, late } = await runLoad({ ...target, connections: 1, rate: 1000, duration_ms: 30 });
    expect(times.count).toBe(30);
    expect(times.quantiles().p50_ms).toBeGreaterThan(14);
    expect(late?.quantiles().p50_ms).toBeGreaterThan(13);
  });

  test('in an open loop warms each connection, and leaves out what settles', async () => {
    let answered = 0;
    const target = await serve(() => {
      answered++;
      return { body: GOOD };
    });
    const load = { ...target, connections: 4, rate: 1000, duration_ms: 30, settle_ms: 10 };
    const { times, late, requests, warmUps } = await runLoad(load);
    expect({ requests, warmUps, answered }).toEqual({ requests: 30, warmUps: 4, answered: 34 });
    expect([times.count, late?.count]).toEqual([20, 20]);
  });

  test.each([
    ['another statusCode', { body: '{"statusCode":"102"}' }],
    ['another HTTP status', { body: GOOD, status: 503 }],
  ])('fails at an answer with %s', async (_what, bad) => {
    const target = await serve((request) => (request === 5 ? bad : { body: GOOD }));
    await expect(runLoad({ ...target, connections: 2, count: 20 })).rejects.toThrow('not one good answer');
    await expect(runLoad({ ...target, connections: 2, count: 20 })).resolves.toBeDefined();
  });

  test('with a rate wants a duration', () => {
    expect(() => runLoad({ port: 1, connections: 1, requests: [REQUEST], rate: 10 })).toThrow('duration_ms');
  });
});
