import { expect, test } from 'vitest';
import { Positions } from '../../src/client/orders/positions.ts';

const MATCH = { tradeID: '100100', securityId: '7', price: '10.000000', quantity: '30.000000', bidAccountId: 'x' };
const FILL = { accountId: 'x', securityId: '7', action: 'Bid', fillPrice: '10.000000', fillShares: '30.000000' };

test('a canceled settlement takes the match back as a bust does; a settled one changes nothing (V43)', () => {
  const positions = new Positions();
  positions.fill(FILL as never);
  positions.fill(FILL as never);
  const shares = () => positions.all().map(({ netShares, boughtAmount }) => [netShares, boughtAmount]);
  positions.amend({ eventType: 'settlement', settlement: { tradeID: '100100', tradeStatus: 'Settled' } } as never);
  expect(shares()).toEqual([['60.000000', '600.000000']]);
  positions.amend({ eventType: 'settlement', settlement: { ...MATCH, tradeStatus: 'Canceled' } } as never);
  expect(shares()).toEqual([['30.000000', '300.000000']]);
  positions.amend({ eventType: 'bust', bust: { ...MATCH, tradeID: '100200' } } as never);
  expect(shares()).toEqual([['0.000000', '0.000000']]);
});
