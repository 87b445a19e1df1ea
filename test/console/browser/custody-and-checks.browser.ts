import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('custody and checks', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: 'client' | 'operator' = 'client') => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };
  type Page = Awaited<ReturnType<typeof pageAt>>;
  const requireWhole = async (page: Page) => {
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.setViewportSize(WIDE);
  };

  test('a custody account is asked for, opened, and money goes in and out, with the keyboard', async () => {
    const { accountId } = venue().demo;
    const client = venue().credentials('client');
    const bank = { ExtAccountfullname: 'Example Investor', Extnickname: 'Example bank', accountType: 'Checking' };
    const numbers = { ExtRoutingnumber: '123456780', ExtAccountnumber: '4000500060' };
    await venue().call(client, 'createExternalAccount', { types: 'Account', accountId, ...bank, ...numbers });
    const page = await pageAt('custody');
    await page.getByRole('button', { name: 'Ask for a custody account …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Account' }).fill(accountId);
    await page.getByRole('option', { name: new RegExp(accountId) }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Where the agreement is kept').fill('no address');
    await page.keyboard.press('Enter');
    await dialog.getByText(/agreement is kept: must be an http/).waitFor();
    await dialog.getByLabel('Where the agreement is kept').fill('https://documents.example.com/agreement.pdf');
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByRole('heading', { name: `Custody account of Example Investor (${accountId})` }).waitFor();
    await record.getByText('It waits for the operator.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const operator = await pageAt(`custody/${id}`, 'operator');
    const theirs = operator.getByRole('article');
    await theirs.getByRole('button', { name: 'Ask for more …' }).click();
    await operator.getByLabel('Reason, shown to the client').fill('A statement is missing');
    await operator.keyboard.press('Enter');
    await theirs.getByText('A statement is missing').waitFor();
    await page.reload();
    await record.getByRole('button', { name: 'Information was added …' }).click();
    await page.getByLabel('Notes for the operator').fill('The statement is uploaded');
    await page.keyboard.press('Enter');
    await record.getByText('The statement is uploaded').waitFor();
    await operator.reload();
    await theirs.getByRole('button', { name: 'Approve …' }).click();
    await operator.getByLabel('Reason, shown to the client').fill('All is there');
    await operator.keyboard.press('Enter');
    await theirs.getByText('✓ Open').first().waitFor();
    await theirs.locator('.timeline').getByText('Custody account').waitFor();
    await requireWhole(operator);
    await page.reload();
    await record.getByRole('button', { name: 'Deposit …' }).click();
    await dialog.getByLabel('Amount, $').fill('500');
    await page.keyboard.press('Enter');
    await page.getByText(`$500.00 are debited for ${accountId}`).first().waitFor();
    await record.getByRole('button', { name: 'Disburse …' }).click();
    await dialog.getByLabel('Amount, $').fill('120.50');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await record.getByRole('region', { name: 'Deposits' }).getByText('$500.00').waitFor();
    await record.getByRole('link', { name: '$120.50' }).click();
    await record.getByText('It waits for its review.').waitFor();
    const disbursement = new URL(page.url()).pathname;
    // It is paid from what has come.
    const { custodyTransactions } = await venue().call(client, 'getCustodyFundMoves', { accountId });
    const [{ referenceNumber }] = custodyTransactions as [{ readonly referenceNumber: string }];
    await venue().call(client, 'sandbox/settlePayment', { referenceNumber, outcome: 'Settled' });
    await operator.goto(`${venue().url}${disbursement}`);
    for (const [verb, step] of [
      ['Take into review', 'In review'],
      ['Approve', 'Approved'],
    ]) {
      await theirs.getByRole('button', { name: `${verb} …` }).click();
      await operator.getByLabel('Reason, for the operator').fill('Checked');
      await operator.keyboard.press('Enter');
      await theirs
        .locator('.record-title')
        .getByText(step as string)
        .waitFor();
    }
    expect(await theirs.getByRole('button', { name: 'Record as completed …' }).count()).toBe(0);
    await requireWhole(operator);
    await page.goto(`${venue().url}/console/disbursements?f.state=Approved`);
    await page.getByRole('link', { name: `Example Investor ${accountId}` }).waitFor();
    const other = await open();
    await openConsole(other, venue().url, await venue().newClient('Other'), `custody/${id}`);
    await other
      .getByText(/not found|unknown|no such/i)
      .first()
      .waitFor();
  });

  test('an accreditation is asked for and approved; the account shows the history', async () => {
    const { accountId } = venue().demo;
    const page = await pageAt('checks');
    await page.getByText(/^No reviews/).waitFor();
    await page.getByRole('button', { name: 'New check …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Check').selectOption('Accreditation of an account');
    await dialog.getByRole('combobox', { name: 'Investor' }).fill(accountId);
    await page.getByRole('option', { name: new RegExp(accountId) }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Notes for the reviewer').fill('A letter of the bank');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: `Example Investor ${accountId}` }).click();
    const record = page.getByRole('article');
    await record.getByText('A letter of the bank').waitFor();
    const operator = await pageAt('approvals', 'operator');
    await operator.getByRole('link', { name: `Accreditation of account Example Investor (${accountId})` }).click();
    await operator.getByRole('link', { name: 'Open the record' }).click();
    const theirs = operator.getByRole('article');
    await theirs.getByRole('button', { name: 'Approve …' }).click();
    await operator.getByLabel('Notes for the client').fill('The letter is good');
    await operator.keyboard.press('Enter');
    await theirs.getByText('Decided', { exact: true }).waitFor();
    await requireWhole(operator);
    await page.goto(`${venue().url}/console/accounts/${accountId}`);
    const history = record.getByRole('region', { name: 'History' });
    await history.getByText('Accreditation').waitFor();
    await history.getByText('✓ Verified Accredited').waitFor();
    await requireWhole(page);
  });
});
