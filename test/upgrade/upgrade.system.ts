/**
 * The data of each release, as it left them, are upgraded by this code at its start and answer as they did then: a
 * change of a format or of a table needs its migration. The releases are recorded by `npm run record:release`.
 */
import { expect, test } from 'vitest';
import { demoOf, placeOrder } from '../e2e/support/demo-orders.ts';
import { mustCall } from '../e2e/support/requests.ts';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { answerTo, readRelease, releases } from './release.ts';
import { upgradedData } from './upgraded.ts';

/** What a role may do is the program's, not the data's. */
const OF_THE_PROGRAM = /\/getRoles$/;
/** Fields that a later release no longer answers, on purpose. */
const REMOVED: Readonly<Record<string, readonly string[]>> = {
  // Thresholds have no settings any more: setSurveillanceThresholds alone sets them, and texts named the settings.
  '/getSurveillanceRules': ['setting', 'settingValue', 'description'],
  // One client more (ADDED).
  '/getClients': ['totalRecords'],
};
/** What a list has in addition, by the field that names its records. */
const ADDED: Readonly<Record<string, { readonly name: string; readonly records: readonly string[] }>> = {
  '/getSurveillanceRules': { name: 'rule', records: ['Late orders of an auction'] },
  // The counterparty of a sandbox.
  '/getClients': { name: 'clientId', records: ['C00000004'] },
};

test.each(releases())('%s answers as it did', async (name) => {
  const release = readRelease(name);
  if (release.dump !== undefined && !hasPostgres) return;
  const { options } = await upgradedData(release);
  const server = ServerProcess.launch(options);
  const addresses = await server.ready();
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const read of release.reads) {
    if (OF_THE_PROGRAM.test(read.path)) continue;
    const { status, body } = await answerTo(read, addresses);
    const key = `${read.verb} ${read.path} ${read.sent ?? ''}`;
    const removed = Object.entries(REMOVED).flatMap(([path, fields]) => (read.path.endsWith(path) ? fields : []));
    expected[key] = [read.status, parsed(read.body, removed)];
    const [, added] = Object.entries(ADDED).find(([path]) => read.path.endsWith(path)) ?? [];
    found[key] = known([status, parsed(body)], expected[key], added);
  }
  expect(found).toEqual(expected);
  expect(Object.keys(found).length).toBeGreaterThan(100);
  // It goes on from there.
  const order = await placeOrder(server, demoOf(server));
  await mustCall(server, 'getOrder', { orderid: order });
  expect(await server.stop()).toBe(0);
});

/** Without fields, records of `added`, and names in lists of names, that a later release adds. */
function known(found: unknown, expected: unknown, added?: (typeof ADDED)[string]): unknown {
  if (Array.isArray(found) && Array.isArray(expected)) {
    const names = new Set(expected);
    const isKept = (one: unknown) =>
      typeof one === 'string' ? names.has(one) : !added?.records.includes((one as Record<string, string>)[added.name]!);
    return found.filter(isKept).map((one, index) => known(one, expected[index], added));
  }
  if (typeof found !== 'object' || found === null || typeof expected !== 'object' || expected === null) return found;
  const fields = Object.entries(found).filter(([field]) => field in expected);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, known(value, (expected as typeof found)[field as never], added)]),
  );
}

function parsed(body: string, without: readonly string[] = []): unknown {
  try {
    return JSON.parse(body, (field, value) => (without.includes(field) ? undefined : value));
  } catch {
    return body;
  }
}
