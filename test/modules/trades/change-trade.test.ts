import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { sampleFile } from '../../support/sample-files.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../shared/api.ts';
import { type Fields, firedNames, openMarket } from './investors.ts';

describeOnEachDatabase('changes of a trade', (open) => {
  test.each(ENCODINGS)('updateTrade keeps what is not sent (%s)', async (encoding) => {
    const { api, accountId, offeringId, trade } = await openMarket(open);
    const tradeId = await trade({ field1: 'one', RRName: 'First Last' });
    const update = async (fields: Fields) => {
      const sent = { tradeId, accountId, ...fields };
      return (fieldsOf(await api.call('POST', 'updateTrade', sent, { encoding })).tradeDetails as [Fields])[0];
    };
    const details = {
      ...{ tradeId, accountId, offeringId, orderStatus: 'CREATED', RRApprovalStatus: 'Approved' },
      ...{ RRName: 'First Last', RRApprovalDate: '03-04-2030', PrincipalApprovalStatus: 'Pending' },
      ...{ PrincipalName: null, PrincipalDate: null, field1: '', field2: '', field3: 'three', closeId: null },
    };
    const sent = { RRApprovalStatus: 'approved', RRApprovalDate: '2030-03-04', field1: '', field3: 'three' };
    expect(await update(sent)).toEqual(details);
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateTrade', fields: details }]);
    expect(await update({ closeId: '7' })).toEqual({ ...details, closeId: '7' });
  });

  test.each([
    ['updateTrade', '189', {}],
    ['updateTradeStatus', '189', { orderStatus: 'FUNDED' }],
    ['deleteTrade', '189', {}],
    ['getTrade', '189', {}],
    ['editTradeUnits', '190', { unitPrice: '1', totalShares: '1' }],
  ])('%s of a trade that the account does not have is %s', async (method, code, other) => {
    const { api, accountId, trade, read } = await openMarket(open);
    const tradeId = await trade();
    const before = await read(tradeId);
    const refused = async (fields: Fields, as = 'C1') => {
      errorOf(await api.call('POST', method, { accountId, tradeId, ...other, ...fields }, { as }), code);
    };
    await refused({ accountId: 'A98765432' });
    await refused({ tradeId: '987654321' });
    await refused({}, 'C2');
    expect(await read(tradeId)).toEqual(before);
    expect(api.fired).toEqual([]);
  });

  test('updateTradeStatus moves it on, and says so unless nothing moves', async () => {
    const { api, accountId, trade, ask, remaining } = await openMarket(open);
    const tradeId = await trade();
    const set = async (orderStatus: string, other: Fields = {}) => {
      const { tradeDetails } = await ask('updateTradeStatus', { tradeId, accountId, orderStatus, ...other });
      return (tradeDetails as [Fields])[0];
    };
    expect(await set('created', { errDesc: 'late', closeId: '5' })).toMatchObject({
      orderStatus: 'CREATED',
      errors: 'late',
      closeId: '5',
    });
    expect(api.fired).toEqual([]);
    await api.database.db.updateTable('offerings').set({ provider_id: 7 }).execute();
    const funded = await set('FUNDED');
    expect(funded).toMatchObject({ orderStatus: 'FUNDED', errors: 'late' });
    const { developerAPIKey: _, orderId, ...record } = funded;
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'updateTradeStatus',
        fields: { tradeId: orderId, ...record, escrowId: '7', users: record.partyId },
      },
    ]);
    for (const wrong of ['UNWIND_SETTLED']) {
      errorOf(await api.call('POST', 'updateTradeStatus', { tradeId, accountId, orderStatus: wrong }), '190');
    }
    for (const unknown of ['CANCELED', 'paid']) {
      const answer = await api.call('POST', 'updateTradeStatus', { tradeId, accountId, orderStatus: unknown });
      expect(errorOf(answer, '106')).toContain('orderStatus');
    }
    await set('unwind_pending');
    expect(await remaining()).toBe('9990.000000');
    expect(await set('UNWIND SETTLED')).toMatchObject({ orderStatus: 'UNWIND SETTLED' });
    expect(await remaining()).toBe('10000.000000');
  });

  test('updateTradeStatus with a master key records a wire and its refund for a trade of any client', async () => {
    const { api, accountId, trade, read, remaining } = await openMarket(open);
    const tradeId = await trade({ transactionType: 'WIRE' });
    const set = (orderStatus: string, fields: Fields = {}) =>
      api.call('POST', 'updateTradeStatus', { tradeId, accountId, orderStatus, ...fields }, { as: 'MASTER' });
    errorOf(await set('FUNDED', { accountId: 'A98765432' }), '189');
    errorOf(await set('FUNDED', { tradeId: '987654321' }), '189');
    for (const orderStatus of ['FUNDED', 'UNWIND PENDING', 'UNWIND SETTLED']) {
      expect(fieldsOf(await set(orderStatus)).tradeDetails).toMatchObject([{ orderStatus }]);
      expect(api.fired.splice(0)).toMatchObject([
        { clientId: 'C1', method: 'updateTradeStatus', fields: { tradeId, orderStatus } },
      ]);
      expect(await read(tradeId)).toMatchObject({ orderStatus });
    }
    expect(await remaining()).toBe('10000.000000');
    errorOf(await set('FUNDED'), '190');
  });

  test('updateTradeTransactionType changes how it is paid while it is CREATED', async () => {
    const { api, accountId, offeringId, partyId, trade, ask } = await openMarket(open);
    const tradeId = await trade();
    const { TradeDetails } = await ask('updateTradeTransactionType', { tradeId, transactionType: 'external ach' });
    expect(TradeDetails).toEqual([
      {
        ...{ orderId: tradeId, id: tradeId, transactionType: 'EXTERNALACH', developerAPIKey: 'XXXXXXXXXXXXXXX' },
        ...{ offeringId, accountId, partyId, party_type: 'IndivACParty', totalAmount: '100.000000' },
        ...{ totalShares: '10.000000', orderStatus: 'CREATED' },
      },
    ]);
    const fields = { tradeId, transactionType: 'EXTERNALACH' };
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateTradeTransactionType', fields }]);
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    errorOf(await api.call('POST', 'updateTradeTransactionType', fields), '190');
    errorOf(await api.call('POST', 'updateTradeTransactionType', { ...fields, tradeId: '1' }), '189');
  });

  test('editTrade takes units from the offering, or gives them back', async () => {
    const market = await openMarket(open, [], { fractional_units: 'Yes' });
    const { api, accountId, offeringId, trade, ask, read, remaining } = market;
    const tradeId = await trade({ fees: '2.5' });
    const edit = (shares: string, other: Fields = {}) =>
      api.call('PUT', 'editTrade', { accountId, offeringId, tradeId, shares, ...other });
    const details = {
      ...{ tradeId, shares: '25.000001', sharePrice: '250.000010', totalShares: '10000.000000' },
      ...{ remainingShares: '9974.999999', closeId: '9' },
    };
    expect(fieldsOf(await edit('25.000001', { closeId: '9' })).TradeFinancialDetails).toEqual(details);
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'editTrade', fields: details }]);
    expect(await read(tradeId)).toMatchObject({ totalShares: '25.000001', totalAmount: '252.500010', closeId: '9' });
    expect(errorOf(await edit('10000.000001'), '106')).toContain('shares');
    expect(await remaining()).toBe('9974.999999');
    fieldsOf(await edit('10000'));
    expect(await remaining()).toBe('0.000000');
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    fieldsOf(await edit('1'));
    expect(await remaining()).toBe('9999.000000');
    expect(await read(tradeId)).toMatchObject({ orderStatus: 'FUNDED', overpaidAmount: '99990.000000' });
    expect(fieldsOf(await edit('10000', { closeId: '10' })).TradeFinancialDetails).toMatchObject({ closeId: '10' });
    for (const wrong of [{ accountId: 'A98765432' }, { offeringId: '1' }, { tradeId: '1' }]) {
      errorOf(await edit('1', wrong), '190');
    }
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'SETTLED' });
    errorOf(await edit('1'), '190');
  });

  test('editTradeUnits replaces unit price and units while it is CREATED', async () => {
    const market = await openMarket(open, [], { fractional_units: 'Yes' });
    const { api, accountId, trade, ask, read, remaining } = market;
    const tradeId = await trade({ fees: '1' });
    const sent = { accountId, tradeId, unitPrice: '9.5', totalShares: '20.5' };
    const { TradeFinancialDetails } = await ask('editTradeUnits', sent);
    const details = { tradeId, sharePrice: 194.75, unitPrice: '9.500000', totalShares: '20.500000' };
    expect(TradeFinancialDetails).toEqual(details);
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'editTradeUnits', fields: details }]);
    expect(await read(tradeId)).toMatchObject({ totalShares: '20.500000', totalAmount: '195.750000' });
    expect(await remaining()).toBe('9979.500000');
    const tooMany = await api.call('POST', 'editTradeUnits', { ...sent, totalShares: '10001' });
    expect(errorOf(tooMany, '106')).toContain('totalShares');
    const tooDear = await api.call('POST', 'editTradeUnits', { ...sent, unitPrice: '999999999999999' });
    expect(errorOf(tooDear, '106')).toContain('unitPrice');
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    errorOf(await api.call('POST', 'editTradeUnits', sent), '190');
  });

  test('updateTradeArchivestatus hides it from lists, and keeps its units', async () => {
    const { api, offeringId, partyId, trade, ask, read, remaining } = await openMarket(open);
    const tradeId = await trade();
    const fields = { tradeId, partyId, offeringId, orderStatus: 'CREATED', archiveStatus: '1' };
    const { tradeDetails } = await ask('updateTradeArchivestatus', { tradeId, archiveStatus: '1' });
    expect(tradeDetails).toEqual([fields]);
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateTradeArchivestatus', fields }]);
    expect(await read(tradeId)).toMatchObject({ archived_status: '1' });
    expect(await remaining()).toBe('9990.000000');
    errorOf(await api.call('POST', 'updateTradeArchivestatus', { tradeId: '1', archiveStatus: '1' }), '189');
  });

  test('the address of a change or a cancellation is kept: the one that was sent, or the caller’s', async () => {
    const { api, accountId, trade, ask } = await openMarket(open);
    const tradeId = await trade();
    const kept = () =>
      api.database.db
        .selectFrom('trades')
        .select('updated_ip_address')
        .where('trade_id', '=', Number(tradeId))
        .executeTakeFirstOrThrow();
    expect(await kept()).toEqual({ updated_ip_address: null });
    await ask('updateTrade', { tradeId, accountId, updatedIpAddress: '192.0.2.7' });
    expect(await kept()).toEqual({ updated_ip_address: '192.0.2.7' });
    await ask('updateTrade', { tradeId, accountId });
    expect(await kept()).toEqual({ updated_ip_address: '127.0.0.1' });
    const asked = { tradeId, requestedBy: 'First Last', reason: 'an example' };
    await ask('cancelInvestment', { ...asked, createdIpAddress: '192.0.2.8' });
    expect(await kept()).toEqual({ updated_ip_address: '192.0.2.8' });
  });

  test('eligibleToClose turns to yes once all of it holds, and is sent once', async () => {
    const { api, accountId, offeringId, trade, ask, read } = await openMarket(open);
    const tradeId = await trade({ closeId: '3', PrincipalApprovalStatus: 'Approved' });
    await ask('updateAccount', { accountId, KYCstatus: 'Auto Approved', AMLstatus: 'Manually Approved' });
    api.fired.length = 0;
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    expect(firedNames(api)).toEqual(['updateTradeStatus']);
    await ask('updateTrade', { tradeId, accountId, RRApprovalStatus: 'Approved' });
    const reported = { tradeId, offeringId, accountId, closeId: '3', eligibleToClose: 'yes' };
    expect(api.fired).toContainEqual({
      clientId: 'C1',
      method: 'updateEligibleToCloseStatus',
      fields: { ...reported, escrowStatus: 'Eligible to Close' },
    });
    expect(firedNames(api).sort()).toEqual(['updateEligibleToCloseStatus', 'updateTrade']);
    expect(await read(tradeId)).toMatchObject({ eligibleToClose: 'yes' });
    await ask('updateTrade', { tradeId, accountId, field1: 'x' });
    expect(firedNames(api)).toEqual(['updateTrade']);
    await ask('updateTrade', { tradeId, accountId, RRApprovalStatus: 'Disapproved' });
    expect(await read(tradeId)).toMatchObject({ eligibleToClose: 'no' });
  });

  test('eligibleToClose follows the reviews of the account, and waits for signatures of templates', async () => {
    const { api, accountId, offeringId, trade, ask, read } = await openMarket(open);
    const approved = { RRApprovalStatus: 'Approved', PrincipalApprovalStatus: 'Approved' };
    const tradeId = await trade(approved);
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
    await ask('updateAccount', { accountId, KYCstatus: 'Auto Approved', AMLstatus: 'Pending' });
    expect(firedNames(api)).not.toContain('updateEligibleToCloseStatus');
    await ask('updateAccount', { accountId, AMLstatus: 'Manually Approved' });
    expect(firedNames(api)).toContain('updateEligibleToCloseStatus');
    expect(await read(tradeId)).toMatchObject({ eligibleToClose: 'yes' });
    const form = { tradeId, documentTitle: 'documentTitle0=a', file_name: 'filename0=a', userfile0: sampleFile('pdf') };
    fieldsOf(await api.call('POST', 'uploadTradeDocument', form, { encoding: 'multipart' }));
    const { document_number } = await api.database.db
      .selectFrom('documents')
      .select('document_number')
      .executeTakeFirstOrThrow();
    api.fired.length = 0;
    await api.database.db
      .insertInto('subscription_templates')
      .values({
        ...{ template_id: 1, client_id: 'C1', offering_id: Number(offeringId), template_key: 'k', template_name: 'n' },
        ...{ document_number, created_ip_address: null, updated_ip_address: null, created_at: 1, updated_at: null },
      })
      .execute();
    await ask('updateTrade', { tradeId, accountId, field1: 'x' });
    expect(await read(tradeId)).toMatchObject({ eligibleToClose: 'no' });
    await api.database.db.updateTable('trades').set({ esign_status: 'SIGNED' }).execute();
    await api.call('PATCH', `accounts/${accountId}`, { account: { amlStatus: 'Auto Approved' } });
    expect(firedNames(api)).toEqual(['updateTrade', 'updateEligibleToCloseStatus']);
  });
});
