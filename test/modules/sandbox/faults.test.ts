/** Which faults a client has, and for how long (Z10). */
import { expect, test } from 'vitest';
import { ApiError, type Client, type Method } from '../../../src/http/methods/index.ts';
import { FaultRegistry } from '../../../src/modules/sandbox/fault-registry.ts';
import type { PlannedFault } from '../../../src/modules/sandbox/faults.ts';
import { ManualTime } from '../../support/manual-time.ts';

const PLANNED: PlannedFault = {
  ...{ kind: 'unavailable', methods: [], times: 1, lastsMs: undefined },
  ...{ delayMs: 1000, byUs: 60_000_000, bytes: 100 },
};
const ORDER = { name: 'createOrder', group: 'ATS' } as Method;
const CLOCK = { name: 'setClock', group: 'Sandbox' } as Method;
const client = (clientId: string) => ({ clientId }) as Client;

function registry() {
  const time = new ManualTime('2026-11-27T15:00:00Z');
  const faults = new FaultRegistry({
    timers: { nowMs: () => time.nowUs() / 1000, after: time.after.bind(time) },
    methods: () => [ORDER, CLOCK],
    webhooks: new Set(['createTrade']),
  });
  return { time, faults };
}

test('a fault is of its client alone, and happens as often as it was asked for', () => {
  const { faults } = registry();
  expect(faults.isSet).toBe(false);
  const { faultId } = faults.add('C1', { ...PLANNED, times: 2 });
  expect(faults.isSet).toBe(true);
  expect(faults.ofCall(client('C2'), ORDER)).toBeUndefined();
  const fault = faults.ofCall(client('C1'), ORDER);
  expect(fault).toMatchObject({ mark: `unavailable ${faultId}`, dropsAnswer: false, refusal: { statusCode: 503 } });
  expect(faults.of('C1')).toMatchObject([{ faultId, state: 'Set', hits: 1 }]);
  expect(faults.ofCall(client('C1'), ORDER)).toBeDefined();
  expect(faults.ofCall(client('C1'), ORDER)).toBeUndefined();
  expect(faults.of('C1')).toMatchObject([{ faultId, state: 'Over', hits: 2 }]);
  expect(faults.of('C2')).toEqual([]);
  expect(faults.isSet).toBe(false);
});

test('it can be of named methods, and never touches the sandbox or a person', () => {
  const { faults } = registry();
  faults.add('C1', { ...PLANNED, methods: ['cancelOrder'] });
  expect(faults.ofCall(client('C1'), ORDER)).toBeUndefined();
  faults.add('C1', PLANNED);
  expect(faults.ofCall(client('C1'), CLOCK)).toBeUndefined();
  expect(faults.ofCall({ ...client('C1'), user: {} } as Client, ORDER)).toBeUndefined();
  expect(faults.ofCall(client('C1'), ORDER)).toBeDefined();
  expect(faults.unknownName('delay', ['createOrder', 'setClock'])).toBe('setClock');
  expect(faults.unknownName('lateWebhook', ['createTrade', 'createOrder'])).toBe('createOrder');
});

test('one with a time is over when that has passed by the clock of the system', () => {
  const { time, faults } = registry();
  faults.add('C1', { ...PLANNED, kind: 'failOver', times: undefined, lastsMs: 3000 });
  expect(faults.ofCall(client('C1'), ORDER)?.refusal?.options.headers).toEqual({ 'retry-after': '3' });
  time.advanceMs(2999);
  expect(faults.ofCall(client('C1'), ORDER)).toBeDefined();
  time.advanceMs(1);
  expect(faults.ofCall(client('C1'), ORDER)).toBeUndefined();
  expect(faults.of('C1')).toMatchObject([{ state: 'Over', hits: 2 }]);
});

test('one that is set can be ended by its client; a client has a bounded number', () => {
  const { faults } = registry();
  const { faultId } = faults.add('C1', PLANNED);
  expect(faults.end('C2', faultId)).toBeUndefined();
  expect(faults.end('C1', faultId)).toMatchObject({ state: 'Ended', hits: 0 });
  expect(faults.end('C1', faultId)).toBeUndefined();
  for (let count = 0; count < 100; count++) faults.add('C1', PLANNED);
  expect(() => faults.add('C1', PLANNED)).toThrow(ApiError);
  faults.add('C2', PLANNED);
});

test('a delay is over after its time; the first one that was asked for comes first', async () => {
  const { time, faults } = registry();
  faults.add('C1', { ...PLANNED, kind: 'delay', delayMs: 500 });
  faults.add('C1', PLANNED);
  const { delay } = faults.ofCall(client('C1'), ORDER)!;
  let isOver = false;
  void delay?.then(() => {
    isOver = true;
  });
  time.advanceMs(499);
  await Promise.resolve();
  expect(isOver).toBe(false);
  time.advanceMs(1);
  await delay;
  expect(faults.ofCall(client('C1'), ORDER)?.refusal?.statusCode).toBe(503);
});

test('streams are notified of new faults', () => {
  const { faults } = registry();
  const notified: string[] = [];
  const end = faults.onSet((clientId) => void notified.push(clientId));
  faults.add('C1', { ...PLANNED, kind: 'cutStream' });
  end();
  faults.add('C2', { ...PLANNED, kind: 'oldCursor' });
  expect(notified).toEqual(['C1']);
  expect(faults.ofConnection(client('C2'))).toBeUndefined();
  expect(faults.ofConnection(client('C1'))).toMatchObject({ type: 'cut', bytes: 100 });
  expect(faults.ofConnection(client('C1'))).toBeUndefined();
  expect(faults.ofCursor(client('C2'))).toMatch(/fault/);
});
