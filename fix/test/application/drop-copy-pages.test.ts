/** What a drop copy missed for longer than the stream keeps: read by pages, with the key of a drop copy. */
import { afterAll, expect, test } from 'vitest';
import type { VenueEvent } from '../../src/client.ts';
import { closeAll, Venue } from '../support/venue.ts';

afterAll(closeAll);

test('a drop copy reads the events of the clients of its parent by pages, then live', async () => {
  const venue = await Venue.start();
  const { issuerId: issuerid, securityId: securityid } = venue;
  const parent = await venue.newClient('trading');
  const below = await venue.newClient('trading', parent.clientID);
  const stranger = await venue.newClient('trading');
  const enter = async (key: typeof parent) => {
    const terms = { type: 'Limit', action: 'Buy', quantity: 10, price: '1', expiration: 'GTC' } as const;
    const order = {
      memberid: 'M1',
      issuerid,
      securityid,
      ...terms,
      disclosePrice: 'Yes',
      solicited: 'Unsolicited',
    } as const;
    return (await venue.api(key).methods.createOrder(order)).orderDetails.orderId;
  };
  const first = [await enter(parent), await enter(below)];
  await enter(stranger);
  const copy = venue.api(await venue.newClient('drop-copy', parent.clientID));
  const taken: VenueEvent[] = [];
  const stream = copy.stream();
  const arrived = Promise.withResolvers<void>();
  const take = (events: readonly VenueEvent[]) => {
    taken.push(...events.filter(({ eventType }) => eventType === 'order'));
    if (taken.length === 3) arrived.resolve();
  };
  const reader = copy.events(stream, { take, reset: () => {}, failed: arrived.reject }, { clients: 'all' });
  await reader.ready;
  const last = await enter(below);
  await arrived.promise;
  const shown = taken.map((event) => event.eventType === 'order' && [event.order.orderId, event.order.clientId]);
  const [ofParent, ofBelow] = [parent.clientID, below.clientID];
  expect(shown).toEqual([
    [first[0], ofParent],
    [first[1], ofBelow],
    [last, ofBelow],
  ]);
  reader.close();
  stream.close();
  await expect(venue.api(below).methods.getEvents({ clients: 'all' })).rejects.toMatchObject({ statusCode: '1403' });
});
