/** The days of those who run and watch the venue: operator, surveillance and auditor, at both sizes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ISSUER } from '../../../src/modules/examples/index.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { Day, SIZES, type Size } from '../support/day-script.ts';
import { type BrowserVenue, type Credentials, venueOfTwoOperators } from '../support/venue.ts';

const NAME = 'Example Security';

const ISSUER = { ...DEMO_ISSUER, updatedIpAddress: '192.0.2.1' };

describeInBrowser('the day', (open) => {
  let started: BrowserVenue;
  /** Who asks for what the operator of the day decides. */
  let second: Credentials;
  beforeAll(async () => {
    ({ venue: started, second } = await venueOfTwoOperators({ RATE_LIMIT_PAGES: '0' }));
  });
  afterAll(() => started.stop());
  const venue = () => started;
  const [client, operator] = [() => venue().credentials('client'), () => venue().credentials('operator')];
  const begin = async (role: string, size: Size): Promise<{ readonly page: Page; readonly day: Day }> => {
    const page = await open();
    const names = { [venue().demo.securityId]: NAME };
    return { page, day: await Day.begin(page, { role, size, link: await venue().consoleLink(), names }) };
  };
  const main = (page: Page) => page.getByRole('main');
  const rowsOf = (page: Page) => page.locator('table.grid tbody tr');

  test.each(SIZES)('of an operator is gone through at %s', async (_, size) => {
    const { securityId } = venue().demo;
    const stop = { scope: 'security', securityid: securityId };
    await venue().call(second, 'throwKillSwitch', { ...stop, reason: 'A wrong price' });
    await venue().call(second, 'releaseKillSwitch', stop);
    const { client: made } = await venue().call(operator(), 'admin/createClient', {
      name: `Example Desk ${size.width}`,
    });
    const stopped = made as { readonly clientId: string };
    const { page, day } = await begin('Sandbox operator', size);
    const dialog = page.getByRole('dialog');

    await day.step('sees health, queues and the money of the day', async () => {
      await day.waitFor(page.getByRole('region', { name: 'Venue' }).getByText('✓ yes'));
      await day.seesAtOnce(page.getByText('✓ yes'), 'whether the venue serves');
      await day.waitFor(page.getByRole('region', { name: 'Money of the day' }).getByText('Expected today'));
      await day.waitFor(page.getByRole('region', { name: 'Open alerts' }));
    });

    await day.step('decides as the second person', async () => {
      const queue = page.getByRole('region', { name: 'Needs you' });
      await day.waitFor(queue.getByText('Two-person action'));
      await day.click(queue.getByRole('link', { name: 'Two-person action', exact: true }));
      await day.click(page.getByRole('link', { name: /^Release a kill switch: / }).first());
      await day.click(page.getByRole('button', { name: 'Approve …' }));
      await day.confirm(/^Approve/, 'Approve');
      await day.waitFor(page.getByText('It no longer waits'));
    });

    await day.step('makes a client and a user', async () => {
      await day.goTo('Clients and limits');
      await day.click(main(page).getByText('New client …'));
      await day.type(page.getByLabel('Name of the client'), `Example House ${size.width}`);
      await day.click(page.getByRole('button', { name: 'Create' }));
      await day.waitFor(page.getByRole('link', { name: `Example House ${size.width}` }));
      await day.goTo('Users and roles');
      await day.click(page.getByRole('button', { name: 'New user …' }));
      await day.type(dialog.getByLabel('Client', { exact: true }), client().clientID);
      await day.type(dialog.getByLabel('Name', { exact: true }), `Example Person ${size.width}`);
      await day.type(dialog.getByLabel('E-mail'), `person${size.width}@example.com`);
      await day.choose(dialog.getByLabel('Role'), 'trader');
      await day.click(dialog.getByRole('button', { name: 'Create' }));
      await dialog.waitFor({ state: 'detached' });
    });

    await day.step('halts and resumes', async () => {
      await day.goTo('Markets and calendar');
      await day.click(page.getByRole('button', { name: `Halt ${NAME} (${securityId})` }));
      await day.type(dialog.getByLabel('Reason, shown to all'), 'News is pending');
      await day.confirm(new RegExp(`^Halt ${NAME}`), 'Halt');
      await day.waitFor(page.getByRole('button', { name: `Resume ${NAME} (${securityId})` }));
      await day.click(page.getByRole('button', { name: `Resume ${NAME} (${securityId})` }));
      await day.type(dialog.getByLabel('Reason, shown to all'), 'The news is out');
      await day.confirm(new RegExp(`^Resume ${NAME}`), 'Resume');
      await day.waitFor(page.getByRole('button', { name: `Halt ${NAME} (${securityId})` }));
    });

    await day.step('activates a kill switch', async () => {
      await day.goTo('Kill switches');
      await day.choose(main(page).locator('.switches select'), 'client');
      await day.type(main(page).getByLabel('Client', { exact: true }), stopped.clientId);
      await day.click(main(page).getByRole('button', { name: 'Activate …' }));
      await day.type(dialog.getByLabel('Reason, shown to clients'), 'Orders in error');
      await day.confirm(new RegExp(`^Activate the kill switch of .*${stopped.clientId}`), /^Activate/);
      await day.waitFor(main(page).getByText('Orders in error'));
    });

    await day.step('sets what orders pay from a day on', async () => {
      await day.goTo('Fees');
      await day.click(page.getByRole('button', { name: 'New version …' }));
      await day.type(dialog.getByLabel('From the opening of'), '2040-03-05');
      await day.type(dialog.getByLabel('Initiator, $ a share'), '0.003');
      await day.click(dialog.getByRole('button', { name: 'Set' }));
      await day.waitFor(page.getByText('It waits for a second operator.'));
    });

    await day.step('looks at the next batch, what came back, the reconciliation and the day files', async () => {
      await day.goTo('Batches');
      await day.click(main(page).getByRole('link', { name: 'Next batch', exact: true }));
      await day.waitFor(page.getByRole('article').getByText('By rail'));
      await day.goTo('Bank notices');
      await day.goTo('Reconciliation');
      await day.waitFor(main(page).getByText(/^Nothing went out on|The sums agree/));
      await day.goTo('Day files');
    });
    day.end({ clicks: 36, entries: 12, waits: 23 });
  });

  test.each(SIZES)('of a surveillance officer is gone through at %s', async (_, size) => {
    const fields = { quantity: 30, price: size.width > 1000 ? '5.00' : '4.50', accountid: venue().demo.accountId };
    await venue().order(client(), { action: 'Buy', ...fields });
    await venue().order(client(), { action: 'Sell', ...fields });
    // What the same rule notices on one day is one alert (O12): nobody looks into it yet.
    const { alerts } = await venue().call(operator(), 'admin/getAlerts');
    for (const { alertId } of alerts as readonly { readonly alertId: string }[])
      await venue().call(operator(), 'admin/updateAlert', { alertId, assignedTo: '' });
    const { page, day } = await begin('Sandbox surveillance', size);

    await day.step('sees the alerts by severity', async () => {
      const alerts = page.getByRole('region', { name: 'Open alerts' });
      await day.waitFor(alerts.getByText('▲ High'));
      await day.seesAtOnce(alerts.getByText('▲ High'), 'the most severe alerts');
      await day.click(alerts.getByRole('link', { name: 'Wash trade' }));
    });

    await day.step('reads a case with both sides, and replays it', async () => {
      await day.waitFor(rowsOf(page));
      await day.click(rowsOf(page).first().getByRole('link').first());
      const record = page.getByRole('article');
      await day.waitFor(record.getByText('Other side'));
      await day.click(record.getByRole('button', { name: 'Assign to me' }));
      await day.waitFor(record.getByText(/^Assigned by/));
      await day.click(record.getByRole('link', { name: 'Replay the market' }));
      await day.waitFor(page.getByText(/\d+ of \d+ events/));
      await day.goTo('Surveillance');
    });

    await day.step('closes it with a comment', async () => {
      await day.waitFor(rowsOf(page));
      await day.click(rowsOf(page).first().getByRole('link').first());
      await day.click(page.getByRole('article').getByRole('button', { name: 'Close …' }));
      await day.type(page.getByRole('dialog').getByLabel('Why it is closed'), 'Two desks of one owner');
      await day.confirm(/^Close the alert: Wash trade/, 'Close');
      await day.waitFor(page.getByRole('article').getByText('✓ Closed'));
    });
    day.end({ clicks: 10, entries: 1, waits: 10 });
  });

  test.each(SIZES)('of an auditor is gone through at %s', async (_, size) => {
    const { issuerId } = venue().demo;
    for (const issuerStatus of ['Pending', 'Approved'])
      await venue().call(client(), 'updateIssuer', { ...ISSUER, issuerId, issuerStatus });
    const { page, day } = await begin('Sandbox auditor', size);

    await day.step('searches over everything', async () => {
      await day.type(page.getByLabel('Search all records by name or id'), 'example inv');
      await day.click(main(page).getByRole('button', { name: 'Search' }));
      await day.waitFor(page.getByText(/^Found \d+\.$/));
      await day.click(page.getByRole('region', { name: 'Accounts' }).getByRole('link').first());
      await day.waitFor(page.getByRole('article'));
    });

    await day.step('reads what changed, before and after', async () => {
      await day.goTo('Audit log');
      const row = rowsOf(page).filter({ hasText: 'Update issuer' }).first();
      await day.waitFor(row);
      await day.click(row.getByRole('link').first());
      const changes = page.getByRole('article').getByRole('region', { name: 'Before and after', exact: true });
      await day.waitFor(changes.getByText('Approved'));
      await day.waitFor(changes.getByText('Pending'));
    });

    await day.step('exports', async () => {
      await day.press('Escape');
      const saved = page.waitForEvent('download');
      await day.click(page.getByRole('button', { name: 'Export all' }));
      expect((await saved).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    });
    day.end({ clicks: 8, entries: 1, waits: 8 });
  });
});
