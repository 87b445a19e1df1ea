/** The operator changes the reference data of a security (V66) in the console. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('reference data', (open) => {
  const venue = venueOfFile();

  test('is set by the operator with the keyboard, and not over a newer version', async () => {
    const { securityId } = venue().demo;
    const [client, operator] = [venue().credentials('client'), venue().credentials('operator')];
    const read = async () => (await venue().call(client, 'getSecurityReference', { securityId })).securityReference;
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, operator, 'securities');
    const change = page.getByRole('button', { name: 'Change reference data …' });
    await change.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Reference data of / });
    await dialog.getByLabel('Symbol').fill('demo');
    await dialog.getByLabel('Tick sizes').fill('0:0.0001 1:0.01');
    await dialog.getByLabel('Lot size, shares').fill('5');
    await dialog.getByLabel('ISIN').fill('US0378331006');
    await page.keyboard.press('Enter');
    await dialog.getByText(/field "isin"/).waitFor();
    await dialog.getByLabel('ISIN').fill('');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const tickSizes = [
      { from: '0.000000', tick: '0.000100' },
      { from: '1.000000', tick: '0.010000' },
    ];
    expect(await read()).toMatchObject({ version: 1, reference: { symbol: 'DEMO', lotSize: 5, tickSizes } });
    await page.getByText('0.000000:0.000100 1.000000:0.010000').waitFor();
    await page.getByRole('button', { name: /^DEMO · / }).waitFor();

    await change.click();
    const reference = { symbol: 'DEMO', lotSize: 10 };
    await venue().call(operator, 'updateSecurityReference', { securityId, reference });
    await dialog.getByLabel('Lot size, shares').fill('7');
    await dialog.getByRole('button', { name: 'Set' }).click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await read()).toMatchObject({ version: 2, reference });
  });

  test('has separate hours, which its owner sets and takes back, with the keyboard', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, venue().credentials('client'), 'securities');
    const panel = page.getByRole('region', { name: 'Securities', exact: true }).first();
    const daysOf = async () => (await panel.getByText(/^(\d\d:\d\d to \d\d:\d\d|closed)$/).allInnerTexts()).slice(-5);
    await expect.poll(daysOf).toEqual(Array(5).fill('09:30 to 16:00'));
    const dialog = page.getByRole('dialog');
    const set = async (day: string, text: string) => {
      await panel.getByRole('button', { name: 'Change hours …' }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByLabel(day).fill(text);
      await page.keyboard.press('Enter');
    };
    await set('Monday', 'half past nine');
    await dialog.locator('.faulty', { hasText: 'Monday' }).getByRole('alert').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel('Monday').fill('10:00 to 15:30');
    await dialog.getByLabel('Friday').fill('closed');
    await page.keyboard.press('Enter');
    await expect.poll(daysOf).toEqual(['10:00 to 15:30', ...Array(3).fill('09:30 to 16:00'), 'closed']);
    const { securityHoursDetails } = await venue().call(venue().credentials('client'), 'getSecurityMarketHours', {
      securityId: venue().demo.securityId,
    });
    expect(securityHoursDetails).toMatchObject({ mondayStartHours: '10', mondayCloseMins: '30', fridayClosed: 'Yes' });
    await panel.getByRole('button', { name: 'Change hours …' }).click();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await dialog.getByLabel(day).fill('');
    await page.keyboard.press('Enter');
    await expect.poll(daysOf).toEqual(Array(5).fill('09:30 to 16:00'));
  });

  test('is shown to a client, who may not change it', async () => {
    const page = await open();
    await openConsole(page, venue().url, venue().credentials('client'), 'securities');
    await page.getByRole('heading', { name: 'Reference data' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change reference data …' }).count()).toBe(0);
  });
});
