import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { nextId } from '../../src/modules/shared/ids/ids.ts';
import { bindReference, checkReference, WrongDatabase } from '../../src/service/venue/reference-binding.ts';
import { openVenue, order, security } from '../exchange/venue.ts';
import { anIssuer, anOffering } from '../modules/shared/records.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describeOnEachDatabase('the reference database of a journal', (open) => {
  /** A venue bound to a new database, with an issuer, an offering that it knows and a client with an order. */
  async function boundVenue() {
    const folder = temporaryFolder();
    const location = await open.migratedLocation();
    const database = await open(location);
    const { exchange } = openVenue({ folder });
    await checkReference(database.db, exchange, 'it');
    await bindReference(database.db, exchange);
    const offering = await anOffering(database.db, 'C1', await anIssuer(database.db, 'C1'));
    const known = { securityId: offering.offering_id, issuerId: 1001, ownerClientId: 'C1' };
    await exchange.submit(security({ ...known, revision: 1 }));
    return { folder, database, exchange, known };
  }

  const reasons = async ({ db }: Database, folder: string): Promise<string> => {
    const { exchange } = openVenue({ folder });
    return await checkReference(db, exchange, 'it').then(
      () => 'none',
      (error: Error) => {
        expect(error).toBeInstanceOf(WrongDatabase);
        return error.message;
      },
    );
  };

  test('is taken again at every start', async () => {
    const { folder, database, exchange } = await boundVenue();
    await exchange.stop();
    expect(await reasons(database, folder)).toBe('none');
    const again = openVenue({ folder }).exchange;
    await bindReference(database.db, again);
    expect(again.sequence).toBe(exchange.sequence);
  });

  test('is refused when it is empty or another, naming what it lacks', async () => {
    const { folder, exchange } = await boundVenue();
    await exchange.submit(order({ securityId: 5001, clientId: 'C1' }));
    await exchange.stop();
    const empty = await open(await open.migratedLocation());
    const message = await reasons(empty, folder);
    expect(message).toContain('it is not the reference database of the journal');
    expect(message).toContain('this one was never bound to a journal');
    expect(message).toContain('ids of kind issuer up to 1200, the database up to 1000');
    expect(message).toContain('ids of kind offering up to 5200, the database up to 5000');
    expect(message).toContain('offering 5001 of issuer 1001 and client C1 is missing');
    expect(message).toContain('client C1, who has live orders, is missing');
    await bindReference(empty.db, openVenue({ folder: temporaryFolder() }).exchange);
    expect(await reasons(empty, folder)).toContain('the database belongs to another journal');
    expect(await reasons(empty, temporaryFolder())).toContain('belongs to a journal that is not in this folder');
  });

  test('is refused when it is older, by ids or by the changes of an offering', async () => {
    const { folder, database, exchange, known } = await boundVenue();
    const { db } = database;
    await exchange.submit(security({ ...known, status: 'ended', revision: 2 }));
    expect(await reasons(database, folder)).toContain('is there at change 1, the journal knows change 2');
    await db.updateTable('offerings').set({ revision: 2 }).execute();
    expect(await reasons(database, folder)).toBe('none');
    expect(await nextId(db, 'account')).toBe(10_000_001);
    await exchange.stop();
    await db.updateTable('id_sequences').set({ next_id: 10_000_200 }).where('kind', '=', 'account').execute();
    expect(await reasons(database, folder)).toContain(
      'ids of kind account up to 10000200, the database up to 10000199',
    );
  });

  test('is refused when an offering is there as that of somebody else', async () => {
    const { folder, database } = await boundVenue();
    await database.db.updateTable('offerings').set({ client_id: 'C2' }).execute();
    expect(await reasons(database, folder)).toContain(
      'offering 5001 of issuer 1001 and client C1 is there one of issuer 1001 and client C2',
    );
  });

  test('of an earlier release is bound with the ids that it has handed out', async () => {
    const { db } = await open(await open.migratedLocation());
    await nextId(db, 'issuer');
    const { exchange } = openVenue({ folder: temporaryFolder() });
    await checkReference(db, exchange, 'it');
    await bindReference(db, exchange);
    expect(exchange.referenceMarks.ids).toMatchObject({ issuer: 1200, offering: 5000 });
  });

  test.each(['before', 'after'])(
    'is bound by the next start when the process ends %s the journal has it',
    async (when) => {
      const folder = temporaryFolder();
      const database = await open(await open.migratedLocation());
      const ends = openVenue({ folder }).exchange;
      const submit = async (command: Parameters<typeof ends.submit>[0]) => {
        if (when === 'after') await ends.submit(command);
        throw new Error('the process ends here');
      };
      const venue = {
        referenceMarks: ends.referenceMarks,
        securities: () => [],
        clientsWithOrders: () => new Set<string>(),
        submit,
      };
      await expect(bindReference(database.db, venue)).rejects.toThrow('the process ends here');
      await ends.stop();
      expect(await reasons(database, folder)).toBe('none');
      const again = openVenue({ folder }).exchange;
      await bindReference(database.db, again);
      expect(await database.db.selectFrom('venue_binding').selectAll().execute()).toEqual([
        { database_id: again.referenceMarks.databaseId, confirmed: 1 },
      ]);
    },
  );

  test('has every block of ids in the journal before it is used; a stopped venue takes no block', async () => {
    const { folder, database, exchange } = await boundVenue();
    expect(exchange.referenceMarks.ids).toMatchObject({ issuer: 1200 });
    await exchange.stop();
    await expect(nextId(database.db, 'account')).rejects.toThrow('the venue is stopping');
    expect(openVenue({ folder }).exchange.referenceMarks.ids).toMatchObject({ issuer: 1200 });
  });
});
