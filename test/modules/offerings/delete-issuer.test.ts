import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule, reconcileSecurities } from '../../../src/modules/offerings/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering } from '../shared/records.ts';

const TERMS = {
  issueName: 'Example Offering',
  issueType: 'Equity',
  targetAmount: '50000',
  minAmount: '100',
  maxAmount: '100000',
  unitPrice: '10',
  startDate: '01-31-2030',
  endDate: '12-31-2030',
  offeringText: 'an example',
  stampingText: 'confidential',
};

describeOnEachDatabase('deleteIssuer and the offerings of the issuer', (open) => {
  /** With two approved offerings of one issuer of client C1, and one of another issuer. */
  const start = async () => {
    const api = await startApi(await open(), [issuersModule, offeringsModule]);
    const { db } = api.database;
    const issuerId = await anIssuer(db, 'C1');
    const otherIssuer = await anIssuer(db, 'C1');
    const ids: number[] = [];
    for (const issuer of [issuerId, issuerId, otherIssuer]) {
      const { offering_id } = await anOffering(db, 'C1', issuer);
      fieldsOf(await api.call('POST', 'updateOffering', { offeringId: offering_id, offeringStatus: 'Approved' }));
      ids.push(offering_id);
    }
    api.fired.length = 0;
    const statuses = () => ids.map((id) => api.venue.statusOf(id));
    return { api, db, issuerId, ids, statuses };
  };

  test('ends the securities, deletes the offerings and leaves those of other issuers alone', async () => {
    const { api, issuerId, ids, statuses } = await start();
    expect((await api.call('POST', 'deleteIssuer', { issuerId })).body).toMatchObject({ statusCode: '101' });
    expect(statuses()).toEqual(['ended', 'ended', 'trading']);
    for (const offeringId of ids.slice(0, 2)) errorOf(await api.call('POST', 'getOffering', { offeringId }), '138');
    fieldsOf(await api.call('POST', 'getOffering', { offeringId: ids[2] }));
    expect(api.fired).toEqual([]);
  });

  test('changes nothing for another client', async () => {
    const { api, issuerId, statuses } = await start();
    errorOf(await api.call('POST', 'deleteIssuer', { issuerId }, { as: 'C2' }), '136');
    expect(statuses()).toEqual(['trading', 'trading', 'trading']);
  });

  test('is repeated at the start when the venue was not available', async () => {
    const { api, db, issuerId, statuses } = await start();
    api.venue.unavailable = true;
    expect(await api.call('POST', 'deleteIssuer', { issuerId })).toMatchObject({ http: 503 });
    api.venue.unavailable = false;
    expect(await reconcileSecurities(db, api.venue)).toBe(2);
    expect(statuses()).toEqual(['ended', 'ended', 'trading']);
  });

  test('leaves no offering that is created or changed at the same time', async () => {
    const { api, db, issuerId, ids } = await start();
    const create = () => api.call('PUT', 'createOffering', { ...TERMS, issuerId });
    const change = () => api.call('POST', 'updateOffering', { offeringId: ids[0], offeringStatus: 'Approved' });
    await Promise.all([create(), change(), api.call('POST', 'deleteIssuer', { issuerId }), create(), change()]);
    errorOf(await create(), '136');
    const left = db
      .selectFrom('offerings')
      .selectAll()
      .where('issuer_id', '=', issuerId)
      .where('deleted_at', 'is', null);
    expect(await left.execute()).toEqual([]);
    const trading = api.venue.securities().filter(({ status }) => status !== 'ended');
    expect(trading.map(({ securityId }) => securityId)).toEqual([ids[2]]);
  });
});
