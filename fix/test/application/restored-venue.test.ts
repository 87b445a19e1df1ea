/** The venue is put back to an older backup: its sessions have seen events that it no longer knows. */
import { cpSync, rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { TAG } from '../../src/application/tags.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

afterAll(closeAll);

test('each session gets an urgent News, and asks for the states that are true now', async () => {
  const venue = await Venue.start();
  const key = await venue.newClient('trading');
  const copyKey = await venue.newClient('drop-copy', key.clientID);
  const peer = await Peer.open({ baseUrls: venue.url, key });
  const copy = await Peer.open({ baseUrls: venue.url, key: copyKey, options: { dropCopy: true } });
  const trader = new Trader(peer, venue.securityId);
  const terms = { quantity: 10, price: '5' };
  trader.enter('kept', 'Buy', terms);
  await copy.next(has('8', [TAG.ClOrdID, 'kept']));
  const { dataDir } = venue.server;
  const backup = temporaryFolder();
  await venue.server.kill();
  cpSync(dataDir, backup, { recursive: true });
  venue.server = await venue.server.restart();
  for (const name of ['lost', 'lost too']) trader.enter(name, 'Buy', terms);
  for (const session of [peer, copy]) await session.next(has('8', [TAG.ClOrdID, 'lost too']));
  await venue.server.kill();
  rmSync(dataDir, { recursive: true });
  cpSync(backup, dataDir, { recursive: true });
  venue.server = await venue.server.restart();
  for (const session of [peer, copy]) {
    const news = named(await session.next(has('B')));
    expect(news).toMatchObject({ Urgency: '1', Headline: 'Reports are missing' });
  }
  peer.send('AF', [584, 'm1'], [585, 7]);
  await peer.next(has('8', [584, 'm1'], [TAG.LastRptRequested, 'Y']));
  expect(peer.sent(has('8', [584, 'm1'])).map((one) => named(one).ClOrdID)).toEqual(['kept']);
  // Reports go on with what happens from then on.
  trader.enter('later', 'Buy', terms);
  await copy.next(has('8', [TAG.ClOrdID, 'later']));
  await peer.kill();
  await copy.kill();
});
