import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { goTo, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('what two clients agree on', (open) => {
  const venue = venueOfFile();
  const pageOf = async (who: Parameters<typeof openConsole>[2], place = ''): Promise<Page> => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, who, place);
    return page;
  };

  test('trades of before are shown when the page opens; quotes are asked for, seen and accepted', async () => {
    const seller = await venue().newClient('Example Seller');
    await venue().order(seller, { action: 'Buy', quantity: 60, price: '10.25' });
    const one = await pageOf(venue().credentials('client'));
    await one.locator('.time-and-sales tbody tr').getByText('60', { exact: true }).waitFor();
    await one.locator('.chart').getByText("today's trades").waitFor();
    await one.getByLabel('Type').selectOption({ label: 'Quotes (RFQ)' });
    await one.getByLabel('Shares', { exact: true }).first().fill('40');
    await one.getByText('Ready to send').waitFor();
    await one.locator('#ticket-send').click();
    await goTo(one, 'Quotes and blocks');
    await one.getByText('No quote yet.').waitFor();
    const another = await pageOf(seller, 'quotes');
    await another.getByText('somebody would buy 40').waitFor();
    await another.getByLabel('Your price').fill('10.10');
    await another.getByLabel('Valid for (s)').fill('600');
    await another.getByRole('button', { name: 'Quote …', exact: true }).click();
    await another.getByRole('dialog').getByRole('button', { name: 'Send quote' }).click();
    await another.getByRole('button', { name: /^Take back quote/ }).waitFor();
    await another.getByText('Quote protection: off').click();
    await another.getByLabel('Accepted quotes').fill('3');
    await another.getByLabel('in seconds').fill('60');
    await another.getByRole('button', { name: 'Set protection' }).click();
    await another.getByText('Quote protection: 0 of 3 accepted quotes in 60 s').waitFor();
    await one.getByRole('columnheader', { name: 'Valid until' }).waitFor();
    await one.getByRole('button', { name: /^Accept quote/ }).click();
    await one.getByText('Accepted: it has traded.').waitFor();
    for (const page of [one, another]) {
      await goTo(page, 'Market');
      await page.locator('.time-and-sales tbody tr').first().getByText('10.10').waitFor();
    }
  });

  test('a block is reported, confirmed by the other side, and shown as one; another is cancelled', async () => {
    const buyer = await venue().newClient('Example Buyer');
    await venue().order(buyer, { action: 'Buy', quantity: 10, price: '10.25' });
    const one = await pageOf(venue().credentials('client'), 'quotes');
    const report = async (shares: string) => {
      await one.getByRole('button', { name: 'Report a block …' }).click();
      const dialog = one.getByRole('dialog');
      await dialog.getByLabel('You').selectOption('Sell');
      await dialog.getByLabel('With (client id)').fill(buyer.clientID);
      await dialog.getByLabel('Shares').fill(shares);
      await dialog.getByLabel('Price').fill('10.25');
      await dialog.getByRole('button', { name: 'Report …' }).click();
      await dialog.getByRole('button', { name: 'Report', exact: true }).click();
      await one.locator('.blocks').getByText(`sell ${shares} at 10.25`).waitFor();
    };
    await report('700');
    const another = await pageOf(buyer, 'quotes');
    await another.getByRole('button', { name: /^Confirm block/ }).click();
    await another.getByRole('dialog').getByText('You buy 700 at 10.25').waitFor();
    await another.getByRole('button', { name: 'Confirm', exact: true }).last().click();
    await goTo(another, 'Market');
    await another.locator('.time-and-sales tbody tr').first().getByText('block').waitFor();
    await goTo(one, 'Market');
    await one.locator('.time-and-sales tbody tr').first().getByText('700').waitFor();
    for (const page of [one, another]) await goTo(page, 'Quotes and blocks');
    await report('800');
    const confirm = another.getByRole('button', { name: /^Confirm block/ });
    await confirm.waitFor();
    await one.getByRole('button', { name: /^Take back block/ }).click();
    await one.getByText('No blocks to confirm').waitFor();
    await confirm.waitFor({ state: 'detached' });
  });
});
