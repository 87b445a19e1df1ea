import { expect, test } from 'vitest';
import {
  approvedOfferings,
  changeOffering,
  findOffering,
  offeringExists,
} from '../../../src/modules/offerings/offering-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anIssuer, anOffering, NOW } from '../shared/records.ts';

const LATER = NOW + 1_000_000;

describeOnEachDatabase('offering records', (open) => {
  test('are read as they were written, by their own client only', async () => {
    const { db } = await open();
    const written = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    expect(written).toMatchObject({
      offering_id: 5001,
      offering_status: 'Pending',
      total_shares: '10000.000000',
      sold_shares: '0.000000',
      revision: 1,
    });
    expect({ ...(await findOffering(db, 'C1', 5001)) }).toEqual(written);
    expect(await findOffering(db, 'C2', 5001)).toBeUndefined();
    expect(await offeringExists(db, 5001)).toBe(true);
    expect(await offeringExists(db, 5002)).toBe(false);
  });

  test('keep amounts that floating point cannot hold', async () => {
    const { db } = await open();
    const issuer = await anIssuer(db, 'C1');
    const { offering_id } = await anOffering(db, 'C1', issuer, {
      target_amount: '999999999999999.999998',
      max_amount: '999999999999999.999999',
      unit_price: '0.000001',
    });
    expect(await findOffering(db, 'C1', offering_id)).toMatchObject({
      target_amount: '999999999999999.999998',
      max_amount: '999999999999999.999999',
      total_shares: '999999999999999999999.000000',
    });
  });

  test('merge a change into what is stored', async () => {
    const { db } = await open();
    const before = await anOffering(db, 'C1', await anIssuer(db, 'C1'), { field2: 'two' });
    const changes = { offering_status: 'Approved', field1: 'one', field2: undefined, max_amount: '200000.000000' };
    const after = await changeOffering(db, { clientId: 'C1', offeringId: before.offering_id }, changes, LATER);
    expect(after).toEqual({
      ...before,
      offering_status: 'Approved',
      field1: 'one',
      max_amount: '200000.000000',
      total_shares: '20000.000000',
      updated_at: LATER,
      revision: 2,
    });
    expect({ ...(await findOffering(db, 'C1', before.offering_id)) }).toEqual(after);
  });

  test('are unchanged when the change is refused', async () => {
    const { db } = await open();
    const before = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    await db.updateTable('offerings').set({ sold_shares: '6000.000000' }).execute();
    const stored = { ...(await findOffering(db, 'C1', before.offering_id)) };
    for (const changes of [
      { target_amount: '100000.000000', issue_name: 'Other' },
      { max_amount: '50000.000000' },
      { unit_price: '16.666667' },
    ]) {
      await expect(
        changeOffering(db, { clientId: 'C1', offeringId: before.offering_id }, changes, LATER),
      ).rejects.toMatchObject({
        statusCode: 106,
      });
      expect({ ...(await findOffering(db, 'C1', before.offering_id)) }).toEqual(stored);
    }
    // Exactly as many shares as are sold is allowed.
    const tight = await changeOffering(
      db,
      { clientId: 'C1', offeringId: before.offering_id },
      { max_amount: '60000.000000', target_amount: '1.000000' },
      LATER,
    );
    expect(tight).toMatchObject({ total_shares: '6000.000000', sold_shares: '6000.000000' });
  });

  test('of another client, unknown or deleted, cannot be changed', async () => {
    const { db } = await open();
    const before = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const change = (clientId: string, id: number) =>
      changeOffering(db, { clientId, offeringId: id }, { issue_name: 'Mine' }, LATER);
    expect(await change('C2', before.offering_id)).toBeUndefined();
    expect(await change('C1', 0)).toBeUndefined();
    expect({ ...(await findOffering(db, 'C1', before.offering_id)) }).toEqual(before);
    await db.updateTable('offerings').set({ deleted_at: NOW }).execute();
    expect(await change('C1', before.offering_id)).toBeUndefined();
    expect(await offeringExists(db, before.offering_id)).toBe(false);
  });

  test('lose no change of those made at once', async () => {
    const { db } = await open();
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const fields = ['field1', 'field2', 'field3', 'issue_name', 'offering_text', 'stamping_text'] as const;
    const changed = await Promise.all(
      fields.map((field) =>
        changeOffering(db, { clientId: 'C1', offeringId: offering_id }, { [field]: `${field} changed` }, LATER),
      ),
    );
    expect(await findOffering(db, 'C1', offering_id)).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, `${field} changed`])),
    );
    expect(changed.map((row) => row?.revision).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test('that are approved are listed by issuer, oldest first', async () => {
    const { db } = await open();
    const [issuer, other] = [await anIssuer(db, 'C1'), await anIssuer(db, 'C2')];
    const ids: number[] = [];
    for (const [status, name] of [
      ['Approved', 'first'],
      ['Pending', 'second'],
      ['aPPROVED', 'third'],
      ['Denied', 'fourth'],
      ['Approved', 'deleted'],
    ] as const) {
      const { offering_id } = await anOffering(db, 'C1', issuer, { issue_name: name });
      await changeOffering(db, { clientId: 'C1', offeringId: offering_id }, { offering_status: status }, LATER);
      ids.push(offering_id);
    }
    await db.updateTable('offerings').set({ deleted_at: NOW }).where('issue_name', '=', 'deleted').execute();
    const foreign = await anOffering(db, 'C2', other);
    await changeOffering(
      db,
      { clientId: 'C2', offeringId: foreign.offering_id },
      { offering_status: 'Approved' },
      LATER,
    );
    expect(await approvedOfferings({ db }, issuer)).toEqual([
      { offeringId: ids[0], issueName: 'first' },
      { offeringId: ids[2], issueName: 'third' },
    ]);
    expect(await approvedOfferings({ db }, 0)).toEqual([]);
  });
});
