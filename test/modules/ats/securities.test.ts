import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import {
  AWAITING_SECURITY,
  type Caller,
  ENDED_SECURITY,
  type Fields,
  faulty,
  ISSUER,
  OPERATOR,
  ORDER,
  OTHER_ISSUER,
  OTHER_SECURITY,
  OWNER,
  ok,
  refused,
  SECURITY,
  TRADER,
  UNLISTED_OFFERING,
} from './fixtures.ts';
import { enter, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: Fields = {}, caller: Caller = TRADER) =>
  (await venue.post(caller, method, fields)).body;
const NO_SECURITY = refused(138, 'there is no such security');
const NOT_OWNER = refused(162, 'the offering does not belong to the client');
const NOT_AUTHORISED = { statusCode: '111', statusDesc: 'The key is not authorised for this method' };

describe('getClob', () => {
  const clob = (fields: Fields = {}) => call('getClob', { securityID: SECURITY, issuerID: ISSUER, ...fields });
  const book = (orderDetailsBid: string, orderDetailsOffer: string) =>
    ok({ orderDetailsAll: { securityID: String(SECURITY), orderDetailsBid, orderDetailsOffer } });

  test('shows -- for a side without orders', async () => {
    expect(await clob()).toEqual(book('--', '--'));
  });

  test('shows the best disclosed Limit price of each side', async () => {
    await enter({ price: '10' });
    await enter({ price: '10.5' });
    await enter({ price: '11', disclosePrice: 'No' });
    await offer({ price: '12.000001', contingencies: 'All or None' });
    await offer({ price: '13' });
    expect(await clob()).toEqual(book('10.500000', '12.000001'));
  });

  test('shows RFQ when no disclosed Limit order is there, and a price before RFQ', async () => {
    await enter({ type: 'RFQ', price: '0' });
    await enter({ price: '10', disclosePrice: 'No' });
    expect(await clob()).toEqual(book('RFQ', '--'));
    await enter({ price: '9' });
    expect(await clob()).toEqual(book('9.000000', '--'));
  });

  test('shows neither hidden nor Pending nor cancelled orders', async () => {
    await enter({ price: '10', disclosePrice: 'No' });
    await enter({ type: 'RFQ', disclosePrice: 'No' });
    await enter();
    await venue.post(TRADER, 'cancelOrder', { orderid: '100300' });
    await venue.post(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
    await enter();
    expect(await clob()).toEqual(book('--', '--'));
  });

  test('keeps showing what a partial fill left', async () => {
    await enter();
    await offer({ quantity: '30' });
    expect(await clob()).toEqual(book('10.250000', '--'));
  });

  test('checks issuer and security', async () => {
    const misfit = refused(162, 'the offering is not one of the issuer, or not on the venue');
    expect(await clob({ securityID: '1' })).toEqual(refused(138, 'there is no such offering'));
    expect(await clob({ issuerID: '1' })).toEqual(refused(136, 'there is no such issuer'));
    expect(await clob({ issuerID: OTHER_ISSUER })).toEqual(misfit);
    expect(await clob({ securityID: OTHER_SECURITY })).toEqual(misfit);
    expect(await clob({ securityID: UNLISTED_OFFERING })).toEqual(misfit);
    expect(await clob({ securityID: '' })).toEqual(faulty('securityID', 'Missing'));
    expect(await clob({ issuerID: 'x' })).toEqual(faulty('issuerID', 'only numbers are allowed'));
  });
});

describe('the securities of a deleted issuer', () => {
  test('end with their orders: createOrder and getClob answer 136 from then on', async () => {
    await venue.post(TRADER, 'createOrder', ORDER);
    venue.reference.deletedIssuers.add(ISSUER);
    await venue.exchange.submit({ type: 'security', securityId: SECURITY, status: 'ended' });
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Cancelled');
    const deleted = refused(136, 'there is no such issuer');
    expect(await call('createOrder', ORDER, TRADER)).toEqual(deleted);
    expect(await call('getClob', { securityID: SECURITY, issuerID: ISSUER })).toEqual(deleted);
    expect(await call('getOrder', { orderid: '100100' }, TRADER)).toMatchObject({ statusCode: '101' });
  });
});

describe('getIssuerApprovedSecurities', () => {
  test('lists the approved offerings of an issuer, to any client', async () => {
    const issuerDetails = [{ SecurityName: 'Example Shares', SecurityID: String(SECURITY) }];
    expect(await call('getIssuerApprovedSecurities', { issuerID: ISSUER })).toEqual(ok({ issuerDetails }));
    expect(await call('getIssuerApprovedSecurities', { issuerID: OTHER_ISSUER })).toEqual(ok({ issuerDetails: [] }));
  });

  test('refuses an unknown issuer, and names what is missing', async () => {
    expect(await call('getIssuerApprovedSecurities', { issuerID: '1' })).toEqual(
      refused(136, 'there is no such issuer'),
    );
    expect(await call('getIssuerApprovedSecurities')).toEqual(faulty('issuerID', 'Missing'));
  });
});

describe('security settings', () => {
  const get = (caller: Caller, securityId: unknown = SECURITY) => call('getSecuritySettings', { securityId }, caller);
  const set = (orderApproval: unknown, caller: Caller = OWNER) =>
    call('updateSecuritySettings', { securityId: SECURITY, orderApproval }, caller);
  const settings = (orderApproval: string) => ok({ securitySettings: { securityId: String(SECURITY), orderApproval } });

  test('are No at first, and changed by the owner', async () => {
    expect(await get(OWNER)).toEqual(settings('No'));
    expect(await set('yes')).toEqual(settings('Yes'));
    expect(await get(OWNER)).toEqual(settings('Yes'));
    expect(await get(OPERATOR)).toEqual(settings('Yes'));
    expect(await set('No')).toEqual(settings('No'));
    expect(venue.exchange.security(SECURITY)?.orderApproval).toBe(false);
  });

  test('send what waited to the book when approval is no longer wanted', async () => {
    await set('Yes');
    await venue.post(TRADER, 'createOrder', ORDER);
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Pending');
    await set('No');
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Live');
  });

  test('are nobody else\u2019s', async () => {
    expect(await get(TRADER)).toEqual(NOT_OWNER);
    expect(await set('Yes', TRADER)).toEqual(NOT_OWNER);
    expect(await set('Yes', OPERATOR)).toEqual(NOT_OWNER);
    expect(await get(OWNER, '1')).toEqual(NO_SECURITY);
    expect(venue.exchange.security(SECURITY)?.orderApproval).toBe(false);
  });

  test('name what is missing or malformed', async () => {
    expect(await set('')).toEqual(faulty('orderApproval', 'Missing'));
    expect(await set('1')).toEqual(faulty('orderApproval', 'must be one of Yes, No'));
    expect(await get(OWNER, 'x')).toEqual(faulty('securityId', 'only numbers are allowed'));
  });
});

describe('market status, halt and resume', () => {
  const status = (securityId: unknown = SECURITY) => call('getMarketStatus', { securityId });
  const operate = (method: string, fields: Fields = {}, caller: Caller = OPERATOR) =>
    call(method, { securityId: SECURITY, reason: 'Example reason', ...fields }, caller);
  const id = { securityId: String(SECURITY) };

  test('shows open and closed, and the next change in UTC', async () => {
    const closing = { market: 'closed', time: '2026-03-02 21:00:00' };
    expect(await status()).toEqual(ok({ ...id, market: 'open', nextChange: closing }));
    venue.clock.moveTo('2026-03-02T21:00:00Z');
    await venue.post(TRADER, 'createOrder', ORDER);
    const opening = { market: 'open', time: '2026-03-03 14:30:00' };
    expect(await status()).toEqual(ok({ ...id, market: 'closed', nextChange: opening }));
    expect(await status('1')).toEqual(NO_SECURITY);
  });

  test('halts and resumes; what crossed meanwhile trades then (M12, M13)', async () => {
    expect(await operate('haltSecurity')).toEqual(ok({ ...id, market: 'halted' }));
    const closing = { market: 'closed', time: '2026-03-02 21:00:00' };
    const halted = { market: 'halted', reason: 'Example reason', reasonCode: 'halted' };
    expect(await status()).toEqual(ok({ ...id, ...halted, nextChange: closing }));
    await venue.post(TRADER, 'createOrder', ORDER);
    await offer();
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({ status: 'Live', inSession: false });
    expect(await operate('resumeSecurity')).toEqual(ok({ ...id, market: 'open' }));
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Executed');
  });

  test.each(['haltSecurity', 'resumeSecurity'])('%s is for the operator', async (method) => {
    for (const caller of [TRADER, OWNER] as const) expect(await operate(method, {}, caller)).toEqual(NOT_AUTHORISED);
    expect(await operate(method, { securityId: '1' })).toEqual(NO_SECURITY);
    expect(await operate(method, { reason: '' })).toEqual(faulty('reason', 'Missing'));
    expect(await operate(method, { securityId: undefined })).toEqual(faulty('securityId', 'Missing'));
    expect(venue.exchange.security(SECURITY)?.market).toBe('open');
  });

  test('shows that an offering that awaits approval, or has ended, does not trade', async () => {
    const closed = { market: 'closed', nextChange: null };
    const awaiting = { ...closed, reason: 'the offering awaits approval', reasonCode: 'offering-awaits-approval' };
    expect(await status(AWAITING_SECURITY)).toEqual(ok({ securityId: String(AWAITING_SECURITY), ...awaiting }));
    const ended = { ...closed, reason: 'the offering has ended', reasonCode: 'offering-ended' };
    expect(await status(ENDED_SECURITY)).toEqual(ok({ securityId: String(ENDED_SECURITY), ...ended }));
    await venue.exchange.submit({ type: 'security', securityId: SECURITY, status: 'awaiting' });
    expect(await status()).toEqual(ok({ ...id, ...awaiting }));
    await venue.exchange.submit({ type: 'security', securityId: SECURITY, status: 'trading' });
    expect(await status()).toMatchObject({ market: 'open', nextChange: { market: 'closed' } });
  });
});

describe('getSecurities (N7)', () => {
  test('lists what trades to all, and what awaits approval to its owner and the operator', async () => {
    const ids = async (caller: Caller) => {
      const { securities } = (await call('getSecurities', {}, caller)) as { securities: { securityId: string }[] };
      return securities.map(({ securityId }) => Number(securityId));
    };
    expect(await ids(TRADER)).toEqual([SECURITY, OTHER_SECURITY]);
    expect(await ids(OWNER)).toEqual([SECURITY, AWAITING_SECURITY, OTHER_SECURITY]);
    expect(await ids(OPERATOR)).toEqual([SECURITY, AWAITING_SECURITY, OTHER_SECURITY]);
  });

  test('lists names, issuers and markets, in pages and by a part of the name', async () => {
    const first = (await call('getSecurities', { limit: 1 }, OWNER)) as { securities: { securityName: string }[] };
    expect(first).toMatchObject({
      moreSecurities: 'Yes',
      securities: [{ securityId: String(SECURITY), issuerId: String(ISSUER), securityStatus: 'Trading', own: 'Yes' }],
    });
    const market = (await call('getMarketStatus', { securityId: SECURITY })) as Fields;
    const { statusCode: _, statusDesc: __, ...fields } = market;
    expect(first.securities[0]).toMatchObject(fields);
    expect(await call('getSecurities', { after: OTHER_SECURITY })).toMatchObject({
      securities: [],
      moreSecurities: 'No',
    });
    const name = first.securities[0]?.securityName.slice(1).toUpperCase();
    expect(await call('getSecurities', { name })).not.toMatchObject({ securities: [] });
    expect(await call('getSecurities', { name: 'no such name' })).toMatchObject({ securities: [] });
  });

  test('lists those that are asked for by id, to their owner and the operator also those that ended', async () => {
    const asked = [OTHER_SECURITY, ENDED_SECURITY, AWAITING_SECURITY, ENDED_SECURITY, 999_999];
    const securityIds = JSON.stringify(asked);
    const found = async (caller: Caller, fields: Fields = {}) => {
      const { securities } = (await call('getSecurities', { securityIds, ...fields }, caller)) as {
        securities: { securityId: string; securityStatus: string }[];
      };
      return securities.map(({ securityId, securityStatus }) => [Number(securityId), securityStatus]);
    };
    const all = [
      [ENDED_SECURITY, 'Ended'],
      [AWAITING_SECURITY, 'Awaiting'],
      [OTHER_SECURITY, 'Trading'],
    ].sort(([one], [other]) => Number(one) - Number(other));
    expect(await found(OWNER)).toEqual(all);
    expect(await found(OPERATOR)).toEqual(all);
    expect(await found(TRADER)).toEqual([[OTHER_SECURITY, 'Trading']]);
    expect(await found(OWNER, { after: all[0]?.[0], limit: 1 })).toEqual([all[1]]);
  });
});
