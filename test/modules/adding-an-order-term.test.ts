/** docs/contribute/adding-an-order-term.md, followed once: the entry that it shows, sent through the whole venue. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { termFields, termsIn } from '../../fix/src/application/order-terms.ts';
import { fixTerms } from '../../scripts/generate/fix-terms.ts';
import type { OptionalTerms } from '../../src/exchange/api/optional-terms.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { ORDER_COLUMNS, RECORD_COLUMNS } from '../../src/history/reports/report-columns.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { ownEventOf } from '../../src/modules/ats/events/own-events.ts';
import { idOfOrder, openVenue as openExchange, order, security } from '../exchange/venue.ts';
import { entered } from '../history/events.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ORDER, TRADER } from './ats/fixtures.ts';
import { openVenue, type Venue } from './ats/venue.ts';
import { EXAMPLE_TERMS } from './example-term/capacity.ts';

vi.mock(import('../../src/exchange/api/optional-terms.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { EXAMPLE_TERMS } = await import('./example-term/capacity.ts');
  return { ...original, OPTIONAL_TERMS: { ...original.OPTIONAL_TERMS, ...EXAMPLE_TERMS } };
});

/** As the table has it that is tried here. */
const CAPACITY = { capacity: 'Riskless Principal' } as OptionalTerms;

test('the guide shows the entry that is tried here', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/contribute/adding-an-order-term.md'), 'utf8');
  const [, shown] = /```ts\n(.*?)```/s.exec(guide) ?? [];
  expect(readFileSync(join(import.meta.dirname, 'example-term/capacity.ts'), 'utf8')).toContain(shown);
});

describe('a term that was added by the guide', () => {
  let venue: Venue;
  beforeEach(async () => {
    venue = await openVenue();
  });
  afterEach(() => venue.close());

  test('is a parameter, and is shown by answers, lists, events and the webhook', async () => {
    const sent = { ...ORDER, capacity: 'riskless principal' };
    const checked = await venue.post(TRADER, 'validateOrder', sent);
    expect(checked.body).toMatchObject({ orderDetails: CAPACITY });
    const { body } = await venue.post(TRADER, 'createOrder', sent);
    expect(body).toMatchObject({ orderDetails: CAPACITY });
    const { orderId } = (body as { orderDetails: { orderId: string } }).orderDetails;
    const read = await venue.post(TRADER, 'getOrder', { orderid: orderId });
    expect(read.body).toMatchObject({ orderDetails: [CAPACITY] });
    const explained = await venue.post(TRADER, 'explainOrder', { orderid: orderId });
    expect(explained.body).toMatchObject({ explanation: CAPACITY });
    expect((await venue.get(TRADER, 'ats/orders')).body).toMatchObject({ ats_orders: [CAPACITY] });
    const { events } = (await venue.get(TRADER, 'events')).body as { events: readonly { order?: object }[] };
    expect(events.find((event) => event.order !== undefined)?.order).toMatchObject(CAPACITY);
    expect(venue.webhooks.find(({ method }) => method === 'createOrder')?.fields).toMatchObject(CAPACITY);
  });

  test('is refused with a value that the entry does not have, and absent where it is not sent', async () => {
    const refused = await venue.post(TRADER, 'createOrder', { ...ORDER, capacity: 'Other' });
    expect(refused.body).toMatchObject({ statusCode: '106', 'Error(s)': expect.stringContaining('capacity') });
    const { body } = await venue.post(TRADER, 'createOrder', ORDER);
    const { orderDetails } = body as { orderDetails: { orderId: string } };
    expect(orderDetails).not.toHaveProperty('capacity');
    const { ticket } = venue.exchange.order(Number(orderDetails.orderId) as OrderId)!;
    expect(ticket).not.toHaveProperty('optional');
  });
});

test('FIX has the term in the field that its entry names', () => {
  const { description: _, ...entry } = EXAMPLE_TERMS.capacity;
  expect(fixTerms()).toContain(`  capacity: ${JSON.stringify(entry)},\n`);
  expect(termsIn({ msgType: 'D', fields: [[528, 'R']] }, EXAMPLE_TERMS)).toEqual(CAPACITY);
  expect(termFields(CAPACITY, EXAMPLE_TERMS)).toEqual([[528, 'R']]);
});

test.each(['the journal', 'a snapshot'])('the term survives a restart from %s', async (from) => {
  const folder = temporaryFolder();
  const { exchange } = openExchange({ folder });
  await exchange.submit(security());
  const orderId = idOfOrder(await exchange.submit(order({ optional: CAPACITY })));
  await exchange.stop();
  if (from === 'a snapshot') {
    const { state, end } = recover(files, folder, 0);
    await writeSnapshot(files, folder, state, end);
  }
  const again = openExchange({ folder });
  expect(again.exchange.order(orderId)?.ticket.optional).toEqual(CAPACITY);
  await again.exchange.stop();
});

describeOnEachDatabase('the history of the term', (open) => {
  test('stores it as the stream has it and gives it back, and reports have its column', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    const { ticket, ...rest } = entered(1).order;
    const event = { ...entered(1), order: { ...rest, ticket: { ...ticket, optional: CAPACITY } } };
    expect(JSON.parse(ownEventOf(event)!.text(false, null))).toMatchObject({ order: CAPACITY });
    await store.apply([event]);
    expect((await store.order(rest.orderId))?.ticket.optional).toEqual(CAPACITY);
    const row = await database.db.selectFrom('order_entries').selectAll().executeTakeFirstOrThrow();
    for (const columns of [ORDER_COLUMNS, RECORD_COLUMNS]) {
      expect(columns.capacity?.(row as never)).toBe('Riskless Principal');
    }
  });
});
