import pino from 'pino';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import type { PartWatch } from '../../src/service/lifecycle/shutdown-stack.ts';
import { Service } from '../../src/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allOrFew } from '../support/thorough.ts';

/** In the order in which they end. */
const ORDER_OF_STOPPING = [
  'clock',
  'waiting calls',
  'changes of access',
  'hosts',
  'stream',
  'payments by card',
  'reports of days',
  'report store',
  'check of the journal',
  'approved actions',
  'postings of fees',
  'issues of units',
  'import of earlier data',
  'work with the bank',
  'accounts',
  'notices',
  'market replays',
  'pdf',
  'exchange',
  'order history',
  'screenings',
  'surveillance',
  'thread of surveillance',
  'retention of the audit log',
  'metrics over time',
  'expiry of accreditations',
  'expiry of idempotency keys',
  'webhooks of the venue',
  'webhook outbox',
  'faults of webhooks',
  'webhooks',
  'ends of keys',
  'uses of keys',
  'administration',
  'counts of calls',
  'metrics server',
  'logs of the databases',
  'document retention',
  'document store',
  'main database',
  'history database',
  'data folder',
];

const quiet = pino({ level: 'silent' });

function newConfig(): Config {
  return readConfig({ DATA_DIR: temporaryFolder(), PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' });
}

/** Keeps what was opened and closed; the start fails as soon as `failing` is open. */
function watch(failing?: string): PartWatch & { readonly openedParts: string[]; readonly closedParts: string[] } {
  const openedParts: string[] = [];
  const closedParts: string[] = [];
  return {
    openedParts,
    closedParts,
    opened: (part) => {
      openedParts.push(part);
      if (part === failing) throw new Error(`no further than ${part}`);
    },
    closed: (part) => closedParts.push(part),
    failed: (part, error) => expect.unreachable(`${part}: ${error}`),
  };
}

test('a start that fails after any part closes everything, and the next one succeeds', async () => {
  const config = newConfig();
  // Nothing holds the folder any more, and the next start finds what it needs.
  for (const part of allOrFew(ORDER_OF_STOPPING.toReversed(), 3)) {
    const parts = watch(part);
    await expect(Service.open(config, quiet, parts)).rejects.toThrow(`no further than ${part}`);
    expect(parts.openedParts.at(-1)).toBe(part);
    expect(parts.closedParts).toEqual(ORDER_OF_STOPPING.filter((one) => parts.openedParts.includes(one)));
  }
  const next = await Service.open(config, quiet);
  await next.stop();
});

test('a stop closes every part, in this order, also where a port was taken', async () => {
  const ofFirst = watch();
  const first = await Service.open(newConfig(), quiet, ofFirst);
  await first.listen();
  const PORT = Number(new URL(first.addresses.api).port);
  const parts = watch();
  const second = await Service.open({ ...newConfig(), PORT }, quiet, parts);
  await expect(second.listen()).rejects.toThrow('HOST and PORT');
  await second.stop();
  await first.stop();
  const withPorts = ['ports', ...ORDER_OF_STOPPING];
  expect([ofFirst.closedParts, parts.closedParts]).toEqual([withPorts, ORDER_OF_STOPPING]);
  expect(ofFirst.openedParts.toSorted()).toEqual(withPorts.toSorted());
  expect(parts.openedParts.toSorted()).toEqual(ORDER_OF_STOPPING.toSorted());
});
