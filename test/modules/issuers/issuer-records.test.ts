import { expect, test } from 'vitest';
import { findIssuer, insertIssuer, issuerExists } from '../../../src/modules/issuers/issuer-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

const ISSUER = {
  issuerName: "Example Issuer, Müller & Söhne's",
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.com',
  phoneNumber: '5551234567',
  createdIpAddress: '192.0.2.1',
};
const NOW = 1_900_000_000_123_456;

describeOnEachDatabase('issuer records', (open) => {
  test('are read as they were written', async () => {
    const { db } = await open();
    const written = await insertIssuer(db, 'C1', ISSUER, NOW);
    expect(written).toMatchObject({ issuer_id: 1001, client_id: 'C1', issuer_status: 'Pending', created_at: NOW });
    expect({ ...(await findIssuer(db, 'C1', 1001)) }).toEqual(written);
  });

  test('are only the own client’s', async () => {
    const { db } = await open();
    await insertIssuer(db, 'C1', ISSUER, NOW);
    expect(await findIssuer(db, 'C2', 1001)).toBeUndefined();
    expect(await findIssuer(db, 'C1', 1002)).toBeUndefined();
  });

  test('are gone for all when deleted', async () => {
    const { db } = await open();
    const { issuer_id } = await insertIssuer(db, 'C1', ISSUER, NOW);
    expect(await issuerExists(db, issuer_id)).toBe(true);
    await db.updateTable('issuers').set({ deleted_at: NOW }).execute();
    expect(await findIssuer(db, 'C1', issuer_id)).toBeUndefined();
    expect(await issuerExists(db, issuer_id)).toBe(false);
    expect(await issuerExists(db, 0)).toBe(false);
  });

  test('keep what was not sent empty or null', async () => {
    const { db } = await open();
    const { issuer_id } = await insertIssuer(db, 'C1', {}, NOW);
    expect(await findIssuer(db, 'C1', issuer_id)).toMatchObject({
      issuer_name: '',
      phone_number: null,
      updated_at: null,
      deleted_at: null,
    });
  });
});
