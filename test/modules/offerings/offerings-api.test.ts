import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule } from '../../../src/modules/offerings/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Api, ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const TERMS = {
  issueName: 'Example Offering',
  issueType: 'eQuity',
  targetAmount: '50000',
  minAmount: '100.5',
  maxAmount: '100000.25',
  unitPrice: '10',
  startDate: '01-31-2030',
  endDate: '12-31-2030',
  offeringText: 'an example',
  stampingText: 'confidential',
};
const READ = {
  issuerId: '1001',
  offeringId: '5001',
  issueName: 'Example Offering',
  issueType: 'eQuity',
  targetAmount: '50000.000000',
  minAmount: '100.500000',
  maxAmount: '100000.250000',
  unitPrice: '10.000000',
  totalShares: '10000.000000',
  remainingShares: '10000.000000',
  startDate: '01-31-2030',
  endDate: '12-31-2030',
  offeringStatus: 'Pending',
  stampingText: 'confidential',
  escrowAccountNumber: null,
  field1: null,
  field2: null,
  field3: null,
  offeringText: 'an example',
  fractionalUnits: 'No',
  soldShares: '0.000000',
  subscribedAmount: '0.000000',
};

describeOnEachDatabase('offerings', (open) => {
  /** With issuer 1001 of client C1. */
  const start = async () => {
    const api = await startApi(await open(), [issuersModule, offeringsModule]);
    fieldsOf(await api.call('PUT', 'createIssuer', { issuerName: 'Example Issuer' }));
    return api;
  };
  const create = (api: Api, other: Record<string, unknown> = {}) =>
    api.call('PUT', 'createOffering', { issuerId: 1001, ...TERMS, ...other });
  const update = (api: Api, changes: Record<string, unknown>) =>
    api.call('POST', 'updateOffering', { offeringId: 5001, ...changes });
  const read = async (api: Api) => {
    const { offeringDetails } = fieldsOf(await api.call('POST', 'getOffering', { offeringId: 5001 }));
    expect(offeringDetails).toHaveLength(1);
    return (offeringDetails as Record<string, unknown>[])[0]!;
  };

  test.each(ENCODINGS)('are created and read (%s)', async (encoding) => {
    const api = await start();
    const body = { issuerId: '1001', ...TERMS, escrowAccountNumber: '12345', createIPAddress: '192.0.2.1' };
    expect(fieldsOf(await api.call('PUT', 'createOffering', body, { encoding }))).toEqual({
      offeringDetails: [true, [{ offeringId: '5001', offeringStatus: 'Pending' }]],
    });
    expect(fieldsOf(await api.call('POST', 'getOffering', { offeringId: '5001' }, { encoding }))).toEqual({
      offeringDetails: [READ],
    });
    expect(api.fired).toEqual([]);
    expect(api.venue.commands).toEqual([
      {
        type: 'security',
        securityId: 5001,
        issuerId: 1001,
        ownerClientId: 'C1',
        name: 'Example Offering',
        status: 'awaiting',
        revision: 1,
      },
    ]);
  });

  test('keep amounts exactly, whatever their size', async () => {
    const api = await start();
    const amounts = {
      targetAmount: '8999999999999.999999',
      minAmount: '0.3',
      maxAmount: '9000000000000.000000',
      unitPrice: 0.000001,
    };
    fieldsOf(await create(api, amounts));
    expect(await read(api)).toMatchObject({
      targetAmount: '8999999999999.999999',
      minAmount: '0.300000',
      maxAmount: '9000000000000.000000',
      unitPrice: '0.000001',
      totalShares: '9000000000000000000.000000',
    });
  });

  test('round their share count down', async () => {
    const api = await start();
    const terms = { targetAmount: 1, maxAmount: 100, unitPrice: 3 };
    fieldsOf(await create(api, terms));
    expect(await read(api)).toMatchObject({ totalShares: '33.000000', remainingShares: '33.000000' });
    fieldsOf(await update(api, { fractionalUnits: 'yes' }));
    const parts = { fractionalUnits: 'Yes', totalShares: '33.333333', remainingShares: '33.333333' };
    expect(await read(api)).toMatchObject(parts);
    fieldsOf(await update(api, { maxAmount: 2 }));
    expect(await read(api)).toMatchObject({ totalShares: '0.666666', remainingShares: '0.666666' });
    // An offering that sells whole units sells one at least.
    expect(errorOf(await update(api, { fractionalUnits: 'No' }), '106')).toContain('unitPrice');
    expect(errorOf(await create(api, { ...terms, unitPrice: '100.000001' }), '106')).toContain('unitPrice');
    expect(errorOf(await create(api, { ...terms, fractionalUnits: 'some' }), '106')).toContain('fractionalUnits');
  });

  test('of before the field sell parts of a unit, as they did', async () => {
    const api = await start();
    fieldsOf(await create(api, { targetAmount: 1, maxAmount: 100, unitPrice: 3 }));
    const before = { fractional_units: null, total_shares: '33.333333' };
    await api.database.db.updateTable('offerings').set(before).execute();
    const known = { fractionalUnits: 'Yes', totalShares: '33.333333', remainingShares: '33.333333' };
    expect(await read(api)).toMatchObject(known);
    fieldsOf(await update(api, { issueName: 'Other' }));
    expect(await read(api)).toMatchObject({ ...known, subscribedAmount: '0.000000' });
  });

  test('are refused when amounts are not exact decimals above zero', async () => {
    const api = await start();
    for (const [field, value] of [
      ['targetAmount', '0'],
      ['maxAmount', '-5'],
      ['unitPrice', '0.0000001'],
      ['unitPrice', '0'],
      ['minAmount', '1.1234567'],
      ['minAmount', '-0.01'],
      ['minAmount', '1e2'],
      ['minAmount', '1,000'],
      ['minAmount', '$5'],
      ['maxAmount', '1000000000000001'],
      ['maxAmount', 0.1 + 0.2],
      ['targetAmount', true],
    ] as const) {
      const error = errorOf(await create(api, { [field]: value }), '106');
      expect(error, `${field} ${value}`).toContain(field);
    }
    errorOf(await api.call('POST', 'getOffering', { offeringId: 5001 }), '138');
    expect(api.venue.commands).toEqual([]);
  });

  test('have a target below their cap', async () => {
    const api = await start();
    for (const targetAmount of ['100000.25', '100000.250001']) {
      expect(errorOf(await create(api, { targetAmount }), '106')).toContain('targetAmount');
    }
    fieldsOf(await create(api, { targetAmount: '100000.249999' }));
  });

  test('have dates, in the past too, and answer MM-DD-YYYY', async () => {
    const api = await start();
    for (const startDate of ['soon', '02-30-2030', '13-01-2030', '1-1-2030']) {
      expect(errorOf(await create(api, { startDate }), '106')).toContain('startDate');
    }
    fieldsOf(await create(api, { startDate: '01-01-1970', endDate: '2028-02-29' }));
    expect(await read(api)).toMatchObject({ startDate: '01-01-1970', endDate: '02-29-2028' });
  });

  test('name every field that is missing', async () => {
    const api = await start();
    const error = errorOf(await api.call('PUT', 'createOffering', {}), '106');
    for (const field of ['issuerId', ...Object.keys(TERMS)]) expect(error).toContain(field);
    for (const field of Object.keys(TERMS)) {
      expect(errorOf(await create(api, { [field]: '' }), '106')).toContain(field);
    }
  });

  test('belong to an issuer of the same client', async () => {
    const api = await start();
    errorOf(await create(api, { issuerId: 1002 }), '136');
    errorOf(await api.call('PUT', 'createOffering', { issuerId: 1001, ...TERMS }, { as: 'C2' }), '136');
    errorOf(await create(api, { issuerId: 'abc' }), '106');
    await api.database.db.updateTable('issuers').set({ deleted_at: 1 }).execute();
    errorOf(await create(api), '136');
  });

  test('keep any issue type at creation, and only the four in an update, in any case', async () => {
    const api = await start();
    fieldsOf(await create(api, { issueType: 'Test type' }));
    expect(await read(api)).toMatchObject({ issueType: 'Test type' });
    expect(errorOf(await update(api, { issueType: 'Test type' }), '106')).toContain('issueType');
    for (const issueType of ['Equity', 'DEBT', 'hybrid', 'fUnD']) {
      fieldsOf(await update(api, { issueType }));
      expect(await read(api)).toMatchObject({ issueType });
    }
  });

  test.each(ENCODINGS)('keep what an update does not send (%s)', async (encoding) => {
    const api = await start();
    fieldsOf(await create(api, { field2: 'two', createdIPAddress: '192.0.2.1' }));
    const changes = { offeringId: '5001', offeringStatus: 'Approved', field1: 'one', updatedIPAddress: '192.0.2.2' };
    expect(fieldsOf(await api.call('POST', 'updateOffering', changes, { encoding }))).toEqual({
      offeringDetails: [true, [{ offeringId: '5001', offeringStatus: 'Approved' }]],
    });
    const after = { ...READ, offeringStatus: 'Approved', field1: 'one', field2: 'two' };
    expect(await read(api)).toEqual(after);
    const { fractionalUnits: _, soldShares: __, subscribedAmount: ___, ...specified } = after;
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'updateOffering',
        fields: { ...specified, createdDate: '2030-01-02 03:04:05', createdIPAddress: '192.0.2.1' },
      },
    ]);
    expect(api.venue.statusOf(5001)).toBe('trading');
  });

  test('can change every field', async () => {
    const api = await start();
    fieldsOf(await create(api));
    const changes = {
      issueName: 'Other',
      issueType: 'Fund',
      targetAmount: '1',
      minAmount: '2',
      maxAmount: '300',
      unitPrice: '0.5',
      startDate: '2031-01-01',
      endDate: '12/31/2031',
      offeringStatus: 'Denied',
      offeringText: 'other text',
      providerId: 7,
      stampingText: 'other stamp',
      escrowAccountNumber: '99',
      field1: 'a',
      field2: 'b',
      field3: 'c',
    };
    fieldsOf(await update(api, changes));
    const { providerId: _, ...shown } = changes;
    expect(await read(api)).toEqual({
      ...READ,
      ...shown,
      targetAmount: '1.000000',
      minAmount: '2.000000',
      maxAmount: '300.000000',
      unitPrice: '0.500000',
      totalShares: '600.000000',
      remainingShares: '600.000000',
      startDate: '01-01-2031',
      endDate: '12-31-2031',
      escrowAccountNumber: null,
    });
    expect(api.venue.securities()).toMatchObject([{ name: 'Other', status: 'ended' }]);
  });

  test('clear a custom field with an empty text, and refuse it for required texts', async () => {
    const api = await start();
    fieldsOf(await create(api, { field1: 'one' }));
    errorOf(await update(api, { offeringText: '', issueName: '  ' }), '106');
    fieldsOf(await update(api, { field1: '', field2: null }));
    expect(await read(api)).toEqual({ ...READ, field1: '' });
  });

  test('keep the status as sent, and the venue reads it in any case', async () => {
    const api = await start();
    fieldsOf(await create(api));
    for (const [offeringStatus, status] of [
      ['aPPROVED', 'trading'],
      ['In Review', 'awaiting'],
      ['CLOSED', 'ended'],
    ] as const) {
      fieldsOf(await update(api, { offeringStatus }));
      expect(await read(api)).toMatchObject({ offeringStatus });
      expect(api.venue.statusOf(5001)).toBe(status);
    }
  });

  test('are unchanged when an update is refused', async () => {
    const api = await start();
    fieldsOf(await create(api));
    await api.database.db.updateTable('offerings').set({ sold_shares: '6000.000000' }).execute();
    const before = { ...READ, remainingShares: '4000.000000', soldShares: '6000.000000' };
    for (const [changes, field] of [
      [{ issueName: 'Other', targetAmount: '100000.25' }, 'targetAmount'],
      [{ issueName: 'Other', maxAmount: '50000' }, 'targetAmount'],
      [{ issueName: 'Other', maxAmount: '59999.999999', targetAmount: 1 }, 'maxAmount'],
      [{ issueName: 'Other', unitPrice: '0' }, 'unitPrice'],
      [{ issueName: 'Other', startDate: 'never' }, 'startDate'],
    ] as const) {
      expect(errorOf(await update(api, changes), '106')).toContain(field);
    }
    expect(await read(api)).toEqual(before);
    expect(api.venue.commands).toHaveLength(1);
    expect(api.fired).toEqual([]);
    fieldsOf(await update(api, { maxAmount: '60000', targetAmount: 1 }));
    expect(await read(api)).toMatchObject({ totalShares: '6000.000000', remainingShares: '0.000000' });
  });

  test('of another client answer as unknown ones to a read, and 162 to a change', async () => {
    const api = await start();
    fieldsOf(await create(api));
    for (const method of ['getOffering', 'updateOffering']) {
      const foreign = await api.call('POST', method, { offeringId: 5001, issueName: 'Mine' }, { as: 'C2' });
      const unknown = await api.call('POST', method, { offeringId: 5002, issueName: 'Mine' }, { as: 'C2' });
      errorOf(foreign, method === 'getOffering' ? '138' : '162');
      errorOf(unknown, '138');
      errorOf(await api.call('POST', method, { offeringId: '123.4' }), '138');
      errorOf(await api.call('POST', method, { offeringId: 'abc' }), '106');
      errorOf(await api.call('POST', method, {}), '106');
    }
    expect(await read(api)).toEqual(READ);
    expect(api.venue.commands).toHaveLength(1);
  });

  test('that are deleted are unknown', async () => {
    const api = await start();
    fieldsOf(await create(api));
    await api.database.db.updateTable('offerings').set({ deleted_at: 1 }).execute();
    errorOf(await api.call('POST', 'getOffering', { offeringId: 5001 }), '138');
    errorOf(await update(api, { issueName: 'Other' }), '138');
  });

  test('are stored although the venue takes no commands, with 503', async () => {
    const api = await start();
    api.venue.unavailable = true;
    const created = await create(api);
    expect({ http: created.http, code: created.body.statusCode }).toEqual({ http: 503, code: '503' });
    expect(created.body['Error(s)']).toContain('offering 5001 is stored');
    expect(await read(api)).toEqual(READ);
    expect((await update(api, { offeringStatus: 'Approved' })).http).toBe(503);
    // The change is stored, so its webhook is sent (C71).
    expect(api.fired).toMatchObject([{ method: 'updateOffering', fields: { offeringStatus: 'Approved' } }]);
    api.venue.unavailable = false;
    fieldsOf(await update(api, { offeringStatus: 'Approved' }));
    expect(api.venue.statusOf(5001)).toBe('trading');
  });

  test('changed at once end the same here and at the venue', async () => {
    const api = await start();
    fieldsOf(await create(api));
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        update(api, { issueName: `name ${turn}`, offeringStatus: turn % 2 ? 'Approved' : 'Denied' }),
      ),
    );
    const { issueName, offeringStatus } = await read(api);
    expect(api.venue.securities()).toMatchObject([
      { name: issueName, status: offeringStatus === 'Approved' ? 'trading' : 'ended' },
    ]);
  });
});
