import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { sampleFile } from '../../support/sample-files.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../shared/api.ts';
import { anInvestor, type Fields, openMarket } from './investors.ts';

const PURCHASED = 'Offering purchased details';

describeOnEachDatabase('reads of trades', (open) => {
  test('GET /v3/trades lists them, newest first, and finds them', async () => {
    const { api, offeringId, accountId, partyId, trade, ask } = await openMarket(open);
    const first = await trade({ fees: '1.5', field1: 'one' });
    const second = await trade({ accountId: (await anInvestor(api)).accountId });
    const third = await trade();
    const listed = async (query = '') => {
      const { body } = await api.get(`trades${query}`);
      return (body.trades as Fields[]).map(({ tradeId }) => tradeId);
    };
    expect(await listed()).toEqual([third, second, first]);
    expect(await listed(`?filter[accountId]=${accountId}`)).toEqual([third, first]);
    expect(await listed(`?filter=offeringId:${offeringId}&filter=accountId:${accountId}`)).toEqual([third, first]);
    expect(await listed('?filter[totalAmount][min]=101')).toEqual([first]);
    expect(await listed('?sort=createdDate:asc&limit=1')).toEqual([first]);
    await ask('updateTradeArchivestatus', { tradeId: third, archiveStatus: '1' });
    expect(await listed()).toEqual([second, first]);
    expect(await listed('?deleted=true')).toEqual([third, second, first]);
    const item = {
      ...{
        tradeId: first,
        id: first,
        offeringId,
        issueName: 'Example Offering',
        accountId,
        accountName: 'Example Trust',
      },
      ...{ partyId, partyType: 'IndivACParty', escrowId: null, transactionType: 'ACH', totalAmount: '101.500000' },
      ...{ totalShares: '10.000000', unitPrice: '10.000000', fees: '1.500000', orderStatus: 'CREATED' },
      ...{ createdDate: '2030-01-02 03:04:05', updatedDate: '0000-00-00 00:00:00', errors: null, documentKey: null },
      ...{ esignStatus: 'NOTSIGNED', field1: 'one', field2: '', field3: '', RRApprovalStatus: 'Pending', RRName: null },
      ...{ RRApprovalDate: null, PrincipalApprovalStatus: 'Pending', PrincipalName: null, PrincipalDate: null },
      ...{ closeId: null, eligibleToClose: 'no', archived: '0' },
      ...{ receivedAmount: '0.000000', dueAmount: '101.500000', overpaidAmount: '0.000000' },
    };
    const { body } = await api.get(`trades/${first}`);
    expect(body).toEqual({ statusCode: '101', statusDesc: 'Ok', trade: item });
    expect((await api.get(`trades/${first}`, { as: 'C2' })).body.statusCode).toBe('1404');
    expect((await api.get('trades/x')).http).toBe(404);
    expect((await api.get('trades', { as: 'C2' })).body.trades).toEqual([]);
  });

  test('the list adds up what matches by the value of a field, over all pages (C99)', async () => {
    const { api, accountId, trade, ask } = await openMarket(open);
    await trade({ fees: '1.5' });
    await trade();
    await ask('deleteTrade', { accountId, tradeId: await trade() });
    const sums = async (query: string, as?: string) =>
      (await api.get(`trades?${query}`, as === undefined ? {} : { as })).body.sums;
    expect(await sums('limit=1&sumBy=orderStatus')).toEqual([
      { value: 'CANCELED', records: 1, amounts: { totalAmount: '100.000000', totalShares: '10.000000' } },
      { value: 'CREATED', records: 2, amounts: { totalAmount: '201.500000', totalShares: '20.000000' } },
    ]);
    expect(await sums('sumBy=transactionType&filter[totalAmount][min]=101')).toEqual([
      { value: 'ACH', records: 1, amounts: { totalAmount: '101.500000', totalShares: '10.000000' } },
    ]);
    expect(await sums('sumBy=orderStatus', 'C2')).toEqual([]);
    expect(await sums('limit=1')).toBeUndefined();
    expect((await api.get('trades?sumBy=accountId')).body.statusCode).not.toBe('101');
  });

  test.each(ENCODINGS)('getAccountTradeHistory and getAllTrades name what trades belong to (%s)', async (encoding) => {
    const { api, offeringId, accountId, partyId, trade, ask } = await openMarket(open);
    const first = await trade({ field1: 'one' });
    const second = await trade();
    await ask('deleteTrade', { accountId, tradeId: second });
    const read = async (method: string, body: Fields) => fieldsOf(await api.call('POST', method, body, { encoding }));
    const { accountDetails } = await read('getAccountTradeHistory', { accountId });
    const shown = {
      ...{ in_id: second, offeringId, orderId: second, partyId, accountId, totalAmount: '100.000000' },
      ...{ esignStatus: 'NOTSIGNED', clientId: 'XXXXXXXXXXXXXXX', trade_developerAPIKey: 'XXXXXXXXXXXXXXX' },
      ...{ accountName: 'Example Trust', accreditedStatus: 'Pending', kycStatus: '', amlStatus: '' },
      ...{ issueName: 'Example Offering', transactionType: 'ACH', orderStatus: 'CANCELED' },
      trade_createdDate: '2030-01-02 03:04:05',
    };
    expect(accountDetails).toMatchObject([
      { ...shown, accreditedStatus: expect.any(String), kycStatus: expect.any(String), amlStatus: expect.any(String) },
      { in_id: first, orderStatus: 'CREATED' },
    ]);
    errorOf(await api.call('POST', 'getAccountTradeHistory', { accountId }, { as: 'C2' }), '148');
    const { TradeFinancialDetails } = await read('getAllTrades', {});
    expect(TradeFinancialDetails).toMatchObject([
      { row_id: second, orderStatus: 'CANCELED' },
      {
        ...{ row_id: first, createdDate: '2030-01-02 03:04:05', accountId, issueName: 'Example Offering' },
        ...{ orderId: first, accountName: 'Example Trust', offeringId, totalAmount: '100.000000' },
        ...{ transactionType: 'ACH', orderStatus: 'CREATED', esignstatus: 'NOTSIGNED', field1: 'one' },
      },
    ]);
    expect(fieldsOf(await api.call('POST', 'getAllTrades', {}, { as: 'C2' })).TradeFinancialDetails).toEqual([]);
    expect(fieldsOf(await api.call('POST', 'getAllTrades', {}, { as: 'MASTER' })).TradeFinancialDetails).toHaveLength(
      2,
    );
  });

  test('the offering adds up what was invested in it, and can be closed once all of it is paid or gone', async () => {
    const { api, offeringId, accountId, trade, ask } = await openMarket(open);
    const paid = await trade({ transactionUnits: '20' });
    const open1 = await trade();
    await ask('updateTradeStatus', { tradeId: paid, accountId, orderStatus: 'FUNDED' });
    const details = async () =>
      ((await ask('getOfferingDetails', { offeringId }))[PURCHASED] as [Record<string, string>])[0];
    expect(await details()).toMatchObject({
      totalTrades: '2',
      createdAmount: '100.000000',
      fundedAmount: '200.000000',
      fundedShares: '20.000000',
    });
    expect(errorOf(await api.call('POST', 'closeOffering', { offeringId }), '106')).toContain(open1);
    await ask('deleteTrade', { accountId, tradeId: open1 });
    const history = (await ask('getOfferingPurchaseHistory', { offeringId }))[PURCHASED];
    expect(history).toMatchObject({
      offering_purchase_history: [{ tradeId: paid, accountName: 'Example Trust', remainingShares: '9980.000000' }],
    });
    expect((await ask('getTradesForOffering', { offeringId, tradeStatus: 'funded' }))[PURCHASED]).toMatchObject([
      { orderId: paid, orderStatus: 'FUNDED', totalAmount: '200.000000' },
    ]);
    await ask('closeOffering', { offeringId });
    expect(await details()).toMatchObject({ fundedAmount: '200.000000', canceledAmount: '100.000000' });
    const sent = { offeringId, accountId, transactionType: 'ACH', transactionUnits: '1' };
    expect(errorOf(await api.call('POST', 'createTrade', sent), '106')).toContain('offeringId');
  });

  test('notes are added, read, changed and deleted, and send no webhooks', async () => {
    const { api, trade, ask } = await openMarket(open);
    const tradeId = await trade();
    await ask('addTradeNote', { tradeId, authorName: 'First Last', notes: 'one' });
    const added = await ask('addTradeNote', { tradeId, authorName: 'Last First', notes: 'two' });
    const [flag, [newest, oldest]] = added.notesDetails as [boolean, [Fields, Fields]];
    expect(flag).toBe(true);
    const two = { noteId: newest.noteId, authorname: 'Last First', note: 'two', createdDate: '2030-01-02' };
    expect(newest).toEqual(two);
    const { noteId } = oldest;
    await ask('updateTradeNote', { noteId, notes: 'uno' });
    const changed = { ...oldest, note: 'uno', authorname: 'First Last' };
    expect((await ask('getTradeNote', { tradeId })).notesDetails).toEqual([two, changed]);
    for (const method of ['updateTradeNote', 'deleteTradeNote']) {
      errorOf(await api.call('POST', method, { noteId, notes: 'x' }, { as: 'C2' }), '404');
    }
    await ask('deleteTradeNote', { noteId });
    expect((await ask('getTradeNote', { tradeId })).notesDetails).toEqual([two]);
    errorOf(await api.call('POST', 'deleteTradeNote', { noteId }), '404');
    errorOf(await api.call('POST', 'addTradeNote', { tradeId: 'x', authorName: 'a', notes: 'b' }), '106');
    errorOf(await api.call('POST', 'getTradeNote', { tradeId }, { as: 'C2' }), '189');
    expect(api.fired).toEqual([]);
  });

  test('documents are uploaded, read, archived and deleted', async () => {
    const { api, trade, ask } = await openMarket(open);
    const tradeId = await trade();
    const form = {
      ...{ tradeId, documentTitle: 'documentTitle0=Receipt', file_name: 'filename0=receipt.pdf' },
      userfile0: sampleFile('pdf'),
    };
    fieldsOf(await api.call('POST', 'uploadTradeDocument', form, { encoding: 'multipart' }));
    expect(api.fired.splice(0)).toEqual([{ clientId: 'C1', method: 'uploadTradeDocument', fields: { tradeId } }]);
    const read = async () =>
      ((await ask('getTradeDocument', { tradeId })).document_details as Record<string, string>[])[0]!;
    const document = await read();
    expect(document).toMatchObject({
      ...{ tradeId, documentTitle: 'Receipt', documentFileName: 'receipt.pdf', virtualStatus: 'ACTIVE' },
      archive_status: '0',
    });
    const { documentid, documentTitle, documentFileName, documentFileReferenceCode, createdDate } = document;
    const archive = { tradeId, documentId: documentid, archiveStatus: '1' };
    const { document_details } = await ask('updateTradeDocArchivestatus', archive);
    const fields = {
      ...{ tradeId, documentid, documentTitle, documentFileName, documentFileReferenceCode, createdDate },
      ...{ virtualStatus: 'ACTIVE', archiveStatus: '1' },
    };
    expect(document_details).toEqual([fields]);
    expect(api.fired.splice(0)).toEqual([{ clientId: 'C1', method: 'updateTradeDocArchivestatus', fields }]);
    expect(await read()).toMatchObject({ archive_status: '1' });
    errorOf(await api.call('POST', 'updateTradeDocArchivestatus', { ...archive, documentId: 'zzzzz' }), '404');
    errorOf(await api.call('POST', 'updateTradeDocArchivestatus', archive, { as: 'C2' }), '189');
    await ask('deleteTradeDocument', { tradeId, documentId: documentid });
    errorOf(await api.call('POST', 'getTradeDocument', { tradeId }), '404');
  });
});
