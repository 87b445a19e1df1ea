import { expect, test } from 'vitest';
import { recordsOf } from '../../../src/webhooks/events/records.ts';

test.each([
  ['a trade and its account', { tradeId: '7', accountId: 'A1', offeringId: '5' }, ['trade 7', 'A1']],
  ['both ends of a link', { id: '9', firstEntry: 'A1', relatedEntry: 'P1' }, ['A1', 'P1']],
  ['the trade of a cancelled investment', { accountId: 'A1', OrderId: '7' }, ['A1', 'trade 7']],
  ['an offering where there is nothing else', { offeringId: '5', issuerId: '3' }, ['offering 5', 'issuer 3']],
  ['a record once', { firstEntry: 'A1', relatedEntry: 'A1' }, ['A1']],
  ['nothing that has no value', { partyId: null, accountId: undefined, severity: 'Info' }, []],
])('a webhook is about %s', (_, fields, records) => {
  expect(recordsOf(fields)).toEqual(records);
});
