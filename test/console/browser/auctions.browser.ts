/** Call auctions in the console: the plan of a security, a call, an order for it, and what became of it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** At both widths, light and dark. */
async function expectFit(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [WIDE, NARROW]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
}

describeInBrowser('call auctions', (open) => {
  const venue = venueOfFile();
  /** Where a second operator approves. */
  const strict = venueOfFile({ FOUR_EYES: 'true' });
  const [client, operator] = [() => venue().credentials('client'), () => venue().credentials('operator')];
  const pageAt = async (place: string, who = client()): Promise<Page> => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, who, place);
    return page;
  };
  const planOf = async () => {
    const { auctionPlan } = await venue().call(client(), 'getAuctionPlan', { securityId: venue().demo.securityId });
    return auctionPlan;
  };
  /** A call of that length begins, at the end of which orders are binding. */
  const beginCall = async (callSeconds: number, noCancelSeconds: number) => {
    const { securityId } = venue().demo;
    const plan = { afterHalt: { callSeconds, noCancelSeconds } };
    await venue().call(client(), 'setAuctionPlan', { securityId, plan });
    await venue().call(operator(), 'haltSecurity', { securityId, reason: 'News is pending' });
    await venue().call(operator(), 'resumeSecurity', { securityId, reason: 'The news is out' });
  };

  test('are planned by the owner of the security, with the keyboard', async () => {
    const page = await pageAt('securities');
    const panel = page.getByRole('region', { name: 'Securities', exact: true }).first();
    await panel.getByText('No auctions: the security trades continuously').waitFor();
    const change = panel.getByRole('button', { name: 'Change auctions …' });
    await change.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Auctions of / });
    await dialog.getByRole('button', { name: 'Add an auction' }).focus();
    await page.keyboard.press('Enter');
    const auction = dialog.getByRole('group', { name: 'Auction 1' });
    await auction.getByLabel('When').selectOption({ label: 'at a time of the day' });
    await auction.getByLabel('The call ends at, New York').fill('12:00');
    await auction.getByLabel('Call, seconds').fill('300');
    await auction.getByLabel('Binding at its end, seconds').fill('301');
    await auction.getByLabel('Fri').check();
    await dialog.getByLabel('Collar, % of the reference price').fill('15');
    await expectFit(page);
    await dialog.getByRole('button', { name: 'Set' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText(/must be at most call seconds/i).waitFor();
    await auction.getByLabel('Binding at its end, seconds').fill('60');
    await dialog.getByRole('button', { name: 'Set' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await panel
      .getByText('at 12:00 New York, Fri: call of 300 s, the last 60 s binding, random end up to 30 s later')
      .waitFor();
    await panel.getByText(/Next call, at a time of the day: \d{4}-\d\d-\d\d 11:55:00 to 12:00:00 New York/).waitFor();
    const call = { callSeconds: 300, noCancelSeconds: 60, randomEndSeconds: 30 };
    expect(await planOf()).toMatchObject({
      version: 1,
      plan: { auctions: [{ at: '12:00', weekdays: ['Friday'], ...call }], continuous: 'Yes', collar: '15.00' },
    });
    await expectFit(page);
  });

  test('of the operator wait for a second operator, where two decide', async () => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, strict().url, strict().credentials('operator'), 'securities');
    await page.getByRole('button', { name: 'Change auctions …' }).click();
    const dialog = page.getByRole('dialog', { name: /^Auctions of / });
    await dialog.getByLabel('Call after a halt, seconds').fill('600');
    await dialog.getByRole('button', { name: 'Set' }).click();
    await page.getByText('They wait for a second operator.').first().waitFor();
    const { securityId } = strict().demo;
    const { auctionPlan } = await strict().call(strict().credentials('client'), 'getAuctionPlan', { securityId });
    expect(auctionPlan).toMatchObject({ version: 0 });
    await page.goto(`${strict().url}/console/approvals`);
    await page
      .getByText(/Set the auctions of a security: .*call seconds 600/)
      .first()
      .waitFor();
  });

  test('show their call on the market, and the ticket says what the call makes of an order', async () => {
    await venue().call(client(), 'cancelOrders');
    await beginCall(600, 0);
    const page = await pageAt('market');
    const call = page.getByRole('region', { name: 'Call of the auction' });
    await call.getByText(/Auction 1, after a halt: the call ends in (9|10):\d\d\./).waitFor();
    const ticket = page.locator('.ticket');
    await ticket.getByLabel('Shares', { exact: true }).fill('200');
    await ticket.getByLabel('Price', { exact: true }).fill('11');
    const verdict = page.locator('.verdict');
    await verdict.getByText('the order takes part, and the rest of it stays in the book.').waitFor();
    await ticket.getByLabel('Time in force').selectOption({ label: 'immediate' });
    await verdict.getByText('The security is called to an auction: an immediate order is cancelled.').waitFor();
    await ticket.getByLabel('Time in force').selectOption({ label: 'next auction' });
    await verdict.getByText('the order takes part, and the rest of it ends.').waitFor();
    await page.locator('#ticket-send').click();
    await page.locator('.orders tbody tr').filter({ hasText: '0 of 200' }).waitFor();
    const seller = await venue().newClient('Example Seller');
    await venue().order(seller, { action: 'Sell', quantity: 150, price: '10' });
    await call.getByText('▲ 50 to buy').waitFor();
    expect(await call.locator('dd').allInnerTexts()).toEqual(['11.00', '150', '▲ 50 to buy']);
    await expectFit(page);
  });

  test('bind orders from their time on, and show what they came to', async () => {
    const { securityId } = venue().demo;
    const page = await pageAt('market');
    await beginCall(10, 10);
    const call = page.getByRole('region', { name: 'Call of the auction' });
    await call.getByText('Orders are binding until the call is over.').waitFor();
    await page.locator('#ticket-quantity').fill('5');
    await page.locator('#ticket-price').fill('10.5');
    await page.locator('.verdict').getByText('you cannot cancel it, nor make it worse').waitFor();
    await venue().order(client(), { action: 'Buy', quantity: 200, price: '11', expiration: 'Auction' });
    await page.getByText(/Auction 2 at \d\d:\d\d:\d\d New York: 150 shares at 11.00\./).waitFor();
    await call.waitFor({ state: 'detached' });
    await page.locator('#ticket-price').fill('9');
    await page.getByLabel('Time in force').selectOption({ label: 'next auction' });
    await page.locator('.verdict').getByText('The order waits for the next auction').waitFor();

    await page.goto(`${venue().url}/console/securities`);
    const past = page.getByRole('region', { name: 'Past auctions' }).locator('tbody tr');
    await expect
      .poll(async () => (await past.allInnerTexts()).map((row) => row.replace(/\s+/g, ' ')))
      .toEqual([
        expect.stringMatching(/^2, after a halt .* 11\.00 150 50 to buy$/),
        expect.stringMatching(/^1, after a halt .* ended without an auction 0 none$/),
      ]);
    await expectFit(page);

    // Two days from now: no call is near.
    const later = new Date(Date.now() + 2 * 24 * 3_600_000);
    const weekday = later.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'America/New_York' });
    const auctions = [{ at: '12:00', weekdays: [weekday], callSeconds: 300 }];
    await venue().call(client(), 'setAuctionPlan', { securityId, plan: { auctions, continuous: 'No' } });
    await page.goto(`${venue().url}/console/market`);
    await page
      .locator('.security .state')
      .getByText(/call begins in \d d/)
      .waitFor();
    await page.locator('#ticket-quantity').fill('5');
    await page.locator('#ticket-price').fill('10.5');
    await page.locator('.verdict').getByText('the order rests until the next call.').waitFor();
    // Without a plan the ticket offers no such order.
    await venue().call(client(), 'setAuctionPlan', { securityId, plan: {} });
    await page.reload();
    const terms = page.getByLabel('Time in force').locator('option');
    await expect.poll(() => terms.allInnerTexts()).not.toContain('next auction');
  });
});
