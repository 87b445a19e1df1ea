/** What a record shows to whom: personal data by the level of the key (C25), and the escrow of an offering. */
import { expect, test } from 'vitest';
import { demoAccount } from '../../../src/modules/examples/index.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { type Credentials, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
const PARTY = {
  ...{ domicile: 'U.S. citizen', firstName: 'Robin', lastName: 'Sample', dob: '01-31-1980' },
  ...{ emailAddress: 'robin@example.com', socialSecurityNumber: '123-45-6799', primAddress1: '7 Sample Street' },
  ...{ primCity: 'Example City', primState: 'NY', primZip: '10001', primCountry: 'USA' },
};
const ACCOUNT = { ...demoAccount('Robin Sample'), KYCstatus: 'Pending', accountTotalLimit: '5000' };
/** What a key with this scope, and no higher one, reads of the account. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'account.read': ['◌ Pending'],
  'account.read.pii_low': ['◌ Pending', '$5,000.00'],
  'account.read.pii_medium': ['◌ Pending', '$5,000.00', 'Robin Sample', '1 Example Street'],
  'account.read.pii_high': ['◌ Pending', '$5,000.00', 'Robin Sample', '1 Example Street'],
};
const ALL = SHOWN['account.read.pii_high'] as readonly string[];

describeInBrowser('a record', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: Credentials) => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, who, place);
    return page;
  };
  let key: { readonly keyId: string; readonly developerAPIKey: string } | undefined;
  /** Another key of the sandbox's client: the same one each time. */
  const keyWith = async (scopes: readonly string[]): Promise<Credentials> => {
    const operator = venue().credentials('operator');
    const { clientID } = venue().credentials('client');
    if (key === undefined) {
      const made = await venue().call(operator, 'admin/createApiKey', { clientId: clientID });
      key = { ...(made.key as { keyId: string }), developerAPIKey: String(made.developerAPIKey) };
    }
    await venue().call(operator, 'admin/setScopes', { keyId: key.keyId, scopes });
    return { clientID, developerAPIKey: key.developerAPIKey };
  };

  test('of an account shows what the level of the key allows, and so does the list', async () => {
    const { accountDetails } = await venue().call(venue().credentials('client'), 'createAccount', ACCOUNT, 'PUT');
    const [{ accountId = '' } = {}] = accountDetails as { accountId: string }[];
    for (const [scope, shown] of Object.entries(SHOWN)) {
      const page = await pageAt(`accounts/${accountId}`, await keyWith([scope]));
      const record = page.getByRole('article');
      await record.getByText(`Account ${accountId}`).waitFor();
      const text = await record.innerText();
      expect([scope, ...ALL.filter((part) => text.includes(part))]).toEqual([scope, ...shown]);
      await page.goto(`${venue().url}/console/accounts`);
      const row = page.getByRole('row', { name: accountId });
      await row.waitFor();
      const [line, name] = [await row.innerText(), 'Robin Sample'];
      expect([scope, line.includes(name)]).toEqual([scope, shown.includes(name)]);
      expect(text + line).not.toContain('REDACTED');
    }
  });

  test('of a person is for keys of the highest level; a tax id is covered until it is asked for', async () => {
    const { partyDetails } = await venue().call(venue().credentials('client'), 'createParty', PARTY, 'PUT');
    const partyId = /P\d{8}/.exec(JSON.stringify(partyDetails))?.[0] ?? '';
    const lower = await pageAt(`people/${partyId}`, await keyWith(['party.read.pii_medium', 'account.read']));
    await lower.getByText('There is no such place, or not for this key.').waitFor();
    expect(await lower.getByRole('link', { name: 'People and companies' }).count()).toBe(0);
    const page = await pageAt(`people/${partyId}`, await keyWith(['party.read.pii_high']));
    const record = page.getByRole('article');
    await record.getByText('robin@example.com').waitFor();
    expect(await record.innerText()).not.toContain('123-45');
    await record.getByText('•••• 6799').getByRole('button', { name: 'Show' }).click();
    await record.getByText('123-45-6799').waitFor();
  });

  test('of an offering has the escrow that the operator sets, and the issuer reads', async () => {
    const { securityId } = venue().demo;
    const page = await pageAt(`offerings/${securityId}`, venue().credentials('operator'));
    const escrow = page.getByRole('region', { name: 'Escrow' });
    await escrow.getByText('No escrow account. The operator sets it.').waitFor();
    await escrow.getByRole('button', { name: 'Set escrow …' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    const values = { Account: '7000800090', Institution: 'Example Escrow', 'Routing number': '021000021' };
    for (const [label, text] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(text);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    for (const text of Object.values(values)) await escrow.getByText(text, { exact: true }).waitFor();
    // A change of one of them leaves the others as they are.
    await escrow.getByRole('button', { name: 'Set escrow …' }).click();
    await form.getByLabel('Reference', { exact: true }).fill('The id of the investment');
    await form.getByRole('button', { name: 'Set', exact: true }).click();
    await escrow.getByText('The id of the investment').waitFor();
    const issuer = await pageAt(`offerings/${securityId}`, venue().credentials('client'));
    const read = issuer.getByRole('region', { name: 'Escrow' });
    for (const text of [...Object.values(values), 'The id of the investment'])
      await read.getByText(text, { exact: true }).waitFor();
    expect(await read.getByRole('button').count()).toBe(0);
  });
});
