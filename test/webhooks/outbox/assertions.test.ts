/** Planted faults of the outbox: each is found by an assertion. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../src/database/schema/index.ts';
import type { Delivery } from '../../../src/webhooks/delivery/index.ts';
import { Outbox } from '../../../src/webhooks/outbox/index.ts';
import { Uncommitted } from '../../../src/webhooks/outbox/uncommitted.ts';

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
  const dispatcher = { offer: (one: Delivery) => offered.push(one) > 0 };
  const outbox = new Outbox({
    ...{ timers, registrations, dispatcher, nowUs: () => 0, rowsPerClientMax: 10 },
    names: { required: (name: string) => name },
    deliveryLog: { record: () => {}, onWritten: () => {} },
  } as never);
  return { outbox, offered };
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

test('a registration would get two rows for one webhook: found by C71', async () => {
  const { outbox } = anOutbox([target, target]);
  const transaction = { isTransaction: true } as Db;
  const webhook = { clientId: 'C1', method: 'createLink', fields: {} };
  await expect(outbox.add(transaction, webhook as never)).rejects.toThrow(brokenRule('C71'));
});
