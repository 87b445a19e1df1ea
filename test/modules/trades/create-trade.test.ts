import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../shared/api.ts';
import { anIssuer, anOffering } from '../shared/records.ts';
import { anInvestor, type Fields, openMarket } from './investors.ts';

const APPROVALS = {
  RRApprovalStatus: 'Under Review',
  RRName: 'First Last',
  RRApprovalDate: '01-31-2030',
  PrincipalApprovalStatus: 'Approved',
  PrincipalName: 'Last First',
  PrincipalDate: '02-28-2030',
};

describeOnEachDatabase('createTrade', (open) => {
  test.each(ENCODINGS)('invests, holds the units and sends the webhook (%s)', async (encoding) => {
    const market = await openMarket(open, [], { fractional_units: 'Yes' });
    const { api, offeringId, accountId, partyId, read, remaining } = market;
    const custom = { field1: 'one', field2: '', field3: 'three' };
    const sent = {
      ...{ offeringId, accountId, transactionType: 'credit_Card', transactionUnits: '12.5', fees: '0.000001' },
      ...{ ...custom, ...APPROVALS, closeId: 'first closing', createdIpAddress: '192.0.2.7' },
    };
    const answer = fieldsOf(await api.call('POST', 'createTrade', sent, { encoding }));
    const [flag, [made]] = answer.purchaseDetails as [boolean, [Record<string, string>]];
    expect(flag).toBe(true);
    const { tradeId, transactionId } = made;
    const purchase = {
      tradeId,
      transactionId,
      transactionAmount: '125.000001',
      transactionDate: '2030-01-02 03:04:05',
      transactionStatus: 'CREATED',
      ...APPROVALS,
      closeId: 'first closing',
      eligibleToClose: 'no',
    };
    expect(made).toEqual(purchase);
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'createTrade', fields: purchase }]);
    expect(await remaining()).toBe('9987.500000');
    const record = {
      id: transactionId,
      ...{ receivedAmount: '0.000000', dueAmount: '125.000001', overpaidAmount: '0.000000' },
      developerAPIKey: 'XXXXXXXXXXXXXXX',
      offeringId,
      accountId,
      partyId,
      party_type: 'IndivACParty',
      escrowId: null,
      orderId: tradeId,
      transactionType: 'CREDITCARD',
      totalAmount: '125.000001',
      totalShares: '12.500000',
      orderStatus: 'CREATED',
      createdDate: '2030-01-02 03:04:05',
      createdIpAddress: '192.0.2.7',
      errors: null,
      documentKey: null,
      esignStatus: 'NOTSIGNED',
      users: null,
      ...custom,
      ...APPROVALS,
      archived_status: '0',
      closeId: 'first closing',
      eligibleToClose: 'no',
    };
    expect(await read(tradeId!)).toEqual(record);
    const { partyDetails } = fieldsOf(await api.call('POST', 'getTrade', { accountId, tradeId }, { encoding }));
    expect(partyDetails).toEqual([record]);
  });

  test('has two approvals that are Pending, and nothing else, when no more is said', async () => {
    const { api, offeringId, accountId } = await openMarket(open);
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: 1 };
    const { purchaseDetails } = fieldsOf(await api.call('POST', 'createTrade', sent));
    expect((purchaseDetails as [boolean, [Fields]])[1][0]).toMatchObject({
      transactionAmount: '10.000000',
      RRApprovalStatus: 'Pending',
      RRName: null,
      RRApprovalDate: null,
      PrincipalApprovalStatus: 'Pending',
      PrincipalName: null,
      PrincipalDate: null,
      closeId: null,
      eligibleToClose: 'no',
    });
    expect(api.fired[0]?.fields.closeId).toBe(null);
  });

  test('refuses what is missing or malformed, naming it', async () => {
    const { api, offeringId, accountId } = await openMarket(open);
    const missing = errorOf(await api.call('POST', 'createTrade', {}), '106');
    for (const name of ['offeringId', 'accountId', 'transactionType', 'transactionUnits']) {
      expect(missing).toContain(`${name}&nbsp;&nbsp;:`);
    }
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    const faults: [string, unknown][] = [
      ['transactionUnits', '0'],
      ['transactionUnits', '-1'],
      ['transactionUnits', '1.0000001'],
      ['transactionUnits', '1e3'],
      ['fees', '-0.01'],
      ['transactionType', '_ _'],
      ['RRApprovalStatus', 'Perhaps'],
      ['PrincipalDate', '02-30-2030'],
      ['offeringId', 'x'],
    ];
    for (const [name, value] of faults) {
      expect(errorOf(await api.call('POST', 'createTrade', { ...sent, [name]: value }), '106')).toContain(name);
    }
    expect(api.fired).toEqual([]);
  });

  test('refuses an offering, an account and a party that are not there', async () => {
    const { api, offeringId, accountId, partyId, ask } = await openMarket(open);
    const { db } = api.database;
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    const refused = async (other: Fields, code: string) =>
      errorOf(await api.call('POST', 'createTrade', { ...sent, ...other }), code);
    const foreign = await anOffering(db, 'C2', await anIssuer(db, 'C2'));
    await refused({ offeringId: foreign.offering_id }, '138');
    await refused({ offeringId: 987_654_321 }, '138');
    await refused({ accountId: (await anInvestor(api, 'C2')).accountId }, '148');
    await refused({ accountId: 'A98765432' }, '148');
    await refused({ accountId: 'nobody' }, '148');
    await ask('updateAccountArchiveStatus', { accountId, archiveStatus: '1' });
    await refused({}, '148');
    await ask('updateAccountArchiveStatus', { accountId, archiveStatus: '0' });
    await ask('updatePartyEntityArchivestatus', { partyId, archiveStatus: '1' });
    await refused({}, '135');
    await ask('updatePartyEntityArchivestatus', { partyId, archiveStatus: '0' });
    await ask('createTrade', sent);
    await api.call('POST', 'deleteParty', { partyId });
    await refused({}, '135');
  });

  test.each(['closed', 'cancelled', 'Denied', 'CANCELED'])('is refused by an offering that is %s', async (status) => {
    const { api, offeringId, accountId } = await openMarket(open);
    await api.database.db.updateTable('offerings').set({ offering_status: status }).execute();
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    expect(errorOf(await api.call('POST', 'createTrade', sent), '106')).toContain('offeringId');
  });

  test('is refused by an offering that was admitted to trading', async () => {
    const { api, offeringId, accountId, ask } = await openMarket(open);
    await ask('closeOffering', { offeringId });
    await ask('admitOffering', { offeringId });
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    expect(errorOf(await api.call('POST', 'createTrade', sent), '106')).toContain('admitted to trading');
  });

  test('takes the last unit, and not a millionth more', async () => {
    const market = await openMarket(open, [], { fractional_units: 'Yes' });
    const { api, offeringId, accountId, trade, remaining } = market;
    await trade({ transactionUnits: '9999.999999' });
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '0.000002' };
    const said = errorOf(await api.call('POST', 'createTrade', sent), '106');
    expect(said).toContain('transactionUnits');
    expect(said).toContain('0.000001');
    await trade({ transactionUnits: '0.000001' });
    expect(await remaining()).toBe('0.000000');
    errorOf(await api.call('POST', 'createTrade', { ...sent, transactionUnits: '0.000001' }), '106');
  });

  test('sells the last 100 units once, to 200 who want one at the same time', async () => {
    const { api, offeringId, accountId, remaining } = await openMarket(open, [], { max_amount: '50001000.000000' });
    await api.database.db.updateTable('offerings').set({ sold_shares: '5000000.000000' }).execute();
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => api.call('POST', 'createTrade', sent)));
    const codes = answers.map(({ body }) => body.statusCode);
    expect(codes.filter((code) => code === '101')).toHaveLength(100);
    expect(codes.filter((code) => code === '106')).toHaveLength(100);
    expect(await remaining()).toBe('0.000000');
    const { trades } = await api.database.db
      .selectFrom('trades')
      .select((select) => select.fn.countAll<number>().as('trades'))
      .executeTakeFirstOrThrow();
    expect(trades).toBe(100);
    expect(api.fired).toHaveLength(100);
  });

  test('and closeOffering do not pass each other by', async () => {
    const { api, offeringId, accountId } = await openMarket(open);
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    const [closed, ...made] = await Promise.all([
      api.call('POST', 'closeOffering', { offeringId }),
      ...Array.from({ length: 4 }, () => api.call('POST', 'createTrade', sent)),
    ]);
    const trades = made.filter(({ body }) => body.statusCode === '101').length;
    if (closed.body.statusCode === '101') expect(trades).toBe(0);
    else expect(errorOf(closed, '106')).toContain('offeringId');
    expect(trades === 0 || closed.body.statusCode === '106').toBe(true);
  });
});
