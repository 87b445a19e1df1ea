import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EndpointQueues, type Job, type QueueLimits } from '../../../src/webhooks/delivery/endpoint-queues.ts';

const ROOMY: QueueLimits = {
  runningPerEndpointMax: 2,
  runningPerClientMax: 4,
  runningMax: 8,
  waitingPerEndpointMax: 100,
  bytesPerClientMax: 1000,
  bytesMax: 10_000,
  startsPerTurnMax: 100,
};

/** A queue whose jobs run until reported to end; started holds their names in the order of starting. */
function setUp(limits: Partial<QueueLimits> = {}) {
  const queue = new EndpointQueues<Job & { readonly name: string }>({ ...ROOMY, ...limits }, setImmediate);
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const offer = (clientId: string, receiver: string, name: string, bytes = 1, about: readonly number[] = []): boolean =>
    queue.offer({
      clientId,
      receiver,
      name,
      bytes,
      about,
      run: () => {
        started.push(name);
        return new Promise((resolve) => running.set(name, resolve));
      },
    });
  const end = async (...names: string[]): Promise<void> => {
    for (const name of names) {
      running.get(name)?.();
      running.delete(name);
    }
    await turn();
    await turn();
  };
  return { queue, started, running, offer, end };
}

describe('EndpointQueues', () => {
  test('starts nothing while it is offered jobs', async () => {
    const { queue, started, offer } = setUp();
    offer('A', 'x', 'a1');
    await Promise.resolve();
    expect([started, queue.waiting]).toEqual([[], 1]);
    await turn();
    expect([started, queue.waiting, queue.running]).toEqual([['a1'], 0, 1]);
  });

  test('starts the jobs of a queue in order, a few at once', async () => {
    const { started, offer, end } = setUp();
    for (const name of ['1', '2', '3', '4', '5']) offer('A', 'x', name);
    await turn();
    expect(started).toEqual(['1', '2']);
    await end('2');
    expect(started).toEqual(['1', '2', '3']);
    await end('1', '3');
    expect(started).toEqual(['1', '2', '3', '4', '5']);
  });

  test('keeps the queues of a client apart: one that never ends holds up only itself', async () => {
    const { started, offer, end } = setUp();
    for (const name of ['s1', 's2', 's3']) offer('A', 'slow', name);
    for (const name of ['f1', 'f2', 'f3', 'f4']) offer('A', 'fast', name);
    await turn();
    await end('f1', 'f2');
    await end('f3', 'f4');
    expect(started).toEqual(['s1', 'f1', 's2', 'f2', 'f3', 'f4']);
  });

  test('lets clients take turns when all places are taken', async () => {
    const { started, offer, end } = setUp({ runningMax: 1 });
    for (const name of ['a1', 'a2', 'a3']) offer('A', 'x', name);
    offer('B', 'x', 'b1');
    offer('C', 'x', 'c1');
    await turn();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('bounds what one client runs at once, over all its queues', async () => {
    const { started, offer, end } = setUp({ runningPerClientMax: 3 });
    for (const queue of ['u', 'v', 'w', 'x']) offer('A', queue, queue);
    offer('B', 'u', 'b');
    await turn();
    expect(started).toEqual(['u', 'b', 'v', 'w']);
    await end('v');
    expect(started.at(-1)).toBe('x');
  });

  test('starts a few in a turn, so that other work comes between', async () => {
    const { started, offer } = setUp({ startsPerTurnMax: 2, runningPerEndpointMax: 9, runningPerClientMax: 9 });
    for (const name of ['1', '2', '3', '4', '5']) offer('A', 'x', name);
    const counts: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      await turn();
      counts.push(started.length);
    }
    expect(counts).toEqual([2, 4, 5]);
  });

  test('refuses the newest when a queue, a client or the whole is full, and takes jobs again later', async () => {
    const { queue, offer, end } = setUp({ waitingPerEndpointMax: 2, bytesPerClientMax: 10, bytesMax: 15 });
    expect([offer('A', 'x', '1'), offer('A', 'x', '2'), offer('A', 'x', '3')]).toEqual([true, true, false]);
    expect([offer('A', 'y', '4', 8), offer('A', 'y', '5', 1)]).toEqual([true, false]);
    expect([offer('B', 'x', '6', 6), offer('B', 'x', '7', 5)]).toEqual([false, true]);
    expect(queue.bytes).toBe(15);
    await turn();
    expect(queue.bytes).toBe(15);
    await end('1', '2', '4', '7');
    expect([queue.bytes, queue.running, queue.waiting]).toEqual([0, 0, 0]);
    expect(offer('A', 'x', '8', 10)).toBe(true);
  });

  test('counts a job that rejects as ended', async () => {
    const { queue } = setUp();
    queue.offer({
      clientId: 'A',
      receiver: 'x',
      bytes: 1,
      name: '1',
      about: [],
      run: () => Promise.reject(new Error('lost')),
    });
    await queue.idle();
    expect([queue.running, queue.bytes]).toEqual([0, 0]);
  });

  test('clears waiting jobs, lets the rest run, and goes on working', async () => {
    const { queue, started, offer, end } = setUp();
    for (const name of ['1', '2', '3']) offer('A', 'x', name);
    await turn();
    offer('B', 'y', '4');
    expect(queue.clear().map((job) => job.name)).toEqual(['3', '4']);
    expect([queue.waiting, queue.running, queue.bytes]).toEqual([0, 2, 2]);
    offer('B', 'y', '5');
    await end('1', '2');
    expect(started).toEqual(['1', '2', '5']);
    await end('5');
    await queue.idle();
  });

  test('keeps order and bounds whatever comes', async () => {
    const limits = {
      runningPerEndpointMax: 2,
      runningPerClientMax: 3,
      runningMax: 4,
      waitingPerEndpointMax: 3,
      startsPerTurnMax: 2,
    };
    const client = fc.constantFrom('A', 'B', 'C');
    const step = fc.oneof(
      fc.record({ type: fc.constant('offer' as const), client, queue: fc.constantFrom('x', 'y'), bytes: fc.nat(9) }),
      fc.record({ type: fc.constant('end' as const), pick: fc.nat() }),
      fc.record({ type: fc.constant('turn' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { queue, started, running, offer, end } = setUp({ ...limits, bytesPerClientMax: 40, bytesMax: 80 });
        const taken: string[] = [];
        for (const [index, next] of steps.entries()) {
          if (next.type === 'offer') {
            const name = `${next.client}${next.queue}${index}`;
            if (offer(next.client, next.queue, name, next.bytes)) taken.push(name);
          } else if (next.type === 'end') {
            await end([...running.keys()][next.pick % Math.max(running.size, 1)] ?? '');
          } else await turn();
          const perQueue = Map.groupBy(running.keys(), (name) => name.slice(0, 2));
          const perClient = Map.groupBy(running.keys(), (name) => name.slice(0, 1));
          expect(Math.max(0, ...[...perQueue.values()].map((names) => names.length))).toBeLessThanOrEqual(2);
          expect(Math.max(0, ...[...perClient.values()].map((names) => names.length))).toBeLessThanOrEqual(3);
          expect(running.size).toBeLessThanOrEqual(4);
          expect(queue.bytes).toBeLessThanOrEqual(80);
        }
        while (started.length < taken.length || running.size > 0) await end(...running.keys());
        const byQueue = (names: string[]) => Object.fromEntries(Map.groupBy(names, (name) => name.slice(0, 2)));
        expect(byQueue(started)).toEqual(byQueue(taken));
        expect([queue.bytes, queue.running, queue.waiting]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('jobs about the same order', () => {
  const about = (...ids: number[]) => [1, ids] as const;

  test('run one after the other, in the order of offering, while others of the queue go on', async () => {
    const { queue, started, offer, end } = setUp();
    offer('A', 'x', 'create 7', ...about(7));
    offer('A', 'x', 'fill 7', ...about(7));
    offer('A', 'x', 'create 8', ...about(8));
    offer('A', 'x', 'end 7', ...about(7));
    await end();
    expect(started).toEqual(['create 7', 'create 8']);
    expect(queue.waiting).toBe(2);
    await end('create 7');
    expect(started).toEqual(['create 7', 'create 8', 'fill 7']);
    await end('fill 7');
    expect(started.at(-1)).toBe('end 7');
    await end('end 7', 'create 8');
    expect([queue.waiting, queue.running, queue.bytes]).toEqual([0, 0, 0]);
  });

  test('wait for all that is earlier about either order of a match', async () => {
    const { started, offer, end } = setUp();
    offer('A', 'x', 'create 7', ...about(7));
    offer('A', 'x', 'create 8', ...about(8));
    offer('A', 'x', 'match 7 8', ...about(7, 8));
    offer('A', 'x', 'fill 8', ...about(8));
    await end();
    await end('create 8');
    expect(started).toEqual(['create 7', 'create 8']);
    await end('create 7');
    expect(started).toEqual(['create 7', 'create 8', 'match 7 8']);
    await end('match 7 8');
    expect(started.at(-1)).toBe('fill 8');
  });

  test('come before what was offered later, and hold up no other receiver', async () => {
    const { started, offer, end } = setUp({ runningPerEndpointMax: 1 });
    offer('A', 'x', 'create', ...about(7));
    offer('A', 'x', 'fill', ...about(7));
    offer('A', 'x', 'another', ...about(8));
    offer('A', 'y', 'create at y', ...about(7));
    await end();
    expect(started).toEqual(['create', 'create at y']);
    await end('create');
    expect(started.at(-1)).toBe('fill');
  });

  test('count as waiting, and are given back when the queue is cleared', async () => {
    const { queue, started, offer, end } = setUp({ waitingPerEndpointMax: 1 });
    offer('A', 'x', 'create', ...about(7));
    await end();
    expect(offer('A', 'x', 'fill', ...about(7))).toBe(true);
    expect(offer('A', 'x', 'end', ...about(7))).toBe(false);
    expect(queue.clear().map(({ name }) => name)).toEqual(['fill']);
    await end('create');
    expect(started).toEqual(['create']);
    expect([queue.waiting, queue.running, queue.bytes]).toEqual([0, 0, 0]);
    offer('A', 'x', 'later', ...about(7));
    await end();
    expect(started).toEqual(['create', 'later']);
  });
});
