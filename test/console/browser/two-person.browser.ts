/** Actions that one operator asks for and another one decides, as people read them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { goTo, openConsole, venueOfTwoOperators } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('two-person approval', (open) => {
  test('one operator asks, another one decides; with two-person approval nobody decides alone', async () => {
    const { venue, second } = await venueOfTwoOperators();
    const first = venue.credentials('operator');
    const one = await open();
    await one.setViewportSize(WIDE);
    await openConsole(one, venue.url, first, 'kill-switches');
    const panel = one.locator('.switches');
    await panel.getByLabel('Security', { exact: true }).fill(venue.demo.securityId);
    await panel.getByRole('button', { name: 'Activate …' }).click();
    await one.getByLabel('Reason, shown to clients').fill('A wrong price');
    await one.getByRole('button', { name: 'Activate', exact: true }).click();
    await panel.getByRole('button', { name: /^Release security/ }).click();
    await goTo(one, 'Approvals');
    const approve = async (page: Page) => {
      await page.getByRole('link', { name: /^Release a kill switch: / }).click();
      await page.getByRole('button', { name: 'Approve …' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    };
    // Whoever asked sees it in words, and may withdraw it: the venue would refuse the approval.
    const name = 'Release a kill switch: scope security, security Example Security';
    await one.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await one.getByText('Another operator: you asked for it.').waitFor();
    await one
      .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d New York/)
      .first()
      .waitFor();
    await one.getByRole('button', { name: 'Withdraw …' }).waitFor();
    expect(await one.getByRole('button', { name: 'Approve …' }).count()).toBe(0);
    expect(await one.getByRole('article').innerText()).not.toMatch(/releaseKillSwitch|securityid|expiresDate/);
    const another = await open();
    await another.setViewportSize(WIDE);
    await openConsole(another, venue.url, second, 'approvals');
    await approve(another);
    await another.getByText('It no longer waits').waitFor();
    await another.keyboard.press('Escape');
    await goTo(another, 'Kill switches');
    await another.getByText('No active kill switch.').waitFor();
    // A value that is set is shown as it is now, and as it would be; the call itself is one click further.
    const raised = { clientId: venue.credentials('client').clientID, amountMax: '7500' };
    await venue.call(first, 'admin/setCardLimit', raised);
    await goTo(another, 'Approvals');
    await another.getByRole('link', { name: /^Set the most of a payment by card: / }).click();
    const row = another.getByRole('row', { name: /^Most of one payment/ });
    await row.getByText('$5,000.00').waitFor();
    await row.getByText('$7,500.00').waitFor();
    expect(await another.getByRole('article').innerText()).not.toMatch(/setCardLimit|amountMax|clientId|UTC/);
    await another.getByText('The call that waits').click();
    await another.locator('.call-text').getByText('setCardLimit').first().waitFor();
    await another.getByRole('button', { name: 'Approve …' }).click();
    await another.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await another.getByText('It no longer waits').waitFor();
    expect(await venue.call(first, 'getPaymentLimits', { clientId: raised.clientId })).toMatchObject({
      paymentLimits: { cardMax: '7500.000000' },
    });
    await venue.stop();
  });
});
