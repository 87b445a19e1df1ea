/** Dangerous acts name their target and say how much they hit, as the venue counts it at that moment. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { type Credentials, openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('a dangerous act', (open) => {
  const venue = venueOfFile();
  const pageOf = async (who: Credentials, place: string): Promise<Page> => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, who, place);
    return page;
  };
  const enter = async (who: Credentials, count: number) => {
    for (let entered = 0; entered < count; entered += 20) {
      const some = Array.from({ length: Math.min(20, count - entered) }, () =>
        venue().order(who, { action: 'Buy', quantity: 10, price: '8.00' }),
      );
      await Promise.all(some);
    }
  };
  const openOf = async (who: Credentials): Promise<number> => {
    const filter = JSON.stringify({ orderStatus: ['Live'] });
    const { pagination } = await venue().call(who, 'ats/orders', { filter, limit: 1 });
    return Number((pagination as { totalRecords: number }).totalRecords);
  };

  test('on all orders states the number of the venue, not of the list, and cancels all of them', async () => {
    const many = await venue().newClient('Example Desk');
    await enter(many, 503);
    const page = await pageOf(many, 'market');
    await page.locator('.orders').getByText('500+').waitFor();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel all orders' });
    await dialog.getByText('503 open orders.').waitFor();
    const yes = dialog.getByRole('button', { name: 'Cancel 503 orders' });
    expect(await yes.getAttribute('class')).toContain('danger');
    await yes.click();
    await page.getByText('503 orders are cancelled.').waitFor();
    expect(await openOf(many)).toBe(0);
  });

  test('of a kill switch has no target before one is chosen, then names it with what it hits', async () => {
    const stopped = await venue().newClient('Example Stopped');
    await enter(stopped, 3);
    const page = await pageOf(venue().credentials('operator'), 'kill-switches');
    await page.getByRole('button', { name: 'Activate …' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Stop').selectOption('a client');
    await page.getByRole('combobox', { name: 'Client' }).fill('Example St');
    await page.getByRole('option', { name: /Example Stopped/ }).click();
    await page.getByRole('button', { name: 'Activate …' }).click();
    const dialog = page.getByRole('dialog', { name: /^Activate the kill switch of client Example Stopped/ });
    await dialog.getByText('3 open orders of 1 client: 30 shares, worth $240.00.').waitFor();
    const yes = dialog.getByRole('button', { name: 'Activate' });
    expect(await yes.getAttribute('class')).toContain('danger');
    await dialog.getByLabel('Reason, shown to clients').fill('A wrong price');
    await yes.click();
    await page.getByText('The kill switch is active.').waitFor();
    expect(await openOf(stopped)).toBe(0);
  });
});
