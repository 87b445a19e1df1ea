/** Planted faults of the outbox: each is found by an assertion. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../src/database/schema/index.ts';
import type { Delivery } from '../../../src/webhooks/delivery/index.ts';
import { Outbox, VenueOutbox } from '../../../src/webhooks/outbox/index.ts';
import { Uncommitted } from '../../../src/webhooks/outbox/uncommitted.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { MemoryLog } from '../receiver.ts';

afterEach(() => vi.restoreAllMocks());

const brokenRule = (rule: string) =>
  expect.objectContaining({ name: 'InvariantViolated', message: expect.stringContaining(`(${rule})`) });

const target = { id: 'W1', url: 'http://127.0.0.1:9/', retries: false, ordered: false };
const delivery = { id: 'D1', clientId: 'C1', method: 'createLink', target, about: [] } as never as Delivery;

/** An outbox without a database: neither fault comes as far as a statement. */
function anOutbox(targets: readonly object[]) {
  const offered: Delivery[] = [];
  const timers = { after: () => () => {}, nowMs: () => 0 };
  const registrations = { targetsIn: () => targets, targetsOf: () => targets };
  const ends: (() => void)[] = [];
  const dispatcher = {
    offer: (one: Delivery, { ended }: { readonly ended: (retryAtMs: null) => void }) => {
      ends.push(() => ended(null));
      return offered.push(one) > 0;
    },
  };
  const outbox = new Outbox({
    ...{ timers, registrations, dispatcher, nowUs: () => 0, rowsPerClientMax: 10 },
    names: { required: (name: string) => name },
    deliveryLog: { record: () => {}, onWritten: () => {} },
  } as never);
  return { outbox, offered, ends };
}

test('a webhook is offered before its transaction has committed: found by C71', () => {
  const { outbox, offered } = anOutbox([target]);
  const transaction = {} as Db;
  vi.spyOn(Uncommitted.prototype, 'take').mockImplementation(function (this: Uncommitted) {
    this.add(transaction, [delivery]);
    return [delivery];
  });
  expect(() => outbox.committed(transaction)).toThrow(brokenRule('C71'));
  expect(offered).toEqual([]);
});

test('a delivery ends twice: found by C71', () => {
  const { outbox, ends } = anOutbox([target]);
  outbox.send([delivery]);
  ends[0]?.();
  expect(ends[0]).toThrow(brokenRule('C71'));
});

test('a registration would get two rows for one webhook: found by C71', async () => {
  const { outbox } = anOutbox([target, target]);
  const transaction = { isTransaction: true } as Db;
  const webhook = { clientId: 'C1', method: 'createLink', fields: {} };
  await expect(outbox.add(transaction, webhook as never)).rejects.toThrow(brokenRule('C71'));
});

describeOnEachDatabase('webhooks that a transaction writes', (open) => {
  test('a delivery is forgotten before the commit: found by C71', async () => {
    const { outbox, offered } = anOutbox([target]);
    vi.spyOn(Uncommitted.prototype, 'add').mockReturnValue(undefined);
    vi.spyOn(Outbox.prototype, 'write').mockResolvedValue({ deliveries: [delivery], dropped: 0 });
    const webhook = { clientId: 'C1', method: 'createLink', fields: {} };
    const { db } = await open();
    const transaction = await db.transaction().execute(async (one) => {
      await outbox.sendTo(one, webhook as never, target as never);
      return one;
    });
    expect(() => outbox.committed(transaction)).toThrow(brokenRule('C71'));
    expect(offered).toEqual([]);
  });

  test('one of the venue is neither written nor dropped: found by C71', async () => {
    const log = new MemoryLog();
    const venue = new VenueOutbox({
      ...{ db: (await open()).background, shard: 0, timers: new ManualTime('2026-11-20T15:00:00Z') },
      ...{ targetsOf: () => [target], securityOf: () => undefined, hasWebhooks: () => true, log: log as never },
      outbox: { write: async () => ({ deliveries: [], dropped: 0 }), send: () => {}, stored: () => {} },
    });
    await venue.begin(0);
    const sides = { buyClientId: 'C1', sellClientId: 'C2', buyOrderId: 1, sellOrderId: 2, initiatorOrderId: 1 };
    const match = { ...sides, matchId: 1, securityId: 5001, time: 1, price: 1_000_000, quantity: 100 };
    venue.take({ type: 'match', match, seq: 1, time: 1 } as never);
    await venue.end();
    expect(log.lines.join()).toContain('InvariantViolated');
  });
});
