import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule } from '../../../src/modules/offerings/index.ts';
import { tradeTotals } from '../../../src/modules/offerings/offering-trades.ts';
import { describeOnBothDatabases, describeOnEachDatabase } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';

const PURCHASED = 'Offering purchased details';

describeOnBothDatabases('the sums of an offering', (open) => {
  test('are added up by the database, in one statement by an index, above 64 bits', async () => {
    const database = await open();
    const { db } = database;
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const largest = { total_amount: '8999999999999.999999', fees: '0.000000', order_status: 'CANCELED' };
    for (let count = 0; count < 3; count++) await aTrade(db, 'C1', offering_id, largest);
    await aTrade(db, 'C1', offering_id, { total_shares: '0.000001', order_status: 'created' });
    const { watched, queries } = watchQueries(db);
    const { count, sums } = await tradeTotals({ db: watched }, offering_id);
    expect(count).toBe(4);
    expect(sums).toMatchObject({ canceledAmount: '26999999999999.999997', canceledShares: '30.000000' });
    expect(sums).toMatchObject({ createdAmount: '100.000000', createdShares: '0.000001', settledAmount: '0.000000' });
    expect(queries).toHaveLength(1);
    expect(await planOf(database, queries[0]!)).toMatch(/trades_by_offering/);
  });
});

describeOnEachDatabase('reads of offerings', (open) => {
  /** With an offering of client C1 and its issuer. */
  const start = async () => {
    const api = await startApi(await open(), [issuersModule, offeringsModule]);
    const { db } = api.database;
    const issuerId = await anIssuer(db, 'C1');
    const offering = await anOffering(db, 'C1', issuerId, { field1: 'one' });
    return { api, db, issuerId: String(issuerId), offeringId: String(offering.offering_id) };
  };

  test.each(ENCODINGS)('add up the trades by state, exactly (%s)', async (encoding) => {
    const { api, db, offeringId } = await start();
    const id = Number(offeringId);
    const tenth = { unit_price: '0.100000', total_shares: '1.000001', total_amount: '0.100001' };
    for (let count = 0; count < 3; count++) await aTrade(db, 'C1', id, tenth);
    await aTrade(db, 'C1', id, { order_status: 'FUNDED', total_amount: '9007199254.740993' });
    await aTrade(db, 'C1', id, { order_status: 'CANCELED' });
    await aTrade(db, 'C1', id, { order_status: 'CREATED', deleted_at: 5 });
    const other = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    await aTrade(db, 'C1', other.offering_id);
    const answer = await api.call('POST', 'getOfferingDetails', { offeringId }, { encoding });
    expect(fieldsOf(answer)).toEqual({
      [PURCHASED]: [
        {
          offeringId,
          issueName: 'Example Offering',
          escrowAccountNumber: null,
          targetAmount: '50000.000000',
          totalTrades: '5',
          createdAmount: '0.300003',
          createdShares: '3.000003',
          fundedAmount: '9007199254.740993',
          fundedShares: '10.000000',
          unwindPendingAmount: '0.000000',
          unwindPendingShares: '0.000000',
          unwindSettledAmount: '0.000000',
          unwindSettledShares: '0.000000',
          settledAmount: '0.000000',
          settledShares: '0.000000',
          canceledAmount: '100.000000',
          canceledShares: '10.000000',
        },
      ],
    });
  });

  test.each(ENCODINGS)('list the trades, oldest first, and the purchases, newest first (%s)', async (encoding) => {
    const { api, db, offeringId } = await start();
    const first = await aTrade(db, 'C1', Number(offeringId));
    const second = await aTrade(db, 'C1', Number(offeringId), { order_status: 'FUNDED', field1: 'x' });
    const third = await aTrade(db, 'C1', Number(offeringId), { order_status: 'CANCELED' });
    const trades = async (body: object) => {
      const answer = await api.call('POST', 'getTradesForOffering', { offeringId, ...body }, { encoding });
      return fieldsOf(answer)[PURCHASED] as Record<string, string>[];
    };
    const all = await trades({});
    expect(all.map(({ orderId }) => orderId)).toEqual([first, second, third].map((row) => String(row.trade_id)));
    expect(all[1]).toEqual({
      orderId: String(second.trade_id),
      accountId: 'A10000001',
      transactionType: 'WIRE',
      totalShares: '10.000000',
      unitPrice: '10.000000',
      totalAmount: '100.000000',
      orderStatus: 'FUNDED',
      field1: 'x',
      field2: '',
      field3: '',
      RRApprovalStatus: 'Pending',
      PrincipalApprovalStatus: 'Pending',
      esignStatus: 'NOTSIGNED',
    });
    expect(await trades({ tradeStatus: 'funded' })).toEqual([all[1]]);
    expect(await trades({ tradeStatus: 'none such' })).toEqual([]);

    const answer = await api.call('POST', 'getOfferingPurchaseHistory', { offeringId }, { encoding });
    const { offering_purchase_history: history } = fieldsOf(answer)[PURCHASED] as Record<string, object[]>;
    expect(history).toHaveLength(2);
    expect(history?.[0]).toEqual({
      tradeId: String(second.trade_id),
      accountId: 'A10000001',
      offeringId,
      totalAmount: '100.000000',
      totalShares: '10.000000',
      purchaseDate: '2030-01-02 03:04:05',
      accountName: null,
      offeringTotalShares: '10000.000000',
      targetAmount: '50000.000000',
      // The cap has room for less than the unsold shares: two trades of 100 dollars are subscribed.
      remainingShares: '9980.000000',
    });
  });

  test('list all offerings of the client, and find them by id or part of the name', async () => {
    const { api, db, issuerId, offeringId } = await start();
    const other = await anOffering(db, 'C1', Number(issuerId), { issue_name: 'Another_1' });
    const elsewhere = await anOffering(db, 'C1', await anIssuer(db, 'C1'), { issue_name: 'Another_1' });
    await anOffering(db, 'C2', await anIssuer(db, 'C2'));
    const all = fieldsOf(await api.call('POST', 'getAllOffers', {})).offeringDetails as Record<string, unknown>[];
    expect(all.map((row) => row.offeringId)).toEqual(
      [elsewhere.offering_id, other.offering_id, Number(offeringId)].map(String),
    );
    const fields = {
      issuerId,
      offeringId,
      issueName: 'Example Offering',
      issueType: 'Equity',
      targetAmount: '50000.000000',
      minAmount: '100.000000',
      maxAmount: '100000.000000',
      unitPrice: '10.000000',
      totalShares: '10000.000000',
      remainingShares: '10000.000000',
      startDate: '01-01-2030',
      endDate: '12-31-2030',
      offeringStatus: 'Pending',
      offeringText: 'an example',
      stampingText: 'confidential',
      fractionalUnits: 'No',
      soldShares: '0.000000',
      subscribedAmount: '0.000000',
    };
    expect(all[2]).toEqual({ ...fields, createdDate: '2030-01-02 03:04:05', createdIPAddress: null });
    const found = async (searchKeyword: string) => {
      const answer = await api.call('POST', 'searchOffering', { searchKeyword, issuerId });
      return fieldsOf(answer).offeringDetails as Record<string, unknown>[];
    };
    expect(await found(offeringId)).toEqual([fields]);
    expect((await found('ANOTHER_')).map((row) => row.offeringId)).toEqual([String(other.offering_id)]);
    expect(await found('r_1x')).toEqual([]);
    expect(await found('%')).toEqual([]);
    const search = (body: object, as = 'C1') => api.call('POST', 'searchOffering', { ...body }, { as });
    errorOf(await search({ searchKeyword: 'x', issuerId }, 'C2'), '136');
    expect(errorOf(await search({ issuerId }), '106')).toContain('searchKeyword');
    expect(errorOf(await search({ searchKeyword: 'x' }), '106')).toContain('issuerId');
  });

  test('show the instructions for wires and checks that the operator entered, sealed at rest', async () => {
    const { api, db, offeringId } = await start();
    errorOf(await api.call('POST', 'getCustodianDetailsforOffering', { offeringId }), '404');
    const escrow = {
      offeringId,
      escrowAccountNumber: 'E-77',
      name: 'Example Trust',
      wire: { receivingbank: 'Example Bank', accountnumber: '000111222333', routingnumber: '021000021' },
      check: { mailto: 'Example Trust', city: 'Example City' },
    };
    const put = (body: object, as = 'MASTER') => api.call('POST', 'admin/putOfferingEscrow', { ...body }, { as });
    errorOf(await put(escrow, 'C1'), '111');
    errorOf(await put({ ...escrow, offeringId: '999999' }), '138');
    expect(errorOf(await put({ ...escrow, wire: { iban: 'x' } }), '106')).toContain('iban');
    fieldsOf(await put(escrow));
    const { custodianDetails } = fieldsOf(await api.call('POST', 'getCustodianDetailsforOffering', { offeringId }));
    expect(custodianDetails).toMatchObject({
      name: 'Example Trust',
      additionaldescription: '',
      wire: { ...escrow.wire, swiftcode: '', beneficiaryaccountnumber: '' },
      check: { ...escrow.check, postalzip: '' },
    });
    const { offeringDetails } = fieldsOf(await api.call('POST', 'getOffering', { offeringId }));
    expect(offeringDetails).toMatchObject([{ escrowAccountNumber: 'E-77' }]);
    const row = await db.selectFrom('offerings').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('000111222333');
  });

  test('are the own client’s only', async () => {
    const { api, offeringId } = await start();
    for (const name of [
      'getOfferingStatus',
      'getOfferingDetails',
      'getTradesForOffering',
      'getOfferingPurchaseHistory',
      'getCustodianDetailsforOffering',
    ]) {
      const foreign = await api.call('POST', name, { offeringId }, { as: 'C2' });
      errorOf(foreign, '138');
      expect(await api.call('POST', name, { offeringId: '999999' }, { as: 'C2' })).toEqual(foreign);
      expect(errorOf(await api.call('POST', name, {}), '106')).toContain('offeringId');
      expect(errorOf(await api.call('POST', name, { offeringId: 'x' }), '106')).toContain('offeringId');
    }
    expect(api.fired).toEqual([]);
  });
});
