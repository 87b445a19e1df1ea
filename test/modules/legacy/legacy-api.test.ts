import { expect, test } from 'vitest';
import { ApiCounts, legacyModule } from '../../../src/modules/legacy/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade, NOW } from '../shared/records.ts';

const KEY = 'Offering purchased details';

describeOnEachDatabase('the legacy host', (open) => {
  const start = async () => {
    const database = await open();
    const counts = new ApiCounts({
      db: database.db,
      nowUs: () => NOW,
      after: () => () => {},
      onError: (error) => {
        throw error;
      },
    });
    const api = await startApi(database, [(deps) => legacyModule(deps, counts)], { calls: counts });
    return { api, counts, db: database.db };
  };

  test.each(ENCODINGS)('counts the calls of this month, on both hosts, this one included (%s)', async (encoding) => {
    const { api, counts } = await start();
    const count = async (as = 'C1') => fieldsOf(await api.callLegacy('getApiCount', {}, { as, encoding }));
    expect(await count()).toEqual({ APICountDetails: { clientId: 'C1', apiCount: '1' } });
    for (let call = 0; call < 1230; call++) counts.count('C1');
    // Refused for what they ask, but authenticated: they count. With wrong credentials: not.
    errorOf(await api.callLegacy('getTradeStatusesForOffering', {}, { encoding }), '106');
    await api.call('POST', 'getApiCount', {}, { encoding });
    await api.callLegacy('getApiCount', {}, { as: 'nobody', encoding });
    expect(await count()).toEqual({ APICountDetails: { clientId: 'C1', apiCount: '1,234' } });
    expect(await count('C2')).toEqual({ APICountDetails: { clientId: 'C2', apiCount: '1' } });
  });

  test.each(ENCODINGS)(
    'is the only one with the count: on the v3 host the key may not call it (%s)',
    async (encoding) => {
      const { api } = await start();
      errorOf(await api.call('POST', 'getApiCount', {}, { encoding }), '111');
    },
  );

  test.each(ENCODINGS)('lists the trades of an offering with their states (%s)', async (encoding) => {
    const { api, db } = await start();
    const issuerId = await anIssuer(db, 'C1');
    const { offering_id: offeringId } = await anOffering(db, 'C1', issuerId);
    const other = await anOffering(db, 'C1', issuerId);
    await aTrade(db, 'C1', other.offering_id);
    const first = await aTrade(db, 'C1', offeringId, { field1: 'f1', field2: 'f2', field3: 'f3' });
    const second = await aTrade(db, 'C1', offeringId, { order_status: 'UNWIND PENDING', transaction_type: 'ACH' });
    await aTrade(db, 'C1', offeringId, { deleted_at: NOW });
    const list = async (fields: object = {}) =>
      fieldsOf(await api.callLegacy('getTradeStatusesForOffering', { offeringId, ...fields }, { encoding }))[KEY];
    const shown = {
      tradeId: String(first.trade_id),
      accountId: first.account_id,
      transactionType: 'WIRE',
      totalShares: '10.000000',
      unitPrice: '10.000000',
      totalAmount: '100.000000',
      tradeStatus: 'CREATED',
      RRApprovalStatus: 'Pending',
      PrincipalApprovalStatus: 'Pending',
      field1: 'f1',
      field2: 'f2',
      field3: 'f3',
      esignStatus: 'NOTSIGNED',
    };
    const secondShown = {
      ...shown,
      tradeId: String(second.trade_id),
      transactionType: 'ACH',
      tradeStatus: 'UNWIND PENDING',
      field1: '',
      field2: '',
      field3: '',
    };
    expect(await list()).toEqual([shown, secondShown]);
    expect(await list({ tradeStatus: 'CREATED' })).toEqual([shown]);
    expect(await list({ tradeStatus: 'unwind pending' })).toEqual([secondShown]);
    expect(await list({ tradeStatus: 'SETTLED' })).toEqual([]);
    expect(api.fired).toEqual([]);
  });

  test.each(ENCODINGS)('lists the trades of a security by getAccount (%s)', async (encoding) => {
    const { api, db } = await start();
    const { offering_id: securityid } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const first = await aTrade(db, 'C1', securityid, { rr_name: 'Ada', close_id: '7' });
    const second = await aTrade(db, 'C1', securityid, { order_status: 'FUNDED' });
    const list = async () => fieldsOf(await api.callLegacy('getAccount', { securityid }, { encoding })).tradeDetails;
    const of = (trade: typeof first) => ({
      id: String(trade.trade_id),
      orderId: String(trade.trade_id),
      developerAPIKey: 'XXXXXXXXXXXXXXX',
      offeringId: String(securityid),
      accountId: 'A10000001',
      partyId: 'P10000001',
      orderStatus: trade.order_status,
      totalAmount: '100.000000',
      totalShares: '10.000000',
      RRName: trade.rr_name,
      closeId: trade.close_id,
      createdDate: '2030-01-02 03:04:05',
      archived_status: '0',
    });
    expect(await list()).toMatchObject([of(first), of(second)]);
    expect(errorOf(await api.callLegacy('getAccount', { accountId: 'A10000001' }), '106')).toContain('securityid');
    errorOf(await api.callLegacy('getAccount', { securityid }, { as: 'C2' }), '138');
    errorOf(await api.callLegacy('getAccount', { securityid: 999_999_999 }), '138');
    expect(api.fired).toEqual([]);
  });

  test('knows no offering of another client', async () => {
    const { api, db } = await start();
    const { offering_id: offeringId } = await anOffering(db, 'C2', await anIssuer(db, 'C2'));
    for (const id of [offeringId, 999_999_999])
      errorOf(await api.callLegacy('getTradeStatusesForOffering', { offeringId: id }), '138');
  });
});
