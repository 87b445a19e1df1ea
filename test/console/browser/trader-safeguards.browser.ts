/** What keeps a trader from mistakes: what the ticket says, and what the console asks before it acts. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OpenAts } from '../../../src/client/index.ts';
import { demoOffering } from '../../../src/modules/examples/index.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { goTo, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
/** Never New York's time. */
const READER_ZONE = 'Asia/Tokyo';

describeInBrowser('the console', (open) => {
  const venue = venueOfFile();
  const trader = () => venue().credentials('client');
  const operator = () => venue().credentials('operator');
  const pageAt = async (place: string, who = trader()): Promise<Page> => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, who, place);
    return page;
  };
  const fillTicket = async (page: Page, shares: string, price: string) => {
    await page.locator('#ticket-quantity').fill(shares);
    await page.locator('#ticket-price').fill(price);
  };
  /** Two clients trade at this price, in an empty book. */
  const trade = async (price: string) => {
    const seller = await venue().newClient('Example Seller');
    await venue().call(trader(), 'cancelOrders');
    await venue().order(seller, { action: 'Sell', quantity: 5, price });
    await venue().order(trader(), { action: 'Buy', quantity: 5, price });
  };

  test('says that a halted market does not trade, and is ready to send once it is open', async () => {
    const { securityId } = venue().demo;
    await venue().call(operator(), 'haltSecurity', { securityId, reason: 'News is pending' });
    const page = await pageAt('market');
    await fillTicket(page, '10', '10.20');
    const verdict = page.locator('.verdict');
    await verdict.getByText('The market is halted and does not trade: the order rests until it opens.').waitFor();
    expect(await verdict.innerText()).not.toMatch(/Ready to send|would enter/);
    await page.getByLabel('Time in force').selectOption({ label: 'immediate' });
    await verdict.getByText('The market is halted and does not trade: an immediate order is cancelled.').waitFor();
    await page.getByLabel('Time in force').selectOption({ label: 'till cancelled' });
    await venue().call(operator(), 'resumeSecurity', { securityId, reason: 'The news is out' });
    await verdict.getByText('Ready to send.').waitFor();
    expect(await verdict.innerText()).not.toContain('does not trade');
  });

  test('names the zones in which it shows when a kill switch was activated', async () => {
    const { clientID: clientId } = await venue().newClient('Example Stopped');
    await venue().call(operator(), 'throwKillSwitch', { scope: 'client', clientId, reason: 'A wrong price' });
    const { killSwitches } = await venue().call(operator(), 'getKillSwitches');
    const [{ since }] = killSwitches as [{ since: string }];
    const page = await open();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: READER_ZONE });
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, operator(), 'kill-switches');
    const clock = (timeZone: string) =>
      new Date(`${since.replace(' ', 'T').replace(/Z?$/, 'Z')}`).toLocaleTimeString('en-GB', { timeZone });
    const times = `${clock('America/New_York')} New York, ${clock(READER_ZONE)} ${READER_ZONE}`;
    await page.locator('.switches').getByText(times).waitFor();
    await venue().call(operator(), 'releaseKillSwitch', { scope: 'client', clientId });
  });

  test('shows the value of a million shares at 25 dollars, and asks before it sends them', async () => {
    const page = await pageAt('market');
    await fillTicket(page, '1,000,000', '25');
    const worth = 'The order is worth $25,000,000.00.';
    await page.locator('.ticket .unusual').getByText(worth).waitFor();
    await page.getByText('Ready to send.').waitFor();
    await page.locator('#ticket-send').click();
    const dialog = page.getByRole('dialog', { name: 'Unusual order' });
    await dialog.getByText(worth).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByText(/Order \d+: (Working|Filled)/).count()).toBe(0);
  });

  test('asks before a quote and a block 59 % off, with value and distance, and before such a change', async () => {
    await trade('10.00');
    const asker = await venue().newClient('Example Asker');
    await venue().order(asker, { type: 'RFQ', action: 'Buy', quantity: 40, price: '0' });
    const id = await venue().order(trader(), { action: 'Buy', quantity: 30, price: '9.80' });
    const page = await pageAt('quotes');
    const off = 'The price 15.90 is 59.0 % above 10.00.';
    await page.getByLabel('Your price').fill('15.90');
    await page.getByRole('button', { name: 'Quote …', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Sell 40 at 15.90, $636.00. ${off}`).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByRole('button', { name: /^Take back quote/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Report a block …' }).click();
    await dialog.getByLabel('With (client id)').fill(asker.clientID);
    await dialog.getByLabel('Shares').fill('700');
    await dialog.getByLabel('Price').fill('15.90');
    await dialog.getByRole('button', { name: 'Report …' }).click();
    await dialog.getByText(`You buy 700 at 15.90 with ${asker.clientID}, $11,130.00. ${off}`).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.keyboard.press('Escape');

    await goTo(page, 'Market');
    await page.getByRole('button', { name: `Change order ${id}` }).click();
    await dialog.getByLabel('Price').fill('15.90');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByText(off).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByLabel('Price').fill('9.70');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText(`Order ${id} replaced.`).waitFor();
  });

  test('asks before a key is revoked, and revokes nothing on the way back', async () => {
    const { clientID } = await venue().newClient('Example House');
    const page = await pageAt(`keys/${clientID}`, operator());
    const keys = page.getByRole('main');
    await keys.getByRole('button', { name: /^Revoke/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('stop working at once. It cannot be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => keys.getByText('● active').count()).toBe(1);
    await keys.getByRole('button', { name: /^Revoke/ }).click();
    await dialog.getByLabel('Type REVOKE to go on').fill('revoke');
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await keys.getByText('○ revoked').waitFor();
  });

  test('reads numbers with commas, and says of each field what cannot be read', async () => {
    const page = await pageAt('market');
    const verdict = page.locator('.verdict');
    const [shares, price] = [
      'Shares: enter a whole number, such as 1,000.',
      'Price: enter a number with six decimals at most, such as 1,000.50.',
    ];
    await fillTicket(page, '1.5', '10,00');
    await verdict.getByText(`${shares} ${price}`).waitFor();
    await fillTicket(page, '1.5', '1,000.50');
    await expect.poll(() => verdict.innerText()).toMatch(/^Shares: (?!.*Price:)/);
    await fillTicket(page, '1,000', '1.0000001');
    await expect.poll(() => verdict.innerText()).toMatch(/^Price: (?!.*Shares:)/);
    expect(await page.locator('#ticket-send').isDisabled()).toBe(true);
    await fillTicket(page, '1,000', '1,000.50');
    await verdict.getByText('Value $1,000,500.00.').waitFor();
    const id = await venue().order(trader(), { action: 'Buy', quantity: 30, price: '9.80' });
    await page.getByRole('button', { name: `Change order ${id}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Shares in all').fill('1.5');
    await dialog.getByLabel('Price').fill('9,8');
    await dialog.getByText(`${shares} ${price}`).waitFor();
    expect(await dialog.getByRole('button', { name: 'Change', exact: true }).isDisabled()).toBe(true);
  });

  test('takes a click anywhere on a row of the watch list, and gives a fall its sign', async () => {
    await trade('10.00');
    await trade('9.00');
    const { issuerId, securityId } = venue().demo;
    const ats = new OpenAts({ baseUrls: venue().url, ...trader() });
    const { offeringDetails } = await ats.call('createOffering', demoOffering(issuerId, 'Second Shares') as never);
    const offeringId = /"offeringId":"?(\d+)/.exec(JSON.stringify(offeringDetails))?.[1] ?? '';
    await ats.call('updateOffering', { offeringId, offeringStatus: 'Approved' } as never);
    const page = await pageAt('market');
    const rowOf = (id: string) => page.locator('.watch tbody tr').filter({ hasText: id });
    const fallen = rowOf(securityId).getByRole('cell');
    await expect.poll(() => fallen.last().innerText()).toMatch(/^9\.00\s*−\d+\.\d %$/);
    // The first cell has the star.
    const count = await fallen.count();
    expect(count).toBe(4);
    for (let cell = 1; cell < count; cell++) {
      await rowOf(offeringId).getByRole('cell').nth(cell).click();
      await page.locator('.security').getByText(offeringId).waitFor();
      await fallen.nth(cell).click();
      await page.locator('.security').getByText(securityId).waitFor();
    }
  });

  test('draws the first of many own orders, and the others as they are scrolled to', async () => {
    const many = await venue().newClient('Example Desk');
    for (let made = 0; made < 45; made++) await venue().order(many, { action: 'Buy', quantity: 10, price: '8.00' });
    const page = await pageAt('market', many);
    const rows = page.locator('.orders tbody tr');
    await rows.nth(19).waitFor();
    await expect.poll(() => rows.count()).toBe(20);
    const scrollTo = (top: number) => page.evaluate(`document.querySelector('.orders .scroll').scrollTop = ${top}`);
    for (const count of [40, 45]) {
      await scrollTo(100_000);
      await expect.poll(() => rows.count()).toBe(count);
    }
    await scrollTo(0);
    await expect.poll(() => rows.count()).toBe(20);
  });
});
