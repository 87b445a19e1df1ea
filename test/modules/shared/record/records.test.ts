import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/database/database.ts';
import { ApiError } from '../../../../src/http/methods/status-codes.ts';
import {
  EVERY_CLIENT,
  findRecord,
  found,
  holdRecord,
  type RecordKind,
  writeRecord,
} from '../../../../src/modules/shared/record/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { anIssuer, NOW } from '../records.ts';

const ISSUER: RecordKind<'issuers'> = { table: 'issuers', id: 'issuer_id', unknown: 136 };

describeOnEachDatabase('a record of a client', (open) => {
  let db: Database['db'];
  let id: number;

  beforeEach(async () => {
    ({ db } = await open());
    id = await anIssuer(db, 'C1');
  });

  test('is found by its client, and by those who read all', async () => {
    expect(await findRecord(db, ISSUER, 'C1', id)).toMatchObject({ issuer_id: id, client_id: 'C1' });
    expect(await findRecord(db, ISSUER, EVERY_CLIENT, id)).toMatchObject({ client_id: 'C1' });
  });

  test('is nothing to another client, whatever is asked', async () => {
    const of = { clientId: 'C2', id };
    expect(await findRecord(db, ISSUER, 'C2', id)).toBeUndefined();
    expect(await writeRecord(db, ISSUER, of, { issuer_name: 'Mine' })).toBeUndefined();
    expect(await holdRecord(db, ISSUER, of)).toBeUndefined();
    expect(await findRecord(db, ISSUER, 'C1', id)).toMatchObject({ issuer_name: 'Example Issuer' });
  });

  test('is changed where a value was given, and answered as it then is', async () => {
    const changes = { issuer_name: 'Renamed', email: undefined };
    const changed = await writeRecord(db, ISSUER, { clientId: 'C1', id }, changes);
    expect(changed).toMatchObject({ issuer_name: 'Renamed', email: 'ada@example.com' });
    expect(await findRecord(db, ISSUER, 'C1', id)).toEqual(changed);
  });

  test('is gone once it is deleted', async () => {
    const of = { clientId: 'C1', id };
    expect(await holdRecord(db, ISSUER, of)).toMatchObject({ client_id: 'C1' });
    await writeRecord(db, ISSUER, of, { deleted_at: NOW });
    expect(await findRecord(db, ISSUER, 'C1', id)).toBeUndefined();
    expect(await writeRecord(db, ISSUER, of, { issuer_name: 'Back' })).toBeUndefined();
    expect(await holdRecord(db, ISSUER, of)).toBeUndefined();
  });

  test('is not queried with a malformed id', async () => {
    const strict = { ...ISSUER, form: /^[0-9]$/ };
    expect(await findRecord(db, strict, 'C1', id)).toBeUndefined();
    expect(await writeRecord(db, strict, { clientId: 'C1', id }, { issuer_name: 'New' })).toBeUndefined();
  });
});

test('nothing is the refusal of its kind', () => {
  expect(found(ISSUER, 'a record')).toBe('a record');
  expect(() => found(ISSUER, undefined)).toThrow(new ApiError(136));
});
