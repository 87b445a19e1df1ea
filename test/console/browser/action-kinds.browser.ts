/** Each kind of corporate action on screen: announced, decided by a second operator, and its payments (R1 to R13). */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiSession, created } from '../../../scripts/demo/api-session.ts';
import { ACTION_KINDS } from '../../../src/exchange/api/index.ts';
import { demoOffering } from '../../../src/modules/examples/index.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { type BrowserVenue, type Credentials, isTooWide, openConsole, venueOfTwoOperators } from '../support/venue.ts';

type Kind = (typeof ACTION_KINDS)[number];
type Fields = Readonly<Record<string, string>>;

interface Tried {
  /** What the issuer enters, by the labels of the form; of a choice its words. */
  readonly typed: Fields;
  /** What the operator asks for. */
  readonly asked: Fields;
  /** The terms as the list and the second operator read them. */
  readonly terms: readonly string[];
  /** Of the holder that sold 40 of its 100 shares, not settled yet: before, unsettled, after and the rest. */
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
}

const UP = { 'Parts of a share': 'are rounded up to a share' };

/** A new kind needs its entry: without it the types are wrong. */
const KINDS: Readonly<Record<Kind, Tried>> = {
  Split: {
    typed: { 'New shares for old ones': '3:2', ...UP },
    asked: { ratio: '3:2', fractions: 'Up' },
    terms: ['New shares for old ones: 3:2', 'Parts of a share: are rounded up to a share'],
    seller: ['60', '−40', '90', '$0.00'],
    buyer: ['40', '40', '60', '$0.00'],
  },
  'Reverse Split': {
    typed: { 'New shares for old ones': '1:7', 'Price of a share afterwards, $': '70' },
    asked: { ratio: '1:7', fractions: 'Cash', cashPrice: '70' },
    terms: ['New shares for old ones: 1:7', 'Price of a share afterwards: $70.00'],
    seller: ['60', '−40', '8', '$40.00'],
    buyer: ['40', '40', '5', '$50.00'],
  },
  'Stock Dividend': {
    typed: { 'New shares for old ones': '1:8', 'Price of a share afterwards, $': '8' },
    asked: { ratio: '1:8', fractions: 'Cash', cashPrice: '8' },
    terms: ['New shares for old ones: 1:8'],
    seller: ['60', '−40', '67', '$4.00'],
    buyer: ['40', '40', '45', '$0.00'],
  },
  'Cash Dividend': {
    typed: { 'Dividend of a share, $': '0.50' },
    asked: { amount: '0.50' },
    terms: ['Dividend of a share: $0.50'],
    seller: ['60', '−40', '60', '$50.00', '−$20.00'],
    buyer: ['40', '40', '40', '$0.00', '$20.00'],
  },
  Redemption: {
    typed: {
      'Price of a redeemed share, $': '12',
      'Redeemed shares for old ones': '1:4',
      'Bought shares': 'go to the treasury of the issuer',
    },
    asked: { price: '12', ratio: '1:4', redeemedShares: 'Treasury' },
    terms: ['Redeemed shares for old ones: 1:4', 'Bought shares: go to the treasury of the issuer'],
    seller: ['60', '−40', '45', '$180.00'],
    buyer: ['40', '40', '30', '$120.00'],
  },
  Tender: {
    typed: {
      ...{ 'Shares to buy at most': '50', 'Price of a share, $': '12' },
      'Bought shares': 'are cancelled',
    },
    asked: { mostShares: '50', price: '12', redeemedShares: 'Cancelled' },
    terms: ['Shares to buy at most: 50', 'Price of a share: $12.00', 'Bought shares: are cancelled'],
    seller: ['60', '−40', '26', '$408.00'],
    buyer: ['40', '40', '24', '$192.00'],
  },
  Conversion: {
    typed: {
      'Into security': 'Other Shares',
      'New shares for old ones': '1:3',
      'Price of a share afterwards, $': '30',
    },
    asked: { intoSecurityId: '', ratio: '1:3', fractions: 'Cash', cashPrice: '30' },
    terms: ['Into security: Other Shares', 'New shares for old ones: 1:3'],
    seller: ['60', '−40', '0', '20', '$0.00'],
    buyer: ['40', '40', '0', '13', '$10.00'],
  },
  'Name Change': {
    typed: { 'New symbol': 'EXNEW', 'New name': 'Example New' },
    asked: { symbol: 'EXNEX', name: 'Example Next' },
    terms: ['New symbol: EXNEW', 'New name: Example New'],
    seller: [],
    buyer: [],
  },
  'End of Security': { typed: {}, asked: {}, terms: [], seller: [], buyer: [] },
};

/** What it does to open orders (R2, R9, R11 to R14); of kinds without an entry they stay. */
const HITS: Partial<Readonly<Record<Kind, string>>> = {
  Split: 'It changes',
  'Reverse Split': 'It changes',
  'Stock Dividend': 'It changes',
  'Cash Dividend': 'It lowers the bids among',
  Conversion: 'It ends',
  'End of Security': 'It ends',
};

const DAY_MS = 24 * 3_600_000;
const EX_DATE = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
const WIDE = { width: 1440, height: 900 };

describeInBrowser('each kind of corporate action', (open) => {
  let venue: BrowserVenue;
  let second: Credentials;
  let broker: Credentials;
  let issuer: Page;
  let operator: Page;
  /** By name. */
  const securities = new Map<string, string>();
  beforeAll(async () => {
    ({ venue, second } = await venueOfTwoOperators({}, async (alone) => {
      broker = await alone.newClient('Example Broker');
    }));
    for (const kind of ACTION_KINDS) {
      await security(`Shares of ${kind}`);
      await security(`Asked ${kind}`);
    }
    await security('Other Shares');
    await security('Further Shares');
    [issuer, operator] = [await open(), await open()];
    for (const page of [issuer, operator]) await page.setViewportSize(WIDE);
    await openConsole(issuer, venue.url, client(), 'corporate-actions');
    await openConsole(operator, venue.url, venue.credentials('operator'), 'approvals');
  });
  afterAll(() => venue.stop());
  const client = () => venue.credentials('client');
  const idOf = (name: string) => securities.get(name) as string;

  /** With a holder of 100 shares, who sold 40 of them, and a bid of it that rests. */
  async function security(name: string): Promise<void> {
    const { clientID, developerAPIKey } = client();
    const api = new ApiSession(venue.url, `${clientID}:${developerAPIKey}`);
    const made = await api.read('createOffering', demoOffering(venue.demo.issuerId, name));
    const { offeringId = '' } = created(made.offeringDetails);
    await api.read('updateOffering', { offeringId, offeringStatus: 'Approved' });
    securities.set(name, offeringId);
    if (!name.startsWith('Shares')) return;
    const { accountId } = venue.demo;
    const lots = [{ date: '2026-01-05', quantity: 100 }];
    const holdings = [{ clientId: clientID, accountId, lots }];
    await api.read('setHoldings', { securityId: offeringId, holdings });
    const at = { securityid: offeringId, price: '10.00' };
    await venue.order(client(), { ...at, action: 'Sell', quantity: 40, accountid: accountId });
    await venue.order(broker, { ...at, action: 'Buy', quantity: 40 });
    await venue.order(client(), { ...at, action: 'Buy', quantity: 100 });
  }

  const announce = async (page: Page, kind: Kind) => {
    // Chromium draws the page in front.
    await page.bringToFront();
    await page.goto(`${venue.url}/console/corporate-actions?security=${idOf(`Shares of ${kind}`)}`);
    await page.getByRole('button', { name: 'Announce an action …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Action', exact: true }).selectOption(kind);
    for (const [label, value] of Object.entries({ ...KINDS[kind].typed, 'Ex date, New York': EX_DATE })) {
      // A choice, or a record by its name.
      const choice = dialog.getByRole('combobox', { name: label, exact: true });
      const isChoice = (await choice.count()) === 1;
      if (isChoice && (await choice.locator('option').count()) > 0) await choice.selectOption({ label: value });
      else await (isChoice ? choice : dialog.getByLabel(label, { exact: true })).fill(value);
      const option = dialog.getByRole('option', { name: new RegExp(`^${value}`) });
      if (label === 'Into security') await option.click();
    }
    await dialog.getByRole('button', { name: 'Check' }).click();
    const hit = HITS[kind];
    const says = hit === undefined ? /^Open orders stay as they are\.$/ : `${hit} 1 open order: 100 shares, worth $`;
    await dialog.getByText(says).waitFor();
    const facts = (await dialog.locator('dl').innerText()).replaceAll(/\n+/g, ': ');
    for (const term of KINDS[kind].terms) expect(facts).toContain(term);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Announce' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.locator('table.grid tbody tr');
    await row.getByText('◌ Announced').waitFor();
    const words = await row.innerText();
    for (const term of [kind, EX_DATE, ...KINDS[kind].terms]) expect(words).toContain(term);
    expect(words).not.toMatch(/[a-z][A-Z]/);
    if (kind !== 'Tender') return;
    // Together more than are bought: the issuer has 50 of 60.
    const of = { securityId: idOf(`Shares of ${kind}`), actionId: '1' };
    await venue.call(client(), 'tenderShares', { ...of, accountId: venue.demo.accountId, quantity: 40 });
    await venue.call(broker, 'tenderShares', { ...of, quantity: 20 });
  };

  const decide = async (page: Page, kind: Kind) => {
    await page.bringToFront();
    const { asked } = KINDS[kind];
    const into = kind === 'Conversion' ? { intoSecurityId: idOf('Further Shares') } : {};
    const securityId = idOf(`Asked ${kind}`);
    await venue.call(second, 'createCorporateAction', { securityId, kind, ...asked, ...into, exDate: EX_DATE });
    await page.goto(`${venue.url}/console/approvals`);
    const name = `Announce a corporate action: security Asked ${kind} (${securityId})`;
    await page.getByRole('link').filter({ hasText: name }).click();
    const record = page.getByRole('article');
    await record.getByText('What was asked').waitFor();
    const words = await record.locator('dl').allInnerTexts();
    const facts = words.join('\n').replaceAll(/\n+/g, ': ');
    // A second operator reads what the issuer reads; the names are of other securities.
    const terms = KINDS[kind].terms.filter((term) => !/Other Shares|: E(XNEW|xample New)$/.test(term));
    for (const value of [kind, EX_DATE, ...terms]) expect(facts).toContain(value);
    expect(words.join('\n')).not.toMatch(/[a-z][A-Z]|\bValue\b/);
    if (kind === 'Conversion') expect(words.join('\n')).toMatch(/Into security\s+Further Shares/);
    await page.getByRole('button', { name: 'Approve …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('It no longer waits').waitFor();
  };

  test.each(ACTION_KINDS)('%s is announced by the issuer, who reads it in words', (kind) => announce(issuer, kind));

  test.each(ACTION_KINDS)('%s that an operator asks for is read in words, and approved, by another one', (kind) =>
    decide(operator, kind),
  );

  describe('after the ex date', () => {
    beforeAll(async () => {
      await issuer.bringToFront();
      await issuer.clock.install();
      await issuer.goto(`${venue.url}/console/corporate-actions/${idOf('Shares of Tender')}-1`);
      await answers().getByRole('row').nth(2).waitFor();
      await venue.call(venue.credentials('operator'), 'sandbox/clock/advance', { by: '4d' });
    });
    const answers = () => issuer.getByRole('region', { name: 'Answers', exact: true });

    test('a tender that is open shows what is bought of each answer', async () => {
      // The page reads the action again after half a minute.
      await issuer.clock.fastForward(30_000);
      await issuer.getByText('✓ Effective').waitFor();
      const bought = () => answers().getByRole('row').locator('td:last-child').allInnerTexts();
      await expect.poll(bought).toEqual(['34', '16']);
    });

    test.each(ACTION_KINDS)('%s shows what it came to for each holder', async (kind) => {
      const securityId = idOf(`Asked ${kind}`);
      const { corporateActions } = await venue.call(second, 'getCorporateActions', { securityId });
      expect(corporateActions).toMatchObject([{ kind, status: 'Effective', by: 'operator' }]);
      await issuer.goto(`${venue.url}/console/corporate-actions/${idOf(`Shares of ${kind}`)}-1`);
      const payments = issuer.getByRole('region', { name: 'Payments', exact: true });
      const { seller, buyer } = KINDS[kind];
      await issuer.getByText('✓ Effective').waitFor();
      // Also of a security that ended: its name has no other place now.
      if (kind !== 'Name Change') await issuer.getByRole('heading', { name: `${kind} of Shares of ${kind}` }).waitFor();
      if (kind === 'Conversion') await payments.getByText('Received of Other Shares').first().waitFor();
      if (seller.length === 0)
        await payments.getByText('No holders. Each holder that the action reached appears here.').waitFor();
      else {
        await payments.getByRole('row').nth(2).waitFor();
        const cells = async (row: number) =>
          (await payments.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).map((text) => text.trim());
        expect([await cells(1), await cells(2)]).toEqual([seller, buyer]);
      }
      for (const viewport of [WIDE, { width: 390, height: 844 }]) {
        await issuer.setViewportSize(viewport);
        expect(await violationsOn(issuer)).toEqual([]);
        expect(await isTooWide(issuer)).toBe(false);
      }
      await issuer.setViewportSize(WIDE);
    });

    test('the payments are a file, with due bills and shares of the other security', async () => {
      const fileOf = async (kind: Kind) => {
        await issuer.goto(`${venue.url}/console/corporate-actions/${idOf(`Shares of ${kind}`)}-1`);
        const saved = issuer.waitForEvent('download');
        await issuer
          .getByRole('region', { name: 'Payments', exact: true })
          .getByRole('button', { name: 'Export CSV' })
          .click();
        return readFileSync(await (await saved).path(), 'utf8')
          .trim()
          .split('\r\n');
      };
      const { accountId } = venue.demo;
      const holder = (of: Credentials, account: string) => `${of.clientID},${account}`;
      const [seller, buyer] = [holder(client(), accountId), holder(broker, '')];
      const dividend = await fileOf('Cash Dividend');
      expect(dividend.slice(1)).toEqual([
        `${seller},60,-40,60,,50.000000,-20.000000`,
        `${buyer},40,40,40,,0.000000,20.000000`,
      ]);
      const conversion = await fileOf('Conversion');
      expect(conversion.slice(1)).toEqual([`${seller},60,-40,0,20,0.000000,`, `${buyer},40,40,0,13,10.000000,`]);
    });
  });
});
