import { expect, it } from 'vitest';
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
      now: () => NOW,
      after: () => () => {},
      onError: (error) => {
        throw error;
      },
    });
    const api = await startApi(database, [(services) => legacyModule(services, counts)], [], {}, counts);
    return { api, counts, db: database.db };
  };

  it.each(ENCODINGS)('tells the calls of this month, on both hosts, this one included (%s)', async (encoding) => {
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

  it.each(ENCODINGS)('has the count alone: on the v3 host the key may not call it (%s)', async (encoding) => {
    const { api } = await start();
    errorOf(await api.call('POST', 'getApiCount', {}, { encoding }), '111');
  });

  it.each(ENCODINGS)('lists the trades of an offering with their states (%s)', async (encoding) => {
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

  it('knows no offering of another client', async () => {
    const { api, db } = await start();
    const { offering_id: offeringId } = await anOffering(db, 'C2', await anIssuer(db, 'C2'));
    for (const id of [offeringId, 999_999_999])
      errorOf(await api.callLegacy('getTradeStatusesForOffering', { offeringId: id }), '138');
  });
});
