/** The day of a trader, from the market to the statement, at the sizes of a laptop and of a telephone. */
import { test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { Day, SIZES } from '../support/day-script.ts';
import { type Credentials, venueOfFile } from '../support/venue.ts';

const NAME = 'Example Security';

describeInBrowser('the day of a trader', (open) => {
  const venue = venueOfFile({ RATE_LIMIT_PAGES: '0' });

  test.each(SIZES)('is gone through at %s', async (_, size) => {
    const { securityId } = venue().demo;
    const other = await venue().newClient('Example Seller');
    const own = venue().credentials('client');
    await venue().call(own, 'cancelOrders');
    const order = (who: Credentials, action: string, quantity: number, price: string) =>
      venue().order(who, { action, quantity, price });
    await order(other, 'Sell', 300, '10.20');
    await order(other, 'Buy', 200, '10.00');
    const page = await open();
    const day = await Day.begin(page, {
      ...{ role: 'Sandbox trader', size, link: await venue().consoleLink() },
      names: { [securityId]: NAME },
    });

    await day.step('finds the security and reads both sides', async () => {
      await day.press('Control+k');
      await day.type(page.getByRole('combobox', { name: 'A place, a record or an action' }), NAME);
      await day.press('Enter');
      await day.waitFor(page.locator('.ladder').getByText('10.20'));
      await day.seesAtOnce(page.locator('.ladder td.shares.bid').first(), 'the best bid');
      await day.seesAtOnce(page.locator('.ladder td.shares.offer').last(), 'the best offer');
    });

    await day.step('alerts at a price', async () => {
      await day.click(page.locator('.security summary', { hasText: 'Alert' }));
      await day.type(page.getByLabel(/^Alert when it is/), '10.10');
      await day.click(page.getByRole('button', { name: 'Add alert' }));
      await page.locator('.price-alerts').getByText('at or above').first().waitFor();
      await day.press('Escape');
      await order(other, 'Buy', 50, '10.10');
      await day.waitFor(page.getByText(`${NAME} is at 10.10 or above.`));
    });

    const rows = page.locator('.orders tbody tr');
    await day.step('orders by a click on a price', async () => {
      await day.click(page.locator('.ladder').getByRole('button', { name: 'Sell at 10.10' }));
      await day.type(page.locator('#ticket-quantity'), '20');
      await day.seesAtOnce(page.locator('#ticket-send'), 'the button of the ticket');
      await day.click(page.locator('#ticket-send'));
      await day.waitFor(page.getByText(/Order \d+: Filled/));
      await day.type(page.locator('#ticket-quantity'), '40');
      await day.type(page.locator('#ticket-price'), '10.15');
      await day.click(page.locator('#ticket-send'));
      await day.waitFor(rows.filter({ hasText: '0 of 40' }));
    });

    await day.step('changes and cancels', async () => {
      const row = rows.filter({ hasText: '0 of 40' });
      await day.click(row.getByRole('button', { name: /^Change order/ }));
      await day.type(page.getByRole('dialog').getByLabel('Price'), '10.18');
      await day.confirm(new RegExp(`^Change order \\d+: Sell ${NAME}`), 'Change');
      await day.waitFor(row.getByText('10.18'));
      await day.click(row.getByRole('button', { name: /^Cancel order/ }));
      await day.confirm(new RegExp(`^Cancel order \\d+: Sell ${NAME} at 10.18`), 'Cancel order');
      await row.waitFor({ state: 'detached' });
    });

    await day.step('answers an RFQ', async () => {
      await venue().order(other, { action: 'Buy', quantity: 60, price: '0', type: 'RFQ' });
      await day.goTo('Quotes and blocks');
      await day.waitFor(page.getByText('somebody would buy 60'));
      await day.type(page.getByLabel('Your price'), '10.12');
      await day.click(page.getByRole('button', { name: 'Quote …', exact: true }));
      await day.confirm(new RegExp(`^Quote on RFQ \\d+ in ${NAME}`), 'Send quote');
      await day.waitFor(page.getByRole('button', { name: /^Take back quote/ }));
    });

    await day.step('reports a block, and confirms one', async () => {
      await day.click(page.getByRole('button', { name: 'Report a block …' }));
      const dialog = page.getByRole('dialog');
      await day.choose(dialog.getByLabel('You'), 'Sell');
      await day.type(dialog.getByLabel('With (client id)'), other.clientID);
      await day.type(dialog.getByLabel('Shares'), '700');
      await day.type(dialog.getByLabel('Price'), '10.10');
      await day.click(dialog.getByRole('button', { name: 'Report …' }));
      await day.confirm(new RegExp(`^Report a block in ${NAME}`), 'Report');
      await day.waitFor(page.locator('.blocks').getByText('sell 700 at 10.10'));
      await venue().call(other, 'reportBlock', {
        ...{ securityid: securityId, memberid: '1', action: 'Buy', counterpartyId: own.clientID },
        ...{ quantity: 800, price: '10.10' },
      });
      await day.waitFor(page.getByRole('button', { name: /^Confirm block/ }));
      await day.click(page.getByRole('button', { name: /^Confirm block/ }));
      await day.confirm(new RegExp(`^Confirm block \\w+: sell 800 ${NAME} at 10.10`), 'Confirm');
      await day.waitFor(page.getByText('The block is confirmed: it has traded.'));
    });

    await day.step('watches an auction', async () => {
      await day.goTo('Market');
      const plan = { afterHalt: { callSeconds: 10, noCancelSeconds: 0 } };
      const operator = venue().credentials('operator');
      await venue().call(own, 'setAuctionPlan', { securityId, plan });
      await venue().call(operator, 'haltSecurity', { securityId, reason: 'News is pending' });
      await venue().call(operator, 'resumeSecurity', { securityId, reason: 'The news is out' });
      const call = page.getByRole('region', { name: 'Call of the auction' });
      await day.waitFor(call.getByText(/the call ends in 0:\d\d/));
      await day.seesAtOnce(call.getByText('Indicative price'), 'the price of the auction');
      await day.waitFor(page.getByText(`${NAME} is called to an auction.`));
      await day.waitFor(page.getByText(/Auction \d+ at \d\d:\d\d:\d\d New York:/));
      await venue().call(own, 'setAuctionPlan', { securityId, plan: {} });
    });

    await day.step('ends the day with fills, positions and the statement', async () => {
      await day.goTo('Trades');
      await day.waitFor(page.locator('table.grid tbody tr').filter({ hasText: NAME }));
      await day.goTo('Positions');
      await day.waitFor(page.locator('table.grid tbody tr').filter({ hasText: NAME }));
      await day.click(page.getByRole('button', { name: 'Statement …' }));
      const saved = page.waitForEvent('download');
      await day.click(page.getByRole('dialog').getByRole('button', { name: 'Make PDF' }));
      await saved;
    });
    await venue().call(other, 'cancelOrders');
    day.end({ clicks: 30, entries: 11, waits: 21 });
  });
});
