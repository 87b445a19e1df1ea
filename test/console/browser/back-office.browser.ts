import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noticeFile } from '../../../src/providers/bank/sandbox-notices.ts';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { confirmByKey, goTo, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('the back office', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: 'client' | 'operator' = 'client') => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };

  test('a person is created, checked, and gets an account with the keyboard alone', async () => {
    const page = await pageAt('people');
    await page.getByRole('button', { name: 'New person …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const values: Readonly<Record<string, string>> = {
      ...{ 'First name': 'Robin', 'Last name': 'Sample', 'Social security number': '123-45-6799' },
      ...{ 'E-mail': 'robin@example.com', Address: '1 Example Street', City: 'Example City', State: 'NY' },
      ...{ 'Postal code': '10001', Country: 'USA' },
    };
    for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel('Born').fill('1980-01-31');
    expect(await page.evaluate('sessionStorage.getItem("openats.draft.person-person")')).toContain('Robin');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toMatch(/6799|1980-01-31/);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByRole('heading', { name: 'Robin Sample' }).waitFor();
    expect(await record.innerText()).not.toContain('123-45-6799');
    await record.getByText('•••• 6799').getByRole('button', { name: 'Show' }).click();
    await record.getByText('123-45-6799').waitFor();
    await record.getByRole('button', { name: 'Check identity …' }).focus();
    await page.keyboard.press('Enter');
    await confirmByKey(page);
    await record.locator('.timeline').getByText('Pass').waitFor();
    await expect.poll(() => record.getByText('✓ Auto Approved').count()).toBeGreaterThan(1);
    expect(await violationsOn(page)).toEqual([]);
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'New account …' }).click();
    await dialog.getByRole('combobox', { name: 'Primary owner' }).fill('Robin');
    await page.getByRole('option', { name: /Robin Sample/ }).waitFor();
    await page.keyboard.press('Enter');
    const account = { Registration: 'Robin Sample', Address: '1 Example Street', City: 'Example City', State: 'NY' };
    for (const [label, value] of Object.entries({ ...account, 'Postal code': '10001', Country: 'USA' }))
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
    await record.getByRole('heading', { name: 'People and companies' }).waitFor();
    await record.getByRole('link', { name: /^Robin Sample P\d+$/ }).waitFor();
    await record.getByText('owner').waitFor();
  });

  test('suitability, accreditation and notes of an account are stored', async () => {
    const page = await pageAt(`accounts/${venue().demo.accountId}`);
    const record = page.getByRole('article');
    await record.getByRole('button', { name: 'Answer …' }).click();
    await page.getByRole('dialog').getByLabel('Risk profile').fill('much');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/Risk profile.*must be a number/)
      .waitFor();
    await page.getByRole('dialog').getByLabel('Risk profile').fill('4');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await record.getByText('Risk profile').waitFor();
    await record.getByRole('button', { name: 'Ask for verification …' }).click();
    await page.getByLabel('Notes for the reviewer').fill('A letter of the bank is uploaded');
    await page.keyboard.press('Enter');
    await record.getByText('A letter of the bank is uploaded').waitFor();
    await record.getByRole('button', { name: 'Add note …' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Asked for statements by post');
    await page.keyboard.press('Enter');
    await record.getByText('Asked for statements by post').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    expect(await isTooWide(page)).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
    const answer = await venue().call(venue().credentials('client'), 'getSuitability', {
      accountId: venue().demo.accountId,
    });
    expect(answer.accountDetails).toMatchObject([{ riskProfile: '4' }]);
  });

  test('an investment is made, approved, paid by wire and cancelled with its reason', async () => {
    const { accountId } = venue().demo;
    const page = await pageAt('investments');
    await page.getByRole('button', { name: 'New investment …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Offering' }).fill('Example Security');
    await page
      .getByRole('option', { name: /Example Security/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Account' }).fill(accountId);
    await page.getByRole('option', { name: new RegExp(accountId) }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Pays by').selectOption('WIRE');
    await dialog.getByLabel('Units').fill('25');
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByText('It still lacks: signature, representative, principal, money.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await goTo(page, 'Approvals');
    await page.getByRole('link', { name: 'Example Security: representative and principal' }).waitFor();
    await page.getByRole('link', { name: id, exact: true }).click();
    await record.getByRole('button', { name: 'Approve as representative …' }).click();
    await confirmByKey(page);
    await record.getByText('It still lacks: signature, principal, money.').waitFor();
    await record.getByRole('button', { name: 'Record the money …' }).click();
    await dialog.getByText('$250.00 of Example Investor have arrived by wire.').waitFor();
    await page.keyboard.press('Enter');
    await record.getByText('● Funded').waitFor();
    await record.getByRole('button', { name: 'Add note …' }).click();
    await page.getByLabel('Note', { exact: true }).fill('The wire came a day late');
    await page.keyboard.press('Enter');
    await record.getByText('The wire came a day late').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await record.getByRole('button', { name: 'Cancel …' }).click();
    await dialog.getByLabel('Reason').fill('The investor asked for it');
    expect(await dialog.getByRole('button', { name: 'Cancel', exact: true }).isDisabled()).toBe(true);
    const tradeId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await dialog.getByLabel('Type CANCEL to go on').fill('CANCEL');
    await page.keyboard.press('Enter');
    await record.getByText('Unwind pending').waitFor();
    await record.getByRole('button', { name: 'Record the refund …' }).click();
    await confirmByKey(page);
    await record.getByText('Unwind settled').waitFor();
    await page.setViewportSize(NARROW);
    expect(await isTooWide(page)).toBe(false);
    await page.goto(`${venue().url}/console/investments?f.state=Unwind%20settled`);
    await page.getByRole('link', { name: tradeId, exact: true }).waitFor();
  });

  test('a debit is voided by its client, another is returned by the operator with the code of the bank', async () => {
    const client = venue().credentials('client');
    const { accountId, securityId: offeringId } = venue().demo;
    const bank = { ExtAccountfullname: 'Example Investor', Extnickname: 'Example bank', accountType: 'Checking' };
    const numbers = { ExtRoutingnumber: '123456780', ExtAccountnumber: '4000500060' };
    await venue().call(client, 'createExternalAccount', { types: 'Account', accountId, ...bank, ...numbers });
    const debit = async () => {
      const asked = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '25' };
      const answer = await venue().call(client, 'createTrade', asked);
      const [, [{ tradeId }]] = answer.purchaseDetails as [boolean, [{ tradeId: string }]];
      const fields = { accountId, offeringId, tradeId, amount: '250.00', description: 'Shares', checkNumber: '1' };
      const { TradeFinancialDetails } = await venue().call(client, 'externalFundMove', fields);
      return (TradeFinancialDetails as [{ RefNum: string }])[0].RefNum;
    };
    const [voided, returned] = [await debit(), await debit()];
    const page = await pageAt('payments');
    await page.getByRole('link', { name: `ACH-${voided}`, exact: true }).click();
    const record = page.getByRole('article');
    await record.getByRole('button', { name: 'Void …' }).focus();
    await page.keyboard.press('Enter');
    await confirmByKey(page);
    await record.getByText('✕ Voided').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${venue().url}/console/payments?f.state=Pending`);
    await page.getByRole('link', { name: `ACH-${returned}`, exact: true }).waitFor();
    expect(await page.getByRole('link', { name: `ACH-${voided}`, exact: true }).count()).toBe(0);
    const operator = await pageAt(`payments/ACH-${returned}`, 'operator');
    const theirs = operator.getByRole('article');
    await theirs.getByRole('button', { name: 'Record as submitted …' }).click();
    await confirmByKey(operator);
    await theirs.getByText('→ Submitted').waitFor();
    await theirs.getByRole('button', { name: 'Record a return …' }).click();
    await operator.getByLabel('Code and text of the bank').fill('R01 Insufficient funds');
    await operator.keyboard.press('Enter');
    await theirs.getByText('↶ Returned').waitFor();
    await expect.poll(() => theirs.getByText('R01 Insufficient funds').count()).toBeGreaterThan(0);
    await operator.setViewportSize(NARROW);
    expect(await isTooWide(operator)).toBe(false);
    expect(await violationsOn(operator)).toEqual([]);
  });

  test('an operator sees the batches, their files and the debits that wait for the next', async () => {
    const page = await pageAt('batches', 'operator');
    await page.getByRole('link', { name: /^Next batch/ }).waitFor();
    const [first] = (await venue().call(venue().credentials('operator'), 'admin/getAchBatches')).achBatches as [
      { batchDay: string },
    ];
    await page.getByRole('link', { name: first.batchDay, exact: true }).click();
    await page.getByRole('article').getByText('No files: nothing was to be sent.').waitFor();
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
  });

  test('an operator sees what the bank said, and the records of an entry that needs a person', async () => {
    const incoming = join(venue().service.config.DATA_DIR, 'ach', 'incoming');
    mkdirSync(incoming, { recursive: true });
    const about = { routingNumber: '123456780', cents: 10_000n, identification: '1', trace: '123456789999999' };
    const odd = { ...about, code: 'C03', corrected: '0210000210099887766' };
    writeFileSync(join(incoming, 'of the bank.txt'), noticeFile([{ ...about, code: 'R01' }, odd]));
    await venue().call(venue().credentials('operator'), 'sandbox/readBankFiles');
    const page = await pageAt('bank-notices', 'operator');
    await page.getByRole('row', { name: /R01[\s\S]*no such debit/ }).waitFor();
    await page
      .getByRole('row', { name: /C03[\s\S]*needs a person/ })
      .getByRole('link', { name: 'of the bank.txt' })
      .click();
    const record = page.getByRole('article');
    await record.getByText(/^the corrected data are not certain/).waitFor();
    await record.getByText('0210000210099887766').waitFor();
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
  });

  test('a day is reconciled by rail, and the sums agree', async () => {
    const page = await pageAt('reconciliation');
    await page.getByText('✓ The sums agree: $250.00 expected').waitFor();
    const row = page.getByRole('row', { name: /Debit \(ACH\)/ });
    expect(await row.innerText()).toMatch(/\$250\.00[\s\S]*\$0\.00[\s\S]*\$250\.00[\s\S]*\$0\.00/);
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.getByRole('link', { name: '‹ Day before' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Nothing went out on/).waitFor();
    const operator = await pageAt('batches', 'operator');
    await operator.getByRole('row').nth(1).getByRole('link').click();
    await operator.getByRole('article').getByRole('link', { name: 'Reconciliation' }).click();
    await operator.getByText('✓ The batch agrees with its payments').waitFor();
  });

  test('people of others answer like unknown ones, and an operator changes none', async () => {
    const { partyId } = venue().demo;
    const page = await pageAt(`people/${partyId}`, 'operator');
    await page.getByRole('article').getByRole('heading', { name: 'Checks' }).waitFor();
    expect(await page.getByRole('button', { name: /Change …|Check identity …|Link …/ }).count()).toBe(0);
    const other = await open();
    await openConsole(other, venue().url, await venue().newClient('Other'), `people/${partyId}`);
    await other
      .getByText(/not found|unknown|no such/i)
      .first()
      .waitFor();
    expect(await other.getByRole('article').count()).toBe(0);
  });
});
