import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { samplePdfFile } from '../../support/sample-pdf.ts';
import { violationsOn } from '../support/accessibility.ts';
import { confirmByKey, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('documents', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: 'client' | 'operator' = 'client') => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };
  const investment = async () => {
    const { accountId, securityId: offeringId } = venue().demo;
    const asked = { offeringId, accountId, transactionType: 'WIRE', transactionUnits: '25' };
    const { purchaseDetails } = await venue().call(venue().credentials('client'), 'createTrade', asked);
    return (purchaseDetails as [boolean, [{ tradeId: string }]])[1][0].tradeId;
  };

  test('a template is added, its document sent, declined by the signer, and sent again, by keyboard', async () => {
    const page = await pageAt('documents/templates');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add to an offering …' }).first().focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Offering' }).fill('Example Security');
    await page
      .getByRole('option', { name: /Example Security/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name for its investors').fill('Agreement & terms');
    await page.keyboard.press('Enter');
    await page.getByText(/has the template Agreement & terms/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${venue().url}/console/investments/${await investment()}`);
    const record = page.getByRole('article');
    await record.getByRole('button', { name: 'Send to sign …' }).click();
    await confirmByKey(page);
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await record.getByRole('link', { name: 'Agreement & terms' }).click();
    await record.getByText('◌ Waiting').waitFor();
    await record.getByText('Sent to the signer').waitFor();
    await record.getByRole('button', { name: 'Address to sign' }).focus();
    await page.keyboard.press('Enter');
    const address = (await dialog.getByRole('link').getAttribute('href')) as string;
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const form = { method: 'POST', body: new URLSearchParams({ action: 'decline', reason: 'Terms are missing' }) };
    expect((await fetch(address, form)).status).toBe(200);
    await page.reload();
    await record.getByText('✕ Declined').waitFor();
    await record.getByText('Terms are missing').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('popup'),
      record.getByRole('link', { name: 'As it was sent' }).click(),
    ]);
    await file.close();
    await record.getByRole('button', { name: 'Send a new one …' }).click();
    await confirmByKey(page);
    await page.getByText('A new document is sent.').first().waitFor();
    await page.goto(`${venue().url}/console/documents?f.state=Declined`);
    await page.getByRole('link', { name: 'Agreement & terms' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.setViewportSize(NARROW);
    expect(await isTooWide(page)).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('an offering gets a document and loses it; an operator looks at an NDA and sends nothing', async () => {
    const { securityId } = venue().demo;
    const page = await pageAt(`offerings/${securityId}`);
    const record = page.getByRole('article');
    const documents = record.getByRole('region', { name: 'Documents' });
    await documents.getByRole('button', { name: 'Upload …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Private placement memorandum');
    await dialog.getByLabel('File').setInputFiles({
      ...{ name: 'memorandum.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no such file') },
    });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^File\W/)
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const file = await samplePdfFile('memorandum.pdf');
    const buffer = Buffer.from(await file.arrayBuffer());
    await dialog.getByLabel('File').setInputFiles({ name: file.name, mimeType: file.type, buffer });
    const answer = Promise.withResolvers<void>();
    await page.route('**/addDocumentsforOffering', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByRole('button', { name: 'Sending …' }).waitFor();
    expect(await dialog.getByLabel('Title').isDisabled()).toBe(true);
    expect(await dialog.getByLabel('File').isDisabled()).toBe(true);
    answer.resolve();
    await documents.getByRole('link', { name: 'Private placement memorandum' }).waitFor();
    await documents.getByRole('button', { name: 'Remove …' }).click();
    await confirmByKey(page);
    await documents.getByText(/^No documents/).waitFor();
    const ids = { offeringId: securityId, accountId: venue().demo.accountId };
    await venue().call(venue().credentials('client'), 'sendNda', ids);
    const operator = await pageAt('documents?f.kind=NDA', 'operator');
    await operator.getByRole('row').nth(1).getByRole('link').click();
    await operator.getByRole('article').getByText('What happened').waitFor();
    expect(await operator.getByRole('button', { name: /Address|Send/ }).count()).toBe(0);
    await operator.setViewportSize(NARROW);
    // First, because it waits until the drawer has slid in.
    expect(await violationsOn(operator)).toEqual([]);
    expect(await isTooWide(operator)).toBe(false);
  });
});
