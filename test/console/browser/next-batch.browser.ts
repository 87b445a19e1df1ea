import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { goTo, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('the next batch', (open) => {
  const venue = venueOfFile();

  test('lists what goes out, with sums by rail, what is stopped, and the other work on money', async () => {
    const [client, operator] = [venue().credentials('client'), venue().credentials('operator')];
    const { accountId, securityId: offeringId } = venue().demo;
    const bank = { ExtAccountfullname: 'Example Investor', Extnickname: 'Example bank', accountType: 'Checking' };
    const numbers = { ExtRoutingnumber: '123456780', ExtAccountnumber: '4000500060' };
    await venue().call(client, 'createExternalAccount', { types: 'Account', accountId, ...bank, ...numbers });
    const invest = async (transactionType: string, transactionUnits: number) => {
      const asked = { offeringId, accountId, transactionType, transactionUnits };
      const answer = await venue().call(client, 'createTrade', asked);
      return (answer.purchaseDetails as [boolean, [{ tradeId: string }]])[1][0].tradeId;
    };
    const debit = async (units: number) => {
      const tradeId = await invest('ACH', units);
      const amount = `${10 * units}.00`;
      const fields = { accountId, offeringId, tradeId, amount, description: 'Shares', checkNumber: '1' };
      const { TradeFinancialDetails } = await venue().call(client, 'externalFundMove', fields);
      return (TradeFinancialDetails as [{ RefNum: string }])[0].RefNum;
    };
    const [first, second, stopped] = [await debit(25), await debit(31), await debit(12)];
    await venue().call(operator, 'updateExternalFundMoveApprovedStatus', {
      ...{ RefNum: stopped, transactionstatus: 'Declined' },
    });
    await invest('WIRE', 40);
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, client, 'payments');
    await page.getByRole('link', { name: 'Next batch' }).focus();
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByText('$560.00 in 2 payments').waitFor();
    const rails = record.getByRole('region', { name: 'By rail', exact: true });
    const cellsOf = async (name: RegExp) =>
      (await rails.getByRole('row', { name }).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    await expect.poll(() => cellsOf(/^Debit \(ACH\)/)).toEqual(['2', '$560.00', '$120.00 in 1']);
    await expect.poll(() => cellsOf(/^Card/)).toEqual(['0', '$0.00', '–']);
    await expect.poll(() => cellsOf(/^All rails/)).toEqual(['2', '$560.00', '$120.00 in 1']);
    const namesIn = (name: string) =>
      record.getByRole('region', { name, exact: true }).getByRole('rowheader').allInnerTexts();
    await expect.poll(() => namesIn('Stopped (1)')).toEqual([`ACH-${stopped}`]);
    await expect.poll(() => namesIn('To be sent (2)')).toEqual([`ACH-${second}`, `ACH-${first}`]);
    const waiting = record.getByRole('region', { name: 'Also waiting' });
    await waiting.getByText('1, $400.00').waitFor();
    expect(await waiting.innerText()).toMatch(/Wires to record\s+1, \$400\.00\s+Refunds to record\s+0/);
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.setViewportSize(WIDE);
    await waiting.getByRole('link', { name: '1, $400.00' }).click();
    await expect.poll(() => page.locator('table.grid tbody tr').count()).toBe(1);
    const theirs = await open();
    await theirs.setViewportSize(WIDE);
    await openConsole(theirs, venue().url, operator);
    await goTo(theirs, 'Batches');
    await theirs.getByRole('link', { name: 'Next batch', exact: true }).click();
    await theirs.getByText('$560.00 in 2 payments').waitFor();
  });
});
