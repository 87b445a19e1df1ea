import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('a client without a program', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string) => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials('client'), place);
    return page;
  };

  test('registers a webhook, sees its secret once, tests it, and unregisters it', async () => {
    const page = await pageAt('webhooks');
    await page.getByRole('button', { name: 'Register …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Webhook' }).fill('updateOrd');
    await page.getByRole('option', { name: /updateOrder/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('URL').fill('http://receiver.example.com/orders');
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    await dialog.locator('.faulty', { hasText: 'URL' }).getByRole('alert').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel('URL').fill('https://receiver.example.com/orders');
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Registrations' });
    await panel.getByText('to https://receiver.example.com/orders').waitFor();
    await panel.getByText('signed, with retries').waitFor();
    const secret = await panel.locator('code.secret').innerText();
    expect(secret).toMatch(/^whsec_/);
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await isTooWide(page)).toBe(false);
      expect(await violationsOn(page)).toEqual([]);
    }
    await page.setViewportSize(WIDE);
    await panel.getByRole('button', { name: 'Send a test: updateOrder' }).click();
    await page.getByText('A test is sent; see the deliveries.').waitFor();
    await panel.getByRole('button', { name: 'New secret …' }).click();
    await dialog.getByRole('button', { name: 'New secret', exact: true }).click();
    await expect.poll(() => panel.locator('code.secret').innerText()).not.toBe(secret);
    await panel.getByRole('button', { name: 'Unregister …' }).click();
    await dialog.getByRole('button', { name: 'Unregister', exact: true }).click();
    await panel.getByText('No webhooks.').waitFor();
    expect(await panel.locator('code.secret').count()).toBe(0);
  });

  test('tightens its own limits, and does not loosen them', async () => {
    const page = await pageAt('limits');
    await page.getByText('not limited').waitFor();
    const dialog = page.getByRole('dialog');
    const tighten = async (value: string) => {
      await page.getByRole('button', { name: 'Tighten limits …' }).click();
      await dialog.getByLabel('Value of live orders, at most, $').fill(value);
      await dialog.getByRole('button', { name: 'Tighten', exact: true }).click();
    };
    await page.getByRole('button', { name: 'Tighten limits …' }).click();
    await dialog.getByLabel('Sides').selectOption('Buy');
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await tighten('2000000');
    await page.getByText('of $2,000,000.00').waitFor();
    await page.getByText('buy only', { exact: false }).or(page.getByText('Buy only')).first().waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/tightenLimits', async (route) => {
      await held.promise;
      await route.continue();
    });
    await tighten('3000000');
    // Nothing is typed while the call runs; afterwards the keys go on where they were.
    const value = dialog.getByLabel('Value of live orders, at most, $');
    await dialog.getByRole('button', { name: 'Sending …' }).waitFor();
    expect(await value.isDisabled()).toBe(true);
    held.resolve();
    await dialog.getByText(/max open value.*looser/).waitFor();
    await expect.poll(() => page.locator('button[type="submit"]:focus').count()).toBe(1);
    expect(await value.isEnabled()).toBe(true);
    const { limits } = await venue().call(venue().credentials('client'), 'getLimits');
    expect(limits).toMatchObject({ maxOpenValue: '2000000.000000', sides: 'Buy' });
  });
});
