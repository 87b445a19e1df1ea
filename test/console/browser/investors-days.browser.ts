/** The days of investor services and of the issuer's officer, at both sizes. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../../../scripts/demo/api-session.ts';
import { invest } from '../../../scripts/demo/investment.ts';
import { onboardInvestor } from '../../../scripts/demo/investor.ts';
import { payByAch } from '../../../scripts/demo/payments.ts';
import { openRaise } from '../../../scripts/demo/raise.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { Day, SIZES, type Size } from '../support/day-script.ts';
import {
  aProspectus,
  choose,
  fill,
  inBulk,
  investedByWire,
  personMade,
  settled,
  sign,
  splitCancelled,
} from '../support/investors-day.ts';
import { venueOfFile } from '../support/venue.ts';

/** What the demo calls its offering. */
const OFFERING = 'Demo Shares';

const OPEN = 'Let orders in Example Security enter by themselves';

describeInBrowser('the day', (open) => {
  const venue = venueOfFile({ RATE_LIMIT_PAGES: '0' });
  const api = () => {
    const { clientID, developerAPIKey } = venue().credentials('client');
    return new ApiSession(venue().url, `${clientID}:${developerAPIKey}`);
  };
  let offeringId = '';
  beforeAll(async () => {
    ({ securityId: offeringId } = await openRaise(api()));
  });
  const begin = async (role: string, size: Size): Promise<{ readonly page: Page; readonly day: Day }> => {
    const page = await open();
    const names = { [offeringId]: OFFERING, [venue().demo.securityId]: 'Example Security' };
    return { page, day: await Day.begin(page, { role, size, link: await venue().consoleLink(), names }) };
  };
  const goOn = (page: Page, day: Day, step: string) =>
    day.click(page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }));
  /** The signs of the steps, as the reader has them. */
  const stateOf = (page: Page, step: string) =>
    page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').filter({ hasText: step });

  test.each(SIZES)('of investor services is gone through at %s', async (_, size) => {
    const before = await onboardInvestor(api(), size.width === 390 ? 2 : 1);
    const { page, day } = await begin('Sandbox back office', size);
    const [dialog, main] = [page.getByRole('dialog'), page.getByRole('main')];
    const name = `Robin Sample${size.width}`;

    await day.step('invests for an account, and withdraws a wire that was recorded by mistake', () =>
      investedByWire(day, page, { accountId: before.accountId, offering: OFFERING }),
    );

    await day.step('sees queues with age and owner', async () => {
      await day.goTo('Queues');
      await day.waitFor(main.getByRole('link', { name: /^[1-9]\d* Payments due$/ }));
      await day.waitFor(main.getByRole('link', { name: `${OFFERING}: payment by wire` }));
      await day.seesAtOnce(main.getByRole('link', { name: /Payments due$/ }), 'how many payments are due');
    });

    if (size.width > 480) {
      await day.step('takes several, and decides on them at once', async () => {
        await inBulk(day, page, 'Representative', ['Take', 'Approve as representative']);
      });
    }

    await day.step('begins with a person', () => personMade(day, page, size.width));

    await day.step('makes the account', async () => {
      await day.waitFor(page.getByRole('heading', { level: 3, name: 'Account' }));
      await fill(day, main, {
        ...{ Registration: name, Address: '1 Example Street', City: 'Example City', State: 'NY' },
        ...{ 'Postal code': '10001', Country: 'USA' },
      });
      await day.click(main.getByRole('button', { name: 'Create' }));
      await day.waitFor(stateOf(page, '2. Account').filter({ hasText: '✓' }));
    });

    await day.step('stores the bank account', async () => {
      await goOn(page, day, '3. Bank or card');
      await day.click(main.getByRole('button', { name: 'Make a page for the investor' }));
      await day.waitFor(main.getByText('Address of the page for the bank account'));
      expect(await main.locator('code.secret').innerText()).toContain('/pages/bank-link');
      await day.click(main.getByRole('button', { name: 'Enter the bank account …' }));
      await fill(day, dialog, {
        ...{ 'Name of the holder': name, 'Name here': 'Test ACH Settled' },
        ...{ 'Routing number': '123456780', 'Account number': '4000500060' },
      });
      await day.click(dialog.getByRole('button', { name: 'Store' }));
      await day.waitFor(stateOf(page, '3. Bank or card').filter({ hasText: 'Bank account Test ACH Settled' }));
    });

    await day.step('checks identity and watch list', async () => {
      await goOn(page, day, '4. Identity and watch list');
      await day.click(main.getByRole('button', { name: 'Check identity …' }));
      await day.confirm(new RegExp(`^Check identity: ${name}`), 'Check identity');
      await day.waitFor(stateOf(page, '4. Identity').filter({ hasText: 'Approved' }));
    });

    await day.step('asks for the accreditation', async () => {
      await goOn(page, day, '5. Accreditation');
      await day.click(main.getByRole('button', { name: 'Ask for verification …' }));
      await day.type(dialog.getByLabel('Notes for the reviewer'), 'A letter of the bank');
      await day.confirm(/^Ask for verification/, 'Ask');
      await day.waitFor(stateOf(page, '5. Accreditation').filter({ hasText: 'Verification: Pending' }));
    });

    await day.step('invests', async () => {
      await goOn(page, day, '6. Investment');
      await day.type(main.getByRole('combobox', { name: 'Offering' }), OFFERING);
      await day.click(main.getByRole('option', { name: new RegExp(OFFERING) }));
      await day.type(main.getByLabel('Units', { exact: true }), '1,500');
      await day.click(main.getByRole('button', { name: 'Invest' }));
      await day.waitFor(stateOf(page, '6. Investment').filter({ hasText: '1,500 units' }));
    });

    await day.step('has the document signed', async () => {
      await goOn(page, day, '7. Signature');
      await day.click(main.getByRole('button', { name: 'Make pages to sign' }));
      await day.waitFor(main.getByText('is signed, shown this once'));
      await day.waitFor(stateOf(page, '7. Signature').filter({ hasText: 'waits to be signed' }));
      await day.click(main.getByRole('button', { name: 'Remind …' }));
      await day.waitFor(dialog.getByLabel('Subject'));
      await day.confirm(new RegExp(`^Remind ${name}`), 'Remind');
      await day.waitFor(dialog.getByRole('link', { name: 'Open as a mail' }));
      const mail = await dialog.getByRole('link', { name: 'Open as a mail' }).getAttribute('href');
      expect(mail).toMatch(/^mailto:robin%40example\.com\?subject=.*&body=.*pages%2Fsign/);
      await day.click(dialog.getByRole('button', { name: 'Close', exact: true }).last());
      await sign(await main.locator('code.secret').innerText(), name);
      await day.waitFor(stateOf(page, '7. Signature').filter({ hasText: '✓' }));
    });

    await day.step('debits the payment', async () => {
      await goOn(page, day, '8. Payment');
      await day.click(main.getByRole('button', { name: 'Debit bank account …' }));
      await day.confirm(/^Debit bank account: investment \d+/, 'Debit bank account');
      await day.waitFor(stateOf(page, '8. Payment').filter({ hasText: 'Funded' }));
      await day.waitFor(page.getByText('7 of 8 steps done'));
    });

    await day.step('comes back to the same step by its address', async () => {
      await page.reload();
      await day.waitFor(page.getByRole('heading', { level: 3, name: 'Payment' }));
    });

    if (size.width > 480) {
      await day.step('has it approved, and settles the tranche', async () => {
        await day.goTo('Queues');
        await inBulk(day, page, 'Representative', ['Approve as representative']);
        await inBulk(day, page, 'Principal', ['Approve as principal']);
        await inBulk(day, page, 'To settle', ['Settle']);
      });
    }

    await day.step('looks at refunds and payments that came back', async () => {
      await day.goTo('Refunds');
      await day.goTo('Payments');
      await day.waitFor(main.getByText('$15,000.00'));
    });
    day.end({ clicks: 66, entries: 32, waits: 50 });
  });

  test.each(SIZES)("of an issuer's officer is gone through at %s", async (_, size) => {
    const { page, day } = await begin('Sandbox compliance', size);
    const [dialog, main] = [page.getByRole('dialog'), page.getByRole('main')];
    const issuer = `Example Issuer ${size.width}`;
    const shares = `Example Shares ${size.width}`;

    await day.step('makes an issuer with its legal record', async () => {
      await day.goTo('Issuers');
      await day.click(page.getByRole('button', { name: 'New issuer …' }));
      await fill(day, dialog, {
        ...{ Name: issuer, 'First name of the contact': 'Robin', 'Last name of the contact': 'Sample' },
        'E-mail of the contact': 'robin@example.com',
      });
      await day.click(dialog.getByRole('button', { name: 'Create' }));
      await day.waitFor(page.getByRole('heading', { level: 2, name: issuer }));
      await day.click(page.getByRole('region', { name: 'Legal record' }).getByRole('button', { name: 'Add …' }));
      await fill(day, dialog, { 'Legal name': `${issuer} LLC`, State: 'DE', 'Issuing country': 'USA' });
      await day.click(dialog.getByRole('button', { name: 'Store' }));
      await day.waitFor(page.getByText(`${issuer} LLC`));
    });

    await day.step('makes an offering', async () => {
      await day.click(page.getByRole('button', { name: 'New offering …' }));
      await fill(day, dialog, {
        ...{ Name: shares, 'Target, $': '50,000', 'Smallest investment, $': '100', 'Most that is raised, $': '250k' },
        ...{
          'Price of a unit, $': '10',
          Begins: '2026-01-02',
          Ends: '2027-12-31',
          Description: 'Shares of an example',
        },
        'Watermark of its documents': 'Example',
      });
      await day.click(dialog.getByRole('button', { name: 'Create' }));
      await day.waitFor(page.getByRole('heading', { level: 2, name: shares }));
    });
    const madeId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await day.step('adds documents and the template that investors sign', async () => {
      await day.click(page.getByRole('button', { name: 'Upload …' }));
      await day.type(dialog.getByLabel('Title'), 'Prospectus');
      await dialog.getByLabel('File').setInputFiles(await aProspectus());
      await day.click(dialog.getByRole('button', { name: 'Upload' }));
      await day.waitFor(page.getByRole('link', { name: 'Prospectus' }));
      await day.click(page.getByRole('button', { name: 'Add template …' }));
      await day.type(dialog.getByRole('combobox', { name: 'Template' }), 'Example Subscription');
      await day.click(dialog.getByRole('option', { name: /Example Subscription/ }));
      await day.type(dialog.getByLabel('Name for its investors'), 'Agreement');
      await day.click(dialog.getByRole('button', { name: 'Add', exact: true }));
      await dialog.waitFor({ state: 'detached' });
      await day.waitFor(page.getByText('Agreement is added.'));
    });

    // Investor services and the investor, who have their own day.
    const client = api();
    const investor = await onboardInvestor(client, size.width === 390 ? 4 : 3);
    const security = { issuerId: '', securityId: madeId };
    const investment = await invest(client, security, investor, { units: 2500, transactionType: 'ACH' });
    await payByAch(client, investment);

    await day.step('sees the raise by state, and its investors', async () => {
      await page.reload();
      const raise = page.getByRole('region', { name: 'Raise by state' });
      await day.waitFor(raise.getByRole('link', { name: 'Funded' }));
      await day.waitFor(raise.getByText('$25,000.00'));
      await day.waitFor(page.getByRole('region', { name: /^Subscriptions/ }).getByText('✓ signed'));
    });

    await settled(page, venue(), investment.tradeId);

    await day.step('closes it, and admits its shares to trading', async () => {
      await day.click(page.getByRole('button', { name: 'Close …', exact: true }));
      await day.type(dialog.getByLabel('Type CLOSE to go on'), 'CLOSE');
      expect(await dialog.getByRole('heading').first().innerText()).toBe(`Close: ${shares}`);
      await day.click(dialog.locator('button[type="submit"]'));
      await day.waitFor(page.getByText('■ Closed'));
      await day.click(page.getByRole('button', { name: 'Admit to trading …' }));
      await day.confirm(new RegExp(`^Admit to trading: ${shares}`), 'Admit to trading');
      await day.waitFor(page.getByText(/is admitted/).first());
    });

    await day.step('sees who holds the shares, and what made them holders', async () => {
      await day.goTo('Register');
      await choose(day, page, 'Security', shares);
      await day.waitFor(main.getByText('1 holders'));
      await day.waitFor(main.locator('table.grid').getByText('2,500').first());
      await day.goTo('Changes of the register');
      await choose(day, page, 'Security', shares);
      await day.waitFor(main.getByText('Issued').first());
    });

    await day.step('announces a split, and cancels it', () => splitCancelled(day, page, shares));

    await day.step('sees the money of the offering', async () => {
      await day.goTo('Ledger');
      await choose(day, page, 'Offering', shares);
      await day.waitFor(main.getByText('Payment settled'));
    });

    await day.step('approves an order with who and worth', async () => {
      const { securityId, accountId } = venue().demo;
      const client = venue().credentials('client');
      await day.goTo('Securities');
      await day.click(main.getByRole('button', { name: /^Example Security/ }));
      await day.click(main.getByRole('button', { name: 'Approve each order in Example Security' }));
      await day.waitFor(main.getByRole('button', { name: OPEN }));
      const price = size.width === 390 ? '8.10' : '8.20';
      const order = { action: 'Buy', quantity: 120, price, accountid: accountId, securityid: securityId };
      await venue().order(client, order);
      await day.goTo('Approvals');
      await day.click(main.getByRole('link', { name: new RegExp(`120 .* at ${price}`) }));
      await day.waitFor(page.getByText(`$${(120 * Number(price)).toFixed(2)}`));
      await day.waitFor(page.getByRole('region', { name: 'Account' }).getByText('Identity (KYC)'));
      await day.click(page.getByRole('button', { name: 'Approve …' }));
      await day.confirm(/^Approve: Order \d+/, 'Approve');
      await day.waitFor(page.getByText('It no longer waits'));
    });

    await day.step('lets orders enter by themselves again', async () => {
      await day.goTo('Securities');
      await day.click(main.getByRole('button', { name: /^Example Security/ }));
      await day.click(main.getByRole('button', { name: OPEN }));
      await day.waitFor(main.getByRole('button', { name: 'Approve each order in Example Security' }));
    });
    day.end({ clicks: 50, entries: 30, waits: 32 });
  });
});
