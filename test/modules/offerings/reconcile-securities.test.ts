import { expect, test } from 'vitest';
import { VenueUnavailable } from '../../../src/exchange/api/outcomes.ts';
import { changeOffering } from '../../../src/modules/offerings/offering-records.ts';
import { reconcileSecurities } from '../../../src/modules/offerings/offering-security.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anIssuer, anOffering, NOW } from '../shared/records.ts';
import { TestVenue } from '../shared/venue.ts';

describeOnEachDatabase('reconcileSecurities', (open) => {
  test('sends the venue what it does not have, and nothing twice', async () => {
    const { db } = await open();
    const venue = new TestVenue();
    expect(await reconcileSecurities(db, venue)).toBe(0);
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    expect(await reconcileSecurities(db, venue)).toBe(1);
    expect(venue.commands).toEqual([
      {
        type: 'security',
        securityId: offering_id,
        issuerId: 1001,
        ownerClientId: 'C1',
        name: 'Example Offering',
        status: 'awaiting',
        revision: 1,
      },
    ]);
    expect(await reconcileSecurities(db, venue)).toBe(0);
  });

  test('sends the venue what differs, and only that', async () => {
    const { db } = await open();
    const venue = new TestVenue();
    const issuer = await anIssuer(db, 'C1');
    const ids: number[] = [];
    for (const name of ['same', 'approved', 'renamed', 'deleted']) {
      ids.push((await anOffering(db, 'C1', issuer, { issue_name: name })).offering_id);
    }
    await reconcileSecurities(db, venue);
    venue.commands.length = 0;
    await changeOffering(db, { clientId: 'C1', offeringId: ids[1]! }, { offering_status: 'approved' }, NOW);
    await changeOffering(db, { clientId: 'C1', offeringId: ids[2]! }, { issue_name: 'new name' }, NOW);
    await db.updateTable('offerings').set({ deleted_at: NOW }).where('offering_id', '=', ids[3]!).execute();
    expect(await reconcileSecurities(db, venue)).toBe(3);
    expect(venue.commands.map(({ securityId, name, status }) => [securityId, name, status])).toEqual([
      [ids[1], 'approved', 'trading'],
      [ids[2], 'new name', 'awaiting'],
      [ids[3], 'deleted', 'ended'],
    ]);
  });

  test('goes through more offerings than one page holds', async () => {
    const { db } = await open();
    const venue = new TestVenue();
    const { offering_id, ...offering } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const more = Array.from({ length: 400 }, (_, index) => ({ ...offering, offering_id: offering_id + 1 + index }));
    for (let from = 0; from < more.length; from += 20) {
      await db
        .insertInto('offerings')
        .values(more.slice(from, from + 20))
        .execute();
    }
    expect(await reconcileSecurities(db, venue)).toBe(401);
    expect(venue.commands.map((command) => command.securityId)).toEqual(
      Array.from({ length: 401 }, (_, index) => offering_id + index),
    );
  });

  test('rejects when the venue takes no commands', async () => {
    const { db } = await open();
    const venue = new TestVenue();
    await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    venue.unavailable = true;
    await expect(reconcileSecurities(db, venue)).rejects.toBeInstanceOf(VenueUnavailable);
  });
});
