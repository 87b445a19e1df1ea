import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCOUNT,
  ENDED_SECURITY,
  type Fields,
  faulty,
  ORDER,
  OTHER_ISSUER,
  OTHER_SECURITY,
  OTHER_TRADER,
  refused,
  TRADER,
  UNLISTED_OFFERING,
} from './fixtures.ts';
import { openVenue, type Venue } from './venue.ts';

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue.close());

/** The order with changes; undefined leaves a field out. */
async function expectRefusal(changes: Fields, expected: Fields, encoding: 'form' | 'json'): Promise<void> {
  const before = venue.exchange.lastEventSeq();
  const reply = await venue.post(TRADER, 'createOrder', { ...ORDER, ...changes }, { encoding });
  expect(reply).toEqual({ http: 200, replayed: null, body: expected });
  expect(venue.exchange.lastEventSeq()).toBe(before);
}

const REQUIRED = Object.keys(ORDER);
const WHOLE = 'must be a whole number';
const QUANTITY_RANGE = 'must be from 1 to 1000000000';
const DECIMAL = 'must be a decimal number';
const PRICE_RANGE = 'must be from 0 to 1000000000';
const PLACES = 'must not have more than 6 decimals';
const NUMBERS = 'only numbers are allowed';
const DATE = 'must be a date, YYYY-MM-DD or MM-DD-YYYY';
const PAST = 'must not be in the past (US Eastern)';
const LIMIT_PRICE = 'must be above 0 for a Limit order';
const minimum = { contingencies: 'Minimum Quantity' };
const other = { expiration: 'Other' };

/** Changes of a valid order that both encodings can carry, the field that the answer names, and what it says. */
const IN_BOTH: readonly (readonly [Fields, string, string])[] = [
  [{ memberid: ' ' }, 'memberid', 'Missing'],
  [{ memberid: 'x'.repeat(101) }, 'memberid', 'must not be longer than 100 characters'],
  [{ issuerid: 'abc' }, 'issuerid', NUMBERS],
  [{ issuerid: '-1' }, 'issuerid', NUMBERS],
  [{ issuerid: '7001 ' }, 'issuerid', NUMBERS],
  [{ securityid: '549119x' }, 'securityid', NUMBERS],
  [{ accountid: 'x'.repeat(101) }, 'accountid', 'must not be longer than 100 characters'],
  [{ type: 'Market' }, 'type', 'must be one of Limit, RFQ'],
  [{ action: 'Hold' }, 'action', 'must be one of Buy, Sell'],
  [{ action: 'Bid' }, 'action', 'must be one of Buy, Sell'],
  [{ quantity: '0' }, 'quantity', QUANTITY_RANGE],
  [{ quantity: '-5' }, 'quantity', QUANTITY_RANGE],
  [{ quantity: '1000000001' }, 'quantity', QUANTITY_RANGE],
  [{ quantity: '9007199254740993' }, 'quantity', QUANTITY_RANGE],
  [{ quantity: '1e3' }, 'quantity', WHOLE],
  [{ quantity: '10.5' }, 'quantity', WHOLE],
  [{ quantity: '10.0' }, 'quantity', WHOLE],
  [{ quantity: ' 10' }, 'quantity', WHOLE],
  [{ quantity: '10 ' }, 'quantity', WHOLE],
  [{ quantity: '+10' }, 'quantity', WHOLE],
  [{ quantity: '0x10' }, 'quantity', WHOLE],
  [{ quantity: '1,000' }, 'quantity', WHOLE],
  [{ quantity: 'ten' }, 'quantity', WHOLE],
  [{ quantity: '١٠' }, 'quantity', WHOLE],
  [{ quantity: 'true' }, 'quantity', WHOLE],
  [{ price: '0' }, 'price', LIMIT_PRICE],
  [{ price: '0.000000' }, 'price', LIMIT_PRICE],
  [{ price: '-0.01' }, 'price', PRICE_RANGE],
  [{ price: '-0.01', type: 'RFQ' }, 'price', PRICE_RANGE],
  [{ price: '1000000000.000001' }, 'price', PRICE_RANGE],
  [{ price: '10.1234567' }, 'price', PLACES],
  [{ price: '0.0000001' }, 'price', PLACES],
  [{ price: '1e3' }, 'price', DECIMAL],
  [{ price: '0x10' }, 'price', DECIMAL],
  [{ price: ' 10' }, 'price', DECIMAL],
  [{ price: '$10' }, 'price', DECIMAL],
  [{ price: '1,000.00' }, 'price', DECIMAL],
  [{ price: '.5' }, 'price', DECIMAL],
  [{ price: '5.' }, 'price', DECIMAL],
  [{ price: 'NaN' }, 'price', DECIMAL],
  [{ price: 'Infinity' }, 'price', DECIMAL],
  [{ expiration: 'GTD' }, 'expiration', 'must be one of GTC, Day, Other, IOC, Auction'],
  [{ ...other }, 'expirationDate', 'Missing'],
  [{ ...other, expirationDate: ' ' }, 'expirationDate', 'Missing'],
  [{ ...other, expirationDate: '2026-03-01' }, 'expirationDate', PAST],
  [{ ...other, expirationDate: '02-28-2026' }, 'expirationDate', PAST],
  [{ ...other, expirationDate: '2026-02-30' }, 'expirationDate', DATE],
  [{ ...other, expirationDate: 'tomorrow' }, 'expirationDate', DATE],
  [{ disclosePrice: 'true' }, 'disclosePrice', 'must be one of Yes, No'],
  [{ contingencies: 'Most' }, 'contingencies', 'must be one of None, All or None, Minimum Quantity'],
  [{ ...minimum }, 'minimumThreshold', 'Missing'],
  [{ ...minimum, minimumThreshold: '0' }, 'minimumThreshold', QUANTITY_RANGE],
  [{ ...minimum, minimumThreshold: '101' }, 'minimumThreshold', 'must be from 1 to the quantity'],
  [{ ...minimum, minimumThreshold: '10.5' }, 'minimumThreshold', WHOLE],
  [{ solicited: 'Yes' }, 'solicited', 'must be one of Solicited, Unsolicited'],
  [{ token: 'x'.repeat(201) }, 'token', 'must not be longer than 200 characters'],
];

/** JSON values that are not of their kind; nothing is coerced. */
const IN_JSON: readonly (readonly [Fields, string, string])[] = [
  [{ quantity: true }, 'quantity', WHOLE],
  [{ quantity: 10.5 }, 'quantity', WHOLE],
  [{ quantity: [10] }, 'quantity', WHOLE],
  [{ quantity: { value: 10 } }, 'quantity', WHOLE],
  [{ quantity: 1e9 + 1 }, 'quantity', QUANTITY_RANGE],
  [{ quantity: 0 }, 'quantity', QUANTITY_RANGE],
  [{ price: true }, 'price', DECIMAL],
  [{ price: 1e-7 }, 'price', DECIMAL],
  [{ price: 0.1 + 0.2 }, 'price', 'must not have more than 6 decimals'],
  [{ price: 0 }, 'price', LIMIT_PRICE],
  [{ price: 1e21 }, 'price', DECIMAL],
  [{ issuerid: true }, 'issuerid', NUMBERS],
  [{ securityid: -1 }, 'securityid', NUMBERS],
  [{ type: 1 }, 'type', 'must be one of Limit, RFQ'],
  [{ disclosePrice: true }, 'disclosePrice', 'must be one of Yes, No'],
  [{ ...other, expirationDate: 20260401 }, 'expirationDate', DATE],
  [{ ...minimum, minimumThreshold: null }, 'minimumThreshold', 'Missing'],
  [{ token: { a: 1 } }, 'token', 'must be text'],
  [{ memberid: ['5001'] }, 'memberid', 'must be text'],
];

/** Records that do not exist or do not fit, and the code of each. */
const RECORDS: readonly (readonly [Fields, Fields])[] = [
  [{ issuerid: '999999' }, refused(136, 'there is no such issuer')],
  [{ issuerid: '7001.5' }, refused(136, 'there is no such issuer')],
  [{ securityid: '999999' }, refused(138, 'there is no such offering')],
  [{ securityid: '123.4' }, refused(138, 'there is no such offering')],
  [{ issuerid: String(OTHER_ISSUER) }, refused(162, 'the offering is not one of the issuer, or not on the venue')],
  [{ securityid: String(OTHER_SECURITY) }, refused(162, 'the offering is not one of the issuer, or not on the venue')],
  [
    { securityid: String(UNLISTED_OFFERING) },
    refused(162, 'the offering is not one of the issuer, or not on the venue'),
  ],
  [{ securityid: String(ENDED_SECURITY) }, refused(162, 'the offering is not open for trading')],
  [{ securityid: String(ENDED_SECURITY), accountid: 'A9999999' }, refused(162, 'the offering is not open for trading')],
  [{ accountid: 'A9999999' }, refused(148)],
  [{ accountid: 'nobody' }, refused(148)],
];

describe.each(['form', 'json'] as const)('createOrder validation, sent as %s', (encoding) => {
  test.each(REQUIRED)('misses %s', async (name) => {
    await expectRefusal({ [name]: undefined }, faulty(name, 'Missing'), encoding);
    await expectRefusal({ [name]: '' }, faulty(name, 'Missing'), encoding);
  });

  test.each(IN_BOTH)('refuses %j, naming %s', async (changes, field, reason) => {
    await expectRefusal(changes, faulty(field, reason), encoding);
  });

  test.each(RECORDS)('refuses %j', (changes, expected) => expectRefusal(changes, expected, encoding));

  test('names everything that is wrong at once', async () => {
    const detail =
      '<br />quantity&nbsp;&nbsp;: must be a whole number<br />price&nbsp;&nbsp;: Missing' +
      '<br />solicited&nbsp;&nbsp;: must be one of Solicited, Unsolicited';
    await expectRefusal({ price: '', quantity: '1e3', solicited: '1' }, refused(106, detail), encoding);
  });

  test('checks the form of the fields before records, and issuer and security before the account', async () => {
    const all = { quantity: '0', securityid: '999999', accountid: 'nobody' };
    await expectRefusal(all, faulty('quantity', QUANTITY_RANGE), encoding);
    await expectRefusal({ ...all, quantity: '1' }, refused(138, 'there is no such offering'), encoding);
  });
});

describe('createOrder validation of JSON values', () => {
  test.each(REQUIRED)('misses %s when it is null', (name) =>
    expectRefusal({ [name]: null }, faulty(name, 'Missing'), 'json'),
  );

  test.each(IN_JSON)('refuses %j, naming %s', async (changes, field, reason) => {
    await expectRefusal(changes, faulty(field, reason), 'json');
  });
});

describe('createOrder with an account', () => {
  test('does not take the account of another client', async () => {
    for (const delayed of [false, true]) {
      venue.accounts.delayed = delayed;
      const reply = await venue.post(OTHER_TRADER, 'createOrder', { ...ORDER, accountid: ACCOUNT });
      expect(reply.body).toEqual(refused(148));
    }
  });
});
