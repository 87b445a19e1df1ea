/** The operator sets fees, and both sides see them and their invoices (X1 to X8). */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('fees', (open) => {
  const venue = venueOfFile();

  test('are set by the operator with the keyboard, from a later day on, and a wrong one says why', async () => {
    const operator = venue().credentials('operator');
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, operator, 'fees');
    await page.getByText('Orders pay no fees.').waitFor();
    await page.getByRole('button', { name: 'New version …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New fees of orders' });
    await dialog.getByLabel('From the opening of').fill('2040-03-05');
    await dialog.getByLabel('Initiator, $ a share').fill('0.003');
    await dialog.getByLabel('Initiator, $ an order at least').fill('2');
    await dialog.getByLabel('Initiator, $ an order at most').fill('1');
    await dialog.getByLabel('Contra, % of the value').fill('0.05');
    await page.keyboard.press('Enter');
    await dialog.getByText(/"minimum" must be at most maximum/).waitFor();
    await dialog.getByLabel('Initiator, $ an order at most').fill('50');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'From 2040-03-05: version 1' }).waitFor();
    const { feeSchedule } = await venue().call(operator, 'getFeeSchedule', {});
    expect(feeSchedule).toMatchObject({
      pending: [
        {
          schedule: {
            initiator: { perShare: '0.003000', minimum: '2.00', maximum: '50.00' },
            contra: { percent: '0.050000', maximum: '1000000000.00' },
          },
        },
      ],
    });
    expect(await violationsOn(page)).toEqual([]);
  });

  test('are there for a client to read: the schedules that count for it, and its invoice', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await openConsole(page, venue().url, venue().credentials('client'), 'fees');
    await page.getByText('No fees in this month.').waitFor();
    await page.getByRole('region', { name: 'Fees of orders' }).getByRole('combobox').selectOption('client');
    await page.getByText('None: that of the venue counts.').waitFor();
    expect(await page.getByRole('button', { name: 'New version …' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  });
});
