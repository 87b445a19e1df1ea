/** The day of an integrator on screen: the clock, other sides, faults (Z1 to Z12), and snapshots (Z14). */
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/cluster/postgres-server.ts';
import { ApiSession, created } from '../../../scripts/demo/api-session.ts';
import { onboardInvestor } from '../../../scripts/demo/investor.ts';
import { bankAccount } from '../../../scripts/demo/payments.ts';
import { openRaise } from '../../../scripts/demo/raise.ts';
import type { SessionScript } from '../../../src/modules/sandbox/session-script.ts';
import { call, mustCall } from '../../e2e/support/requests.ts';
import { ServerProcess } from '../../e2e/support/server-process.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

async function expectSound(page: Page): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    expect(await isTooWide(page), `at ${size.width}`).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
  }
}

describeInBrowser('the place of the sandbox', (open) => {
  const venue = venueOfFile({ MARKET_ALWAYS_OPEN: 'false' });

  test('has the day of an integrator: freeze, a counterparty, the next opening, what happened, a fault', async () => {
    const client = venue().credentials('client');
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, client, 'sandbox');
    await page.getByText('▶ Running').waitFor();
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByText('❙❙ Frozen').waitFor();
    const shown = () => page.locator('.sandbox-now strong').innerText();
    const frozenAt = await shown();

    const orderId = await venue().order(client, { action: 'Buy', quantity: 100, price: '9.50' });
    await page.getByText(/^No scripts\./).waitFor();
    await page.getByRole('button', { name: 'Counterparty …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Order', { exact: true }).click();
    await dialog.getByRole('option', { name: 'Buy 100 Example Security at 9.50' }).click();
    await dialog.getByLabel('In equal parts').fill('200');
    await dialog.getByLabel('Later by', { exact: true }).fill('1s');
    await dialog.getByRole('button', { name: 'Add the script' }).click();
    await dialog.getByText('In equal parts: must be from 1 to 100').waitFor();
    await dialog.getByLabel('In equal parts').fill('2');
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add the script' }).click();
    const scripts = page.getByRole('region', { name: 'Other sides by script', exact: true });
    await expect.poll(() => scripts.getByRole('row', { name: /fills my order .*◌ Waiting/ }).count()).toBe(2);

    await page.getByRole('button', { name: 'Counterparty …' }).click();
    await dialog.getByLabel('The counterparty').selectOption('cancels what is left of its orders');
    await dialog.getByLabel('Order', { exact: true }).click();
    await dialog.getByRole('option', { name: orderId }).click();
    await dialog.getByLabel('Later by: unit').selectOption('weeks');
    await dialog.getByLabel('Later by', { exact: true }).fill('2');
    await dialog.getByRole('button', { name: 'Add the script' }).click();
    await page.getByRole('button', { name: 'Call off: cancels what is left of its orders' }).click();
    await scripts.getByRole('row', { name: /cancels what is left .*○ Cancelled/ }).waitFor();
    expect(await shown()).toBe(frozenAt);

    await page.getByLabel('Advance to, New York').fill('2020-01-02T09:30:00');
    await page.getByRole('button', { name: 'Advance to it' }).click();
    await page.locator('.sandbox-clock').getByRole('alert').getByText('Time does not go back').waitFor();
    await page.getByRole('button', { name: 'To the next opening' }).click();
    await page.getByText(/^✓ Moved on by .* to \d{4}-\d\d-\d\d 09:30:00 New York$/).waitFor();
    expect(await shown()).toMatch(/ 09:30:00$/);
    const happened = page.getByRole('region', { name: 'What happened: table' });
    await happened
      .getByRole('row', { name: /09:30:00 market security \d+, open/ })
      .first()
      .waitFor();
    await page.getByText(/^What happened: .*\d updateOrder/).waitFor();
    // A closed market has them wait until it opens.
    const came = '(50 shares reached the order|No share reached the order at once, 50 shares wait in the book)';
    const filled = scripts.getByRole('row', { name: new RegExp(`fills my order .*✓ Done ${came}\\.`) });
    await expect.poll(() => filled.count()).toBe(2);
    const { orderDetails } = await venue().call(client, 'getOrder', { orderid: orderId });
    expect(JSON.stringify(orderDetails)).toContain('Executed');

    await page.getByText('○ Nothing is recorded.').waitFor();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('● Recording: ').waitFor();
    await page.getByRole('button', { name: 'Add a fault …' }).click();
    await dialog.getByLabel('What happens').selectOption('calls are refused with 503');
    await dialog.getByLabel('Methods', { exact: true }).fill('getOrd');
    await dialog.getByRole('option', { name: /^getOrder ?getOrder$/ }).click();
    await dialog.getByRole('button', { name: 'Add the fault' }).click();
    const faults = page.getByRole('region', { name: 'Faults', exact: true });
    await faults.getByRole('row', { name: /calls are refused with 503 getOrder 1 time ● Set 0/ }).waitFor();
    const called = { addresses: { api: venue().url }, client };
    const refused = await call(called, 'getOrder', { orderid: orderId });
    expect([refused.http, refused.headers.get('x-sandbox-fault')]).toEqual([
      503,
      expect.stringMatching(/^unavailable /),
    ]);
    await faults.getByRole('row', { name: /calls are refused with 503 getOrder 1 time ○ Over 1/ }).waitFor();
    await mustCall(called, 'getOrder', { orderid: orderId });
    for (const kind of ['answers come later', 'a webhook is sent later']) {
      await page.getByRole('button', { name: 'Add a fault …' }).click();
      await dialog.getByLabel('What happens').selectOption(kind);
      await dialog.getByLabel('How often').fill('5');
      if (kind === 'answers come later') {
        await dialog.getByLabel('Methods', { exact: true }).fill('ping');
        await dialog.getByRole('option', { name: /^ping/ }).click();
      }
      await dialog.getByRole('button', { name: 'Add the fault' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await expect.poll(() => faults.getByText('● Set').count()).toBe(2);
    await expectSound(page);
    await page.getByRole('button', { name: 'End all' }).click();
    await expect.poll(() => faults.getByText('✕ Ended').count()).toBe(2);
    expect(await page.getByRole('region', { name: 'Snapshots', exact: true }).count()).toBe(0);

    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByText(/^○ Ended: \d+ calls\.$/).waitFor();
    await page.getByRole('button', { name: 'Show the script' }).click();
    // The order was placed before: no answer of the script has its id.
    const order = `"orderid": "${orderId}"`;
    await page.locator('.sandbox-script').getByText(order).waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the script' }).click();
    const file = readFileSync(await (await downloaded).path(), 'utf8');
    expect(file).toContain(order);
    const { calls } = JSON.parse(file) as SessionScript;
    const statuses = calls.flatMap(({ path, statusCode }) => (path === '/v3/getOrder' ? [statusCode] : []));
    expect(statuses).toEqual(['503', '101']);
    await expectSound(page);

    // A reload shows the same advance, and a clock that runs is shown as one.
    await page.reload();
    await page.getByText(/^✓ Moved on by/).waitFor();
    // One that takes longer is seen on its way.
    const halfWay = async (route: Route) => {
      const response = await route.fetch();
      const { advance, ...rest } = (await response.json()) as { advance: object };
      await route.fulfill({ response, json: { ...rest, advance: { ...advance, state: 'Under way', progress: 0.42 } } });
    };
    await page.route('**/v3/sandbox/clock/advances/*', halfWay, { times: 3 });
    await page.getByLabel('Advance by', { exact: true }).fill('2d');
    await page.getByRole('button', { name: 'Advance by it' }).click();
    await page.getByText(/^◌ 42 %, at \d{4}-\d\d-\d\d 09:30:00 New York$/).waitFor();
    await page.getByText(/^✓ Moved on by 2 d 0 h/).waitFor();
    await page.getByLabel('Seconds per real second').fill('60');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('▶ Running at 60 seconds in a second').waitFor();
    await expect.poll(shown).not.toMatch(/ 09:30:00$/);
  });

  test('has a debit that comes back by script, and a payment that settles at once', async () => {
    const client = venue().credentials('client');
    const session = new ApiSession(venue().url, `${client.clientID}:${client.developerAPIKey}`);
    const { securityId: offeringId } = await openRaise(session);
    const { accountId } = await onboardInvestor(session, 1);
    await session.read('createExternalAccount', bankAccount(accountId, 'Example bank'));
    const trade = { offeringId, accountId, transactionType: 'ACH', transactionUnits: 20 };
    const { tradeId = '' } = created((await session.read('createTrade', trade)).purchaseDetails);
    const debit = { accountId, offeringId, tradeId, amount: '200.00', description: 'Shares', checkNumber: tradeId };
    await session.read('externalFundMove', debit);
    const wire = { ...trade, transactionType: 'WIRE', transactionUnits: 30 };
    const { tradeId: wired = '' } = created((await session.read('createTrade', wire)).purchaseDetails);

    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, client, 'sandbox');
    await page.getByRole('button', { name: 'Bank or provider …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What happens').selectOption('a payment settles, comes back or fails');
    await dialog.getByRole('button', { name: 'Report it' }).click();
    await dialog.getByText(/^Investment\W+missing/i).waitFor();
    await dialog.getByLabel('Investment', { exact: true }).fill(wired);
    await dialog.getByRole('option', { name: wired }).click();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Report it' }).click();
    await page.getByText('The payment is Settled.').waitFor();

    // The batch of a bank day takes the debit to the bank.
    await page.getByRole('button', { name: 'Advance by 3 days' }).click();
    await page.getByText(/^✓ Moved on by 3 d 0 h/).waitFor();
    await page.getByText(/^What happened: .*\d updateExternalFundMoveStatus/).waitFor();
    await page.getByRole('button', { name: 'Bank or provider …' }).click();
    await dialog.getByLabel('Debit', { exact: true }).click();
    await dialog.getByRole('option', { name: /Debit \(ACH\) \$200.00/ }).click();
    await dialog.getByLabel('Return code').fill('R1');
    await dialog.getByRole('button', { name: 'Add the script' }).click();
    await dialog.getByText(/^Return code\W+must be/).waitFor();
    await dialog.getByLabel('Return code').fill('R01');
    await dialog.getByRole('button', { name: 'Add the script' }).click();
    await page.getByRole('row', { name: /the bank returns a debit .*✓ Done .*R01/ }).waitFor();
    const { payments } = await session.read('getPayments', { rail: 'ACH' });
    expect(payments).toMatchObject([{ status: 'Returned' }]);
  });
});

describeInBrowser('a snapshot', (open) => {
  const venue = venueOfFile();

  test('that another change follows at once, from another tab, is not waited for', async () => {
    const page = await open();
    await page.setViewportSize(WIDE);
    const change = (changeId: string, state: string) => ({
      changeId,
      action: 'save',
      name: 'one',
      state,
      reason: null,
    });
    await page.route('**/v3/sandbox/snapshots', (route) => {
      const isAsked = route.request().method() === 'POST';
      const answer = isAsked ? { change: change('a', 'Waiting') } : { snapshots: [], change: change('b', 'Done') };
      return route.fulfill({ json: { statusCode: '101', statusDesc: 'Ok', ...answer } });
    });
    await openConsole(page, venue().url, venue().credentials('operator'), 'sandbox');
    await page.getByLabel('Name, of letters, digits and hyphens').fill('one');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.sandbox-snapshots').getByRole('alert').getByText('Another change came after').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click({ trial: true });
  });

  test('is saved and restored by an operator, whose page reloads; a reset is as a first start', async () => {
    const settings = { PORT: String(await freePort()), MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' };
    const server = await ServerProcess.start({ settings });
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, server.addresses.api, server.operator, 'sandbox');
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByText('❙❙ Frozen').waitFor();
    const shown = () => page.locator('.sandbox-now strong').innerText();
    const savedAt = await shown();
    expect(await page.getByRole('region', { name: 'Other sides by script', exact: true }).count()).toBe(0);
    await page.getByLabel('Client, besides the operator', { exact: true }).fill(server.client.clientID);
    await page.getByRole('option', { name: server.client.clientID }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('● Recording: ').waitFor();
    await mustCall(server, 'getSecurities', {});
    await page.getByRole('button', { name: 'Show the script' }).click();
    await page.locator('.sandbox-script').getByText('"as": "client"').waitFor();
    await page.getByLabel('Name, of letters, digits and hyphens').fill('not one!');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.sandbox-snapshots').getByRole('alert').getByText('letters, digits and hyphens').waitFor();
    await page.getByLabel('Name, of letters, digits and hyphens').fill('before');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service restarts.', { exact: false }).first().waitFor();
    await page.getByRole('row', { name: /^before / }).waitFor();
    await page.getByRole('button', { name: 'Advance by 3 days' }).click();
    await page.getByText(/^✓ Moved on by 3 d 0 h/).waitFor();
    expect(await shown()).not.toBe(savedAt);
    await expectSound(page);

    const { developerAPIKey: later } = await mustCall(
      server,
      'admin/createApiKey',
      { clientId: server.operator.clientID, master: 'Yes' },
      { credentials: server.operator },
    );
    const replaced = async (page: Page, act: string, word: string) => {
      const dialog = page.getByRole('dialog');
      await page.evaluate('window.isOld = true');
      await page.getByRole('button', { name: act }).click();
      await dialog.getByText(/open orders?/).waitFor();
      const yes = dialog.getByRole('button', { name: act.replace(' …', ''), exact: true });
      expect(await yes.isDisabled()).toBe(true);
      await dialog.getByLabel(`Type ${word} to go on`).fill(word.toLowerCase());
      expect(await violationsOn(page)).toEqual([]);
      await yes.click();
      // The page and its context are of after the reload.
      await expect.poll(() => page.evaluate('window.isOld').catch(() => true)).toBeUndefined();
    };
    const other = await open();
    const newKey = { ...server.operator, developerAPIKey: String(later) };
    await openConsole(other, server.addresses.api, newKey, 'sandbox');
    await replaced(other, 'Restore …', 'RESTORE');
    // The key was made after the snapshot.
    await other.getByLabel('Developer key').waitFor();
    await expect.poll(shown).toBe(savedAt);
    await page.locator('.connection[data-status="live"]').waitFor();
    await page.getByRole('button', { name: 'Advance by 1 day' }).click();
    await page.getByText(/^✓ Moved on by 1 d 0 h/).waitFor();
    await replaced(page, 'Restore …', 'RESTORE');
    await page.getByText('❙❙ Frozen').waitFor();
    expect(await shown()).toBe(savedAt);
    await replaced(page, 'Reset …', 'RESET');
    await page.getByText('▶ Running').waitFor();
    await page.getByRole('row', { name: /^before / }).waitFor();
  });
});
