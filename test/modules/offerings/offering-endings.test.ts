import { expect, test } from 'vitest';
import { ApiError } from '../../../src/http/methods/status-codes.ts';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule, requireAccepting } from '../../../src/modules/offerings/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';

describeOnEachDatabase('the end of an offering', (open) => {
  /** With an approved offering of client C1. */
  const start = async () => {
    const api = await startApi(await open(), [issuersModule, offeringsModule]);
    const { db } = api.database;
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const offeringId = String(offering_id);
    fieldsOf(await api.call('POST', 'updateOffering', { offeringId, offeringStatus: 'Approved' }));
    api.fired.length = 0;
    const status = async () => {
      const { offeringDetails } = fieldsOf(await api.call('POST', 'getOfferingStatus', { offeringId }));
      return (offeringDetails as [Record<string, string>])[0];
    };
    return { api, db, offeringId, status };
  };

  test.each(ENCODINGS)('closed and reopened: the venue hears of both (%s)', async (encoding) => {
    const { api, offeringId, status } = await start();
    const closed = await api.call('POST', 'closeOffering', { offeringId }, { encoding });
    expect(fieldsOf(closed)).toEqual({ OfferID: offeringId });
    expect(await status()).toEqual({ offeringId, offeringStatus: 'closed' });
    expect(api.venue.statusOf(Number(offeringId))).toBe('ended');
    const reopened = await api.call('POST', 'reopenOffering', { offeringId }, { encoding });
    expect(fieldsOf(reopened)).toEqual({ OfferID: offeringId });
    expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
    expect(api.venue.statusOf(Number(offeringId))).toBe('trading');
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'closeOffering', fields: { offeringId, offeringStatus: 'CLOSED' } },
      { clientId: 'C1', method: 'reopenOffering', fields: { offeringId, offeringStatus: 'REOPENED' } },
    ]);
  });

  test.each(ENCODINGS)('cancelled, closed then, and reopened to what it was before both (%s)', async (encoding) => {
    const { api, offeringId, status } = await start();
    const cancelled = await api.call('POST', 'cancelOffering', { offeringId }, { encoding });
    expect(fieldsOf(cancelled)).toEqual({ 'Financial offering details': offeringId });
    expect(await status()).toEqual({ offeringId, offeringStatus: 'cancelled' });
    expect(api.venue.statusOf(Number(offeringId))).toBe('ended');
    fieldsOf(await api.call('POST', 'closeOffering', { offeringId }));
    fieldsOf(await api.call('POST', 'reopenOffering', { offeringId }));
    expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
    expect(api.fired.map(({ fields }) => fields.offeringStatus)).toEqual(['CANCELED', 'CLOSED', 'REOPENED']);
  });

  test.each([
    ['Closed', 'closeOffering', 'CLOSED'],
    ['canceled', 'cancelOffering', 'CANCELED'],
  ])('by updateOffering to %s is %s, and can be taken back', async (offeringStatus, method, reported) => {
    const { api, offeringId, status } = await start();
    fieldsOf(await api.call('POST', 'updateOffering', { offeringId, offeringStatus, field1: 'x' }));
    expect(await status()).toEqual({ offeringId, offeringStatus });
    expect(api.venue.statusOf(Number(offeringId))).toBe('ended');
    expect(api.fired).toEqual([
      { clientId: 'C1', method, fields: { offeringId, offeringStatus: reported } },
      { clientId: 'C1', method: 'updateOffering', fields: expect.objectContaining({ offeringStatus, field1: 'x' }) },
    ]);
    fieldsOf(await api.call('POST', 'updateOffering', { offeringId, field1: 'y' }));
    fieldsOf(await api.call('POST', 'reopenOffering', { offeringId }));
    expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
  });

  test('by updateOffering is refused where closeOffering is, with nothing changed', async () => {
    const { api, db, offeringId, status } = await start();
    const { trade_id } = await aTrade(db, 'C1', Number(offeringId));
    const change = { offeringId, offeringStatus: 'CLOSED', issueName: 'Other' };
    expect(errorOf(await api.call('POST', 'updateOffering', change), '106')).toContain(`trade ${trade_id} `);
    expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
    expect(api.fired).toEqual([]);
    // Cancelling asks for no such thing.
    fieldsOf(await api.call('POST', 'updateOffering', { offeringId, offeringStatus: 'Cancelled' }));
  });

  test.each(ENCODINGS)(
    'closed, then admitted: its shares trade, and it takes no investments (%s)',
    async (encoding) => {
      const { api, db, offeringId, status } = await start();
      const admit = () => api.call('POST', 'admitOffering', { offeringId }, { encoding });
      const invests = async () => {
        const offering = await db
          .selectFrom('offerings')
          .selectAll()
          .where('offering_id', '=', Number(offeringId))
          .executeTakeFirstOrThrow();
        return () => requireAccepting(offering);
      };
      expect(errorOf(await admit(), '106')).toContain('is not closed');
      fieldsOf(await api.call('POST', 'closeOffering', { offeringId }));
      expect(fieldsOf(await admit())).toEqual({ OfferID: offeringId });
      expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
      expect(api.venue.statusOf(Number(offeringId))).toBe('trading');
      expect(await invests()).toThrow(ApiError);
      expect(api.fired.at(-1)).toEqual({
        clientId: 'C1',
        method: 'admitOffering',
        fields: { offeringId, offeringStatus: 'ADMITTED' },
      });
      // Nothing but a reopened raise takes investments again.
      expect(errorOf(await admit(), '106')).toContain('is not closed');
      expect(errorOf(await api.call('POST', 'reopenOffering', { offeringId }), '106')).toContain('offeringId');
      for (const offeringStatus of ['Pending', 'Approved']) {
        fieldsOf(await api.call('POST', 'updateOffering', { offeringId, offeringStatus }));
        expect(await invests()).toThrow(ApiError);
      }
      fieldsOf(await api.call('POST', 'closeOffering', { offeringId }));
      expect(api.venue.statusOf(Number(offeringId))).toBe('ended');
      fieldsOf(await api.call('POST', 'reopenOffering', { offeringId }));
      expect(await invests()).not.toThrow();
    },
  );

  test.each(['Denied', 'cancelled', 'Pending'])('one that is %s cannot be admitted', async (offeringStatus) => {
    const { api, offeringId } = await start();
    fieldsOf(await api.call('POST', 'updateOffering', { offeringId, offeringStatus }));
    expect(errorOf(await api.call('POST', 'admitOffering', { offeringId }), '106')).toContain('is not closed');
  });

  test('refuses to reopen what is open', async () => {
    const { api, offeringId } = await start();
    expect(errorOf(await api.call('POST', 'reopenOffering', { offeringId }), '106')).toContain('offeringId');
    expect(api.fired).toEqual([]);
  });

  test.each(['CREATED', 'UNWIND PENDING', 'something'])(
    'a trade that is %s keeps it from being closed',
    async (state) => {
      const { api, db, offeringId, status } = await start();
      for (const paid of ['FUNDED', 'Settled', 'unwind settled', 'Rejected', 'Canceled']) {
        await aTrade(db, 'C1', Number(offeringId), { order_status: paid });
      }
      const open = await aTrade(db, 'C1', Number(offeringId), { order_status: state });
      await aTrade(db, 'C1', Number(offeringId), { order_status: 'CREATED' });
      const error = errorOf(await api.call('POST', 'closeOffering', { offeringId }), '106');
      expect(error).toContain(`trade ${open.trade_id} `);
      expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
      expect(api.venue.statusOf(Number(offeringId))).toBe('trading');
      expect(api.fired).toEqual([]);
      await db.updateTable('trades').set({ order_status: 'CANCELED' }).execute();
      fieldsOf(await api.call('POST', 'closeOffering', { offeringId }));
    },
  );

  test.each(ENCODINGS)('deleted: gone for every method, and for the venue (%s)', async (encoding) => {
    const { api, offeringId } = await start();
    const deleted = await api.call('POST', 'deleteOffering', { offeringId }, { encoding });
    expect(fieldsOf(deleted)).toEqual({ offeringDetails: 'Offer deleted successfully!' });
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'deleteOffering', fields: { offeringId, offeringStatus: 'DELETED' } },
    ]);
    expect(api.venue.statusOf(Number(offeringId))).toBe('ended');
    for (const name of ['getOffering', 'getOfferingStatus', 'closeOffering', 'reopenOffering', 'deleteOffering']) {
      errorOf(await api.call('POST', name, { offeringId }), '138');
    }
  });

  test('is its client’s to bring about', async () => {
    const { api, offeringId, status } = await start();
    for (const name of ['closeOffering', 'cancelOffering', 'reopenOffering', 'admitOffering', 'deleteOffering']) {
      const foreign = await api.call('POST', name, { offeringId }, { as: 'C2' });
      errorOf(foreign, '138');
      expect(await api.call('POST', name, { offeringId: '999999' }, { as: 'C2' })).toEqual(foreign);
      expect(errorOf(await api.call('POST', name, {}), '106')).toContain('offeringId');
      expect(errorOf(await api.call('POST', name, { offeringId: 'x' }), '106')).toContain('offeringId');
    }
    expect(await status()).toEqual({ offeringId, offeringStatus: 'Approved' });
    expect(api.fired).toEqual([]);
  });
});
