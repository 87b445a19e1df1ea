/** Corporate actions that change the security itself: its name and symbol (R10), and its end (R11). */
import { expect, test } from 'vitest';
import type { ActionTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { announce, ID } from './corporate-actions.ts';
import { moveTo } from './sessions.ts';
import { idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const OPENED = '2026-11-23T14:30:00Z';
const OTHER = 8 as SecurityId;
const rename = (symbol: string | null, name: string | null): ActionTerms => ({ kind: 'nameChange', symbol, name });

async function venueIn(folder: string): Promise<TestVenue> {
  const venue = openVenue({ folder });
  await venue.exchange.submit(security());
  await venue.exchange.submit({ ...security(), securityId: OTHER });
  return venue;
}

const refer = ({ exchange }: TestVenue, securityId: SecurityId, symbol: string) =>
  exchange.submit({ type: 'securityReference', securityId, reference: { symbol, lotSize: 10 }, expected: null });

async function expectReplayed({ exchange }: TestVenue, folder: string): Promise<void> {
  const digest = digestOf(exchange.state);
  await exchange.stop();
  expect(digestOf(recover(files, folder, 0).state)).toBe(digest);
}

test('a security has its new symbol and name from the ex date on, and its orders stay', async () => {
  const folder = temporaryFolder();
  const venue = await venueIn(folder);
  const { exchange } = venue;
  await refer(venue, ID, 'OLD');
  const bid = idOfOrder(await exchange.submit(order({ expiration: 'GTC', quantity: 10 })));
  const offeringName = exchange.security(ID)!.name;
  await announce(venue, { terms: rename('NEW', 'New Shares') });
  expect(exchange.securityNamed('OLD')).toBe(ID);
  await moveTo(venue, OPENED);
  expect(exchange.security(ID)).toMatchObject({ name: 'New Shares', market: 'open', status: 'trading' });
  expect(exchange.security(ID)?.reference).toMatchObject({ version: 2, reference: { symbol: 'NEW', lotSize: 10 } });
  expect([exchange.securityNamed('OLD'), exchange.securityNamed('NEW')]).toEqual([undefined, ID]);
  expect(exchange.order(bid)?.status).toBe('Live');
  expect(venue.events.filter(({ type }) => type === 'security').at(-1)).toMatchObject({
    security: { name: 'New Shares', reference: { reference: { symbol: 'NEW' } } },
  });
  // A change of the offering that leaves its name, and one of its name.
  await exchange.submit({ type: 'security', securityId: ID, name: offeringName, orderApproval: false });
  expect(exchange.security(ID)?.name).toBe('New Shares');
  await exchange.submit({ type: 'security', securityId: ID, name: 'Newer Shares' });
  expect(exchange.security(ID)?.name).toBe('Newer Shares');
  await expectReplayed(venue, folder);
});

test('a symbol of another security is refused, and cancels the action if it is taken by the ex date', async () => {
  const venue = await venueIn(temporaryFolder());
  await refer(venue, OTHER, 'TAKEN');
  expect(await announce(venue, { terms: rename('TAKEN', null) })).toMatchObject({ refusal: 'symbol is taken' });
  await announce(venue, { terms: rename('FREE', 'New Shares') });
  await refer(venue, OTHER, 'FREE');
  const { name } = venue.exchange.security(ID)!;
  await moveTo(venue, OPENED);
  const [action] = venue.exchange.actions(ID, 9, 9);
  expect(action).toMatchObject({ state: 'cancelled', reason: 'another security has the symbol' });
  expect(venue.exchange.security(ID)?.name).toBe(name);
});

test('an ended security trades no more, its orders end, and its holders stay', async () => {
  const folder = temporaryFolder();
  const venue = await venueIn(folder);
  const { exchange } = venue;
  const ids = [];
  for (let index = 0; index < 250; index++) {
    ids.push(idOfOrder(await exchange.submit(order({ expiration: 'GTC', quantity: 10 }))));
  }
  await exchange.submit(order({ side: 'sell', clientId: 'b', quantity: 10 }));
  await announce(venue, { terms: { kind: 'endOfSecurity' } });
  await moveTo(venue, OPENED);
  expect(exchange.security(ID)).toMatchObject({ status: 'ended', market: 'closed' });
  expect(await exchange.submit(order())).toMatchObject({ ok: false, refusal: 'security has ended' });
  const statuses = ids.map((id) => exchange.order(id)?.status ?? 'gone');
  expect(statuses.filter((status) => status === 'Live' || status === 'Partially Executed')).toEqual([]);
  const held = { clientId: 'a', accountId: null, securityId: ID };
  expect(exchange.state.register.heldBy(held).quantity).toBe(10);
  expect(exchange.security(OTHER)?.market).toBe('open');
  await exchange.submit({ type: 'security', securityId: ID, status: 'trading' });
  expect(exchange.security(ID)?.status).toBe('ended');
  await expectReplayed(venue, folder);
});
