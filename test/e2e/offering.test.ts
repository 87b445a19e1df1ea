/** `npm run demo:offering` against the real server: a raise, its money, its close, and the market in its shares. */
import { expect, test } from 'vitest';
import { thoroughTest } from '../support/thorough.ts';
import { runScript } from './support/demo.ts';
import { mustCall } from './support/requests.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';

const WITH_WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };

/** Each line of the program that names this webhook or method, without the name. */
function printed(text: string, name: string): string[] {
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith(`${name} `));
  return lines.map((line) => line.trim().slice(name.length).trim());
}

test('six investors pay in their own ways, the offering closes, and its shares trade', async () => {
  const settings = { ...WITH_WEBHOOKS, ...clockAtNoon().settings, MARKET_ALWAYS_OPEN: 'true' };
  const server = await ServerProcess.start({ settings });
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stdout, stderr } = await runScript('demo-offering.ts', flags);
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
  expect(printed(webhooks, 'matchedTradenotify')).toHaveLength(2);
  expect(stdout).toContain('Executed: 100 at 10.010000');
  expect(stdout).toMatch(/\n\d+ calls, all of them accepted\.\n$/);
});

thoroughTest('says what the sandbox lacks', async () => {
  const server = await ServerProcess.start();
  const flags = ['--url', server.addresses.api, '--data-dir', server.dataDir];
  const { code, stderr } = await runScript('demo-offering.ts', flags);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('WEBHOOK_ALLOW_HTTP=true') });
});
