/** What the days of investor services and of the issuer's officer do several times. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { samplePdf } from '../../support/sample-pdf.ts';
import type { Day } from './day-script.ts';
import { type BrowserVenue, openConsole } from './venue.ts';

/** Fields by their labels. */
export async function fill(day: Day, form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await day.type(form.getByLabel(label, { exact: true }), value);
}

/** Selects all of a queue, and does each with them. */
export async function inBulk(day: Day, page: Page, queue: string, verbs: readonly string[]): Promise<void> {
  const main = page.getByRole('main');
  await day.click(main.getByRole('link', { name: new RegExp(`^[1-9]\\d* ${queue}$`) }));
  await day.click(main.getByLabel('Select all rows'));
  for (const verb of verbs) {
    await day.click(main.getByRole('button', { name: `${verb} …`, exact: true }));
    await day.confirm(new RegExp(`^${verb}: [1-9]\\d* selected`), verb);
    await day.waitFor(page.getByText(new RegExp(`${verb}: (\\d+) of \\1 done`)));
  }
  // The address of the queue again leads to all of them.
  if (verbs.at(-1) !== 'Take') await day.click(main.getByRole('link', { name: `0 ${queue}` }));
}

export const choose = (day: Day, page: Page, label: string, name: string): Promise<void> =>
  chooseIn(day, page.locator('body'), label, name);

async function chooseIn(day: Day, part: Locator, label: string, name: string): Promise<void> {
  await day.type(part.getByRole('combobox', { name: label }), name);
  await day.click(part.getByRole('option', { name: new RegExp(name) }).first());
}

/** As the investor does on the page. */
export async function sign(url: string, name: string): Promise<void> {
  await (await fetch(url.replace('/pages/sign?', '/pages/sign/document?'))).arrayBuffer();
  const body = new URLSearchParams({ action: 'sign', name, agree: 'yes' });
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
}

export const aProspectus = async () => ({
  ...{ name: 'prospectus.pdf', mimeType: 'application/pdf' },
  buffer: Buffer.from(await samplePdf({ text: 'A prospectus' })),
});

/** Announces a split of the security, reads what it would change, and cancels it. */
export async function splitCancelled(day: Day, page: Page, shares: string): Promise<void> {
  const [dialog, main] = [page.getByRole('dialog'), page.getByRole('main')];
  await day.goTo('Corporate actions');
  await choose(day, page, 'Security', shares);
  await day.click(page.getByRole('button', { name: 'Announce an action …' }));
  await fill(day, dialog, { 'New shares for old ones': '2:1', 'Ex date, New York': '2040-03-05' });
  await day.choose(dialog.getByLabel('Parts of a share'), 'Up');
  await day.click(dialog.getByRole('button', { name: 'Check' }));
  await day.waitFor(dialog.getByText(/^It changes \d+ open orders?/));
  await day.read();
  await day.click(dialog.getByRole('button', { name: 'Announce' }));
  await dialog.waitFor({ state: 'detached' });
  await day.click(main.getByRole('link', { name: 'Split', exact: true }));
  await day.click(page.getByRole('button', { name: 'Cancel the action …' }));
  await day.type(dialog.getByLabel('Reason, shown to all'), 'The board withdrew it');
  await day.type(dialog.getByLabel('Type CANCEL to go on'), 'cancel');
  await day.confirm(new RegExp(`^Cancel the action: Split of .*${shares}`), 'Cancel the action');
  await day.waitFor(page.getByRole('article').getByText('✕ Cancelled'));
}

/** Begins the onboarding of Robin SampleN. */
export async function personMade(day: Day, page: Page, number: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await day.goTo('Onboarding');
  await day.click(page.getByRole('button', { name: 'New investor …' }));
  await fill(day, dialog, {
    ...{ 'First name': 'Robin', 'Last name': `Sample${number}`, Born: '1980-01-31' },
    ...{ 'Social security number': '123-45-6799', 'E-mail': 'robin@example.com', Address: '1 Example Street' },
    ...{ City: 'Example City', State: 'NY', 'Postal code': '10001', Country: 'USA' },
  });
  await day.click(dialog.getByRole('button', { name: 'Create' }));
  await day.waitFor(page.getByRole('heading', { level: 2, name: `Robin Sample${number}` }));
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem');
  await day.waitFor(steps.filter({ hasText: '1. Person or company' }).filter({ hasText: '✓' }));
}

interface Invested {
  readonly accountId: string;
  readonly offering: string;
}

/** Invests for an account, by wire; records the money, and withdraws that. */
export async function investedByWire(day: Day, page: Page, { accountId, offering }: Invested): Promise<void> {
  const [dialog, record] = [page.getByRole('dialog'), page.getByRole('article')];
  await day.goTo('Investments');
  await day.click(page.getByRole('button', { name: 'New investment …' }));
  await chooseIn(day, dialog, 'Account', accountId);
  await chooseIn(day, dialog, 'Offering', offering);
  await day.type(dialog.getByLabel('Units', { exact: true }), '30');
  await day.choose(dialog.getByRole('combobox', { name: 'Pays by' }), 'WIRE');
  await day.read();
  await day.click(dialog.getByRole('button', { name: 'Invest' }));
  await day.waitFor(record.getByText('◌ Created'));
  await day.click(record.getByRole('button', { name: 'Record the money …' }));
  await day.confirm(/^Record the money: investment \d+/, 'Record the money');
  await day.waitFor(record.getByText('● Funded'));
  await day.click(record.getByRole('button', { name: 'Withdraw the record …' }));
  await day.type(dialog.getByLabel('Reason'), 'It was of another investor');
  await day.confirm(/^Withdraw the record: investment \d+/, 'Withdraw the record');
  await day.waitFor(record.getByText('It was of another investor'));
  await day.waitFor(record.getByText('◌ Created'));
}

/** What investor services do while another role has its day: in another browser, with the key of the client. */
export async function settled(page: Page, venue: BrowserVenue, tradeId: string): Promise<void> {
  const context = await page.context().browser()?.newContext();
  const office = (await context?.newPage()) as Page;
  try {
    await openConsole(office, venue.url, venue.credentials('client'), `investments/${tradeId}`);
    const record = office.getByRole('article');
    await record.getByRole('button', { name: 'Settle …' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Settle', exact: true }).click();
    await record.getByText('✓ Settled').first().waitFor();
  } finally {
    await context?.close();
  }
}
