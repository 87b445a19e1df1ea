/** `npm run demo:broker` against the real server: limits, safety, a line that breaks, and what follows trades. */
import { expect, test } from 'vitest';
import { thoroughTest } from '../support/thorough.ts';
import { runScript } from './support/demo.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';

const WITH_WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };

test('a broker hits each limit, resumes from its cursor, quotes, settles, and receives a bust', async () => {
  const settings = { ...WITH_WEBHOOKS, ...clockAtNoon().settings, MARKET_ALWAYS_OPEN: 'true' };
  const server = await ServerProcess.start({ settings });
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stdout, stderr } = await runScript('demo-broker.ts', flags);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
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
  expect(stdout).toMatch(/\n\d+ calls did what they had to\.\n$/);
});

thoroughTest('says when the market is not open', async () => {
  const server = await ServerProcess.start({ settings: { ...WITH_WEBHOOKS, ...clockAtNoon('sunday').settings } });
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stderr } = await runScript('demo-broker.ts', flags);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('MARKET_ALWAYS_OPEN=true') });
});
