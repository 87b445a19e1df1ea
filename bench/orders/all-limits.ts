import type { VenueProcess } from '../support/venue-process.ts';

const SHARES = 1_000_000_000_000;

/** Gives the client that sends the orders all limits that there are, none of which refuses one (V49). */
export async function setAllLimits(venue: VenueProcess): Promise<void> {
  const { clientID: clientId, accountId: accountid, securityId } = venue.parties();
  await venue.operate('setReferencePrice', { securityid: securityId, price: '10' });
  await venue.operate('setPosition', { clientId, accountid, securityid: securityId, quantity: SHARES });
  await venue.operate('setLimits', {
    clientId,
    limits: {
      maxOrderQuantity: 1_000_000_000,
      maxOrderValue: '1000000000000000',
      maxOpenValue: '1000000000000000',
      maxOpenOrders: 1_000_000_000,
      priceBand: '1000',
      allowedSecurities: [securityId],
      restrictedSecurities: [],
      sides: 'Both',
      noShortSale: 'Yes',
      maxOrdersPerSecond: 1_000_000_000,
    },
  });
}
