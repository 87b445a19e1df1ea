/** `npm run demo` against the real server: a raise, its money, its close, the market in its shares, and a broker. */
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/cluster/postgres-server.ts';
import { thoroughTest } from '../support/thorough.ts';
import { runScript } from './support/demo.ts';
import { mustCall } from './support/requests.ts';
import { clockAtNoon, clockFrom } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';

const WITH_WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };

/** Each line of the program that names this webhook or method, without the name. */
function printed(text: string, name: string): string[] {
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith(`${name} `));
  return lines.map((line) => line.trim().slice(name.length).trim());
}

test('a raise closes and its shares trade; a broker meets its limits, settles and receives a bust', async () => {
  const settings = { ...WITH_WEBHOOKS, ...clockAtNoon().settings, MARKET_ALWAYS_OPEN: 'true' };
  const server = await ServerProcess.start({ settings });
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stdout, stderr } = await runScript('demo.ts', flags);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, offeringId] = /offering (\d+) is closed/.exec(stdout) ?? [];
  // Five are paid, the sixth has got the money back: 10,300 of 25,000 units are sold.
  const { offeringDetails } = await mustCall(server, 'getOffering', { offeringId });
  expect(offeringDetails).toMatchObject([
    { offeringStatus: 'Approved', totalShares: '25000.000000', remainingShares: '14700.000000' },
  ]);
  const trades = (await mustCall(server, 'getTradesForOffering', { offeringId }))['Offering purchased details'];
  const states = (trades as { orderStatus: string }[]).map(({ orderStatus }) => orderStatus);
  expect(states.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'SETTLED'), 'UNWIND SETTLED']);

  const [, webhooks = ''] = stdout.split('Webhooks that came\n');
  expect(printed(webhooks, 'createTrade')).toHaveLength(6);
  expect(printed(webhooks, 'updateDocuSignStatus').filter((line) => line.endsWith('SIGNED'))).toHaveLength(6);
  expect(printed(webhooks, 'updateEligibleToCloseStatus')).toHaveLength(6);
  const moves = printed(webhooks, 'updateExternalFundMoveStatus').map((line) => line.split(' ').at(-1));
  expect(moves.toSorted()).toEqual([
    ...['Returned', 'Returned', 'Settled', 'Settled', 'Settled', 'Submitted', 'Submitted', 'Submitted', 'Submitted'],
  ]);
  expect(printed(webhooks, 'requestForVoidACH')).toEqual([expect.stringContaining('fundStatus Voided')]);
  expect(printed(webhooks, 'updateAiVerification')).toEqual([expect.stringContaining('Approved')]);
  expect(printed(webhooks, 'matchedTradenotify')).toHaveLength(4);
  // The all-or-none bid took all of one offer and half of a second.
  expect(stdout).toContain('Executed: 100 at 10.010000, 50 at 10.030000');
  // A check that fails, a name of the watch list, and a reviewer who decides.
  expect(stdout).toContain('    KYC Disapproved, AML Auto Approved\n');
  expect(stdout).toContain('    AML Disapproved\n');
  expect(stdout).toContain('    KYC Manually Approved, AML Auto Approved\n');
  expect(stdout.match(/is the primary owner of/g)).toHaveLength(6);
  requireBroker(stdout);
  expect(stdout).toMatch(/\n\d+ calls did what they had to\.\n$/);
});

test('the demo makes no record where a setting of the sandbox is wanting, and names it', async () => {
  const server = await ServerProcess.start({ settings: { MARKET_ALWAYS_OPEN: 'true' } });
  const before = await mustCall(server, 'getAllOffers', {});
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stderr } = await runScript('demo.ts', flags);
  expect(code).toBe(1);
  expect(stderr).toContain('WEBHOOK_ALLOW_HTTP=true and WEBHOOK_ALLOW_LOOPBACK=true');
  expect(await mustCall(server, 'getAllOffers', {})).toEqual(before);
  expect(await mustCall(server, 'getWebhookRegistrations', {})).toMatchObject({ webhooks: [] });
});

test('eight brokers trade at the one price of an auction (npm run demo:auction)', async () => {
  // The call ends at a full minute, at least 15 seconds after the plan.
  const clock = clockFrom(clockAtNoon().nowMs() + 30_000);
  const server = await ServerProcess.start({ settings: { ...clock.settings, MARKET_ALWAYS_OPEN: 'true' } });
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stdout, stderr } = await runScript('demo-auction.ts', flags);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // The hidden limit is in no indication, and trades.
  expect(stdout).toContain('  indicated: 450 at 10.400000, 50 of buyers left over\n');
  const [, result = ''] = stdout.split('\nThe auction: ');
  expect(result.split('\n')).toEqual([
    '500 shares at 10.400000, 100 of sellers left over',
    '  Broker 1: bought 300 of 300 (Executed)',
    '  Broker 2: sold 250 of 250 (Executed)',
    '  Broker 3: sold 200 of 200 (Executed)',
    '  Broker 4: bought 0 of 150 (Cancelled)',
    '  Broker 5: bought 200 of 200 (Executed)',
    '  Broker 6: sold 50 of 150 (Partially Executed & Cancelled)',
    '  Broker 7: sold 0 of 300 (Cancelled)',
    '  Broker 8: bought 0 of 100 (Cancelled)',
    '',
  ]);
});

function requireBroker(stdout: string): void {
  const codes = [...stdout.matchAll(/: 190, ([a-z-]+)$/gm)].map(([, reason]) => reason);
  expect(codes).toEqual([
    ...['order-quantity-above-limit', 'order-value-above-limit', 'price-outside-band', 'side-not-allowed'],
    ...['short-sale', 'security-restricted', 'open-value-above-limit', 'open-orders-above-limit', 'trading-stopped'],
  ]);
  // One where a second ends among them, three where another order was taken in the same second.
  expect(stdout).toMatch(/three at once: [123] refused, order-rate-above-limit/);
  expect(stdout).toContain('nothing is missing and nothing came twice');
  expect(stdout).toMatch(/\n {4}BUSTED\n/);
  const [, received = ''] = stdout.split('All that the broker received by its cursor\n');
  for (const [type, times] of Object.entries({ match: 5, quote: 2, settlement: 1, bust: 1 })) {
    expect(received).toMatch(new RegExp(`^ {2}${type} +${times}$`, 'm'));
  }
}

thoroughTest.for([
  ['WEBHOOK_ALLOW_HTTP', { MARKET_ALWAYS_OPEN: 'true' }],
  ['MARKET_ALWAYS_OPEN', { ...WITH_WEBHOOKS, ...clockAtNoon('sunday').settings }],
] as const)('says that the sandbox lacks %s', async ([name, settings]) => {
  const server = await ServerProcess.start({ settings });
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stderr } = await runScript('demo.ts', flags);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${name}=true`) });
});

thoroughTest('says what is wrong when there is no server, or no data folder', async () => {
  const elsewhere = await runScript('demo.ts', ['--url', 'http://127.0.0.1:1', '--data-dir', '/nowhere']);
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('sandbox-client.json could not be read'),
  });
  // On one that nobody else is given once the server is gone.
  const server = await ServerProcess.start({ settings: { PORT: String(await freePort()) } });
  const { addresses, dataDir } = server;
  await server.stop();
  const ended = await runScript('demo.ts', ['--url', addresses.api, '--data-dir', dataDir]);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
});
