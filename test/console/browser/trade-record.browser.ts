import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import {
  BrowserVenue,
  type Credentials,
  confirmByKey,
  isTooWide,
  openConsole,
  venueOfTwoOperators,
} from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('a trade', (open) => {
  const pageAt = async (venue: BrowserVenue, who: Credentials, place: string) => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue.url, who, place);
    return page;
  };
  /** The id of a match of two clients. */
  const matched = async (venue: BrowserVenue, seller: Credentials, buyer: Credentials) => {
    const orderid = await venue.order(seller, { action: 'Sell', quantity: 61, price: '10.10' });
    await venue.order(buyer, { action: 'Buy', quantity: 61, price: '10.10' });
    const { orderDetails } = await venue.call(seller, 'getOrder', { orderid });
    return (orderDetails as [{ matchedOrders: [{ matchid: string }] }])[0].matchedOrders[0].matchid;
  };
  const isFit = async (page: Page) => {
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.setViewportSize(WIDE);
  };

  test('is opened from the list; its client reports that it failed to settle, with the keyboard', async () => {
    const venue = await BrowserVenue.start();
    const [client, broker] = [venue.credentials('client'), await venue.newClient('Example Broker')];
    const [settled, failed] = [await matched(venue, client, broker), await matched(venue, client, broker)];
    const page = await pageAt(venue, client, 'trades');
    await page.locator('td.way-in').getByRole('link', { name: failed, exact: true }).first().click();
    const record = page.getByRole('article');
    await record.getByRole('heading', { name: '61 Example Security at 10.10' }).waitFor();
    await record.getByText('○ Not settled').waitFor();
    expect(await record.getByRole('button', { name: /Adjust|Bust/ }).count()).toBe(0);
    await isFit(page);
    await record.getByRole('button', { name: 'Record as failed …' }).focus();
    await page.keyboard.press('Enter');
    await confirmByKey(page);
    await record.getByText('✕ Cancelled').waitFor();
    expect(await record.getByRole('button', { name: /Record as/ }).count()).toBe(0);
    await page.goto(`${venue.url}/console/trades/${settled}`);
    await record.getByRole('button', { name: 'Record as settled …' }).click();
    await confirmByKey(page);
    await record.getByText('● Settled').waitFor();
    const operator = await pageAt(venue, venue.credentials('operator'), 'trades?f.settlement=Cancelled');
    await expect.poll(() => operator.locator('td.way-in').allInnerTexts()).toEqual([failed, failed]);
    await venue.stop();
  });

  test('is corrected and declared void only once a second operator has approved it', async () => {
    let id = '';
    const { venue, second } = await venueOfTwoOperators({}, async (alone) => {
      id = await matched(alone, alone.credentials('client'), await alone.newClient('Example Broker'));
    });
    const first = venue.credentials('operator');
    const one = await pageAt(venue, first, `trades/${id}`);
    const record = one.getByRole('article');
    const dialog = one.getByRole('dialog');
    await record.getByRole('button', { name: 'Adjust …' }).click();
    await dialog.getByLabel('Price, $').fill('10.15');
    await dialog.getByLabel('Shares').fill('43');
    await dialog.getByLabel('Reason').fill('Entered by mistake');
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await one.getByText('It waits for a second operator.').waitFor();
    await record.getByRole('heading', { name: '61 Example Security at 10.10' }).waitFor();
    const another = await pageAt(venue, second, 'approvals');
    const approve = async (name: RegExp) => {
      await another.goto(`${venue.url}/console/approvals`);
      await another.getByRole('link', { name }).click();
      await another.getByRole('button', { name: 'Approve …' }).click();
      await another.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
      await another.getByText('It no longer waits').waitFor();
    };
    await approve(/^Adjust a trade: .*Entered by mistake/);
    await one.reload();
    await record.getByRole('heading', { name: '43 Example Security at 10.15' }).waitFor();
    await record.getByText('Yes, by the operator').waitFor();
    await isFit(one);
    await record.getByRole('button', { name: 'Bust …' }).click();
    await dialog.getByLabel('Reason, sent to both sides').fill('A wrong security');
    await dialog.getByLabel('Type BUST to go on').fill('bust');
    await one.keyboard.press('Enter');
    await one.getByText('It waits for a second operator.').last().waitFor();
    await approve(/^Bust a trade: .*A wrong security/);
    await one.reload();
    await record.getByText('✕ Busted').waitFor();
    expect(await record.getByRole('button', { name: /Adjust|Bust/ }).count()).toBe(0);
    await venue.stop();
  });
});
