import { expect, test } from 'vitest';
import { insertResponse } from '../../../src/modules/kyc/response-records.ts';
import { SCREENED_AT_ONCE } from '../../../src/modules/kyc/screening-runs.ts';
import { MINUTE_US } from '../../../src/time/units.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { fieldsOf } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { type KycApi, startKyc, statusOf } from './kyc-api.ts';
import {
  APPROVED,
  allPieces,
  dueOf,
  LISTED,
  listFolder,
  MASTER,
  piece,
  queue,
  reload,
  response,
  responses,
  runsOf,
} from './screening-api.ts';

describeOnEachDatabase('after a watch list changed', (open) => {
  test('the approved parties that a new entry is like are reported once, of each client, and nobody else', async () => {
    const { folder, gain } = listFolder();
    const api = await startKyc(await open(), [folder]);
    const [one, other] = [await aParty(api, { ...LISTED, ...APPROVED }), await aParty(api, LISTED, 'C2')];
    fieldsOf(await api.call('POST', 'performAml', { partyId: other }, { as: 'C2' }));
    const entity = await anEntity(api, { entityName: 'Newly Listed Trust', AMLstatus: 'MANUALLY APPROVED' });
    // Not concerned: not approved, deleted, and another name.
    await aParty(api, { ...LISTED, AMLstatus: 'Pending' });
    const deleted = await aParty(api, { ...LISTED, ...APPROVED });
    expect(await api.call('POST', 'deleteParty', { partyId: deleted })).toMatchObject({ body: { statusCode: '101' } });
    await aParty(api, APPROVED);
    await allPieces(api);
    api.fired.length = 0;

    gain(1, 'LISTED SPECIMEN, Newly');
    gain(2, 'NEWLY LISTED TRUST', '-0-');
    await reload(api);
    await allPieces(api);
    expect(api.fired.map(({ clientId, method, fields }) => [clientId, method, fields.partyId, fields.cause])).toEqual([
      ['C1', 'screenedAgain', entity, 'List changed'],
      ['C1', 'screenedAgain', one, 'List changed'],
      ['C2', 'screenedAgain', other, 'List changed'],
    ]);
    const { requestId, ...fields } = (api.fired[1] ?? { fields: {} }).fields as Record<string, unknown>;
    const statuses = { kycStatus: 'Auto Approved', amlStatus: 'Auto Approved' };
    const found = { amlList: 'OFAC SDN', amlScore: 100, expected_id: expect.stringMatching(/^[0-9]{12}$/) };
    expect(fields).toEqual({ partyId: one, cause: 'List changed', ...statuses, ...found });
    const waiting = await queue(api);
    expect(waiting.map((row) => row.investorId)).toEqual([entity, one, other]);
    expect(waiting[1]).toMatchObject({ requestId, kycStatus: 'Auto Approved', amlStatus: 'Pending', open: true });
    // What the specification shows is as it was; the new result is next to the old one.
    expect(await statusOf(api, one)).toEqual(['Auto Approved', 'Auto Approved', '02-01-2030']);
    expect(await response(api, other, 'AML Only', 'C2')).toMatchObject({ amlstatus: 'Auto Approved' });
    const again = await response(api, other, 'Screened Again', 'C2');
    expect(again).toMatchObject({ amlstatus: 'Disapproved', response: { restriction: { matches: [{ uid: '1' }] } } });
    expect(await runsOf(api)).toMatchObject([
      { screened: 4, hits: 0 },
      { screened: 4, hits: 3 },
    ]);
  });

  test('an unchanged result makes neither a notice nor a place in the queue nor another result', async () => {
    const { folder, gain } = listFolder();
    const api = await startKyc(await open(), [folder]);
    const partyId = await aParty(api, { ...LISTED, ...APPROVED });
    await allPieces(api);
    gain(1, 'LISTED SPECIMEN, Newly');
    await reload(api);
    await allPieces(api);
    const [review] = await queue(api);
    const decision = { requestId: (review as unknown as { requestId: string }).requestId, type: 'AML' };
    fieldsOf(await api.call('POST', 'admin/reviewKycAml', { ...decision, status: 'Manually Approved' }, MASTER));
    const before = await responses(api, partyId);
    api.fired.length = 0;
    gain(7, 'SOMEBODY, Different Altogether');
    await reload(api);
    await allPieces(api);
    expect([api.fired, await queue(api), await responses(api, partyId)]).toEqual([[], [], before]);
    expect(await runsOf(api)).toMatchObject([{ hits: 0 }, { hits: 1 }, { screened: 1, hits: 0, ended_at: api.nowUs }]);
    // Another entry is another result, and opens the decided review again.
    gain(8, 'SPECIMEN LISTED, Newly');
    await reload(api);
    await allPieces(api);
    expect(api.fired.map(({ method }) => method)).toEqual(['screenedAgain']);
    expect(await queue(api)).toMatchObject([{ investorId: partyId, amlStatus: 'Pending', cause: 'List changed' }]);
    expect(await statusOf(api, partyId)).toMatchObject({ 1: 'Manually Approved' });
  });

  test('an older result, whose matches do not name their list, is the same result', async () => {
    const { folder, gain } = listFolder();
    const api = await startKyc(await open(), [folder]);
    const partyId = await aParty(api, { ...LISTED, ...APPROVED });
    const response = { restriction: { list: 'OFAC SDN', matches: [{ uid: '1' }] } };
    const check = { response, kycstatus: null, amlstatus: 'Disapproved' };
    await insertResponse(api.screening, { clientId: 'C1', partyId, type: 'AML Only' }, check, NOW);
    gain(1, 'LISTED SPECIMEN, Newly');
    await reload(api);
    api.fired.length = 0;
    await allPieces(api);
    expect([api.fired, await queue(api), await responses(api, partyId)]).toEqual([[], [], 1]);
  });

  test('more is asked of the investor only where the operator has set it so', async () => {
    const { folder, gain } = listFolder();
    const api = await startKyc(await open(), [folder]);
    const partyId = await aParty(api, { ...LISTED, ...APPROVED });
    gain(1, 'LISTED SPECIMEN, Newly');
    await reload(api);
    api.fired.length = 0;
    await allPieces(api, { asksForInfo: true });
    expect(await statusOf(api, partyId)).toMatchObject({ 0: 'Auto Approved', 1: 'Needs More Info' });
    expect(api.fired.map(({ method, fields }) => [method, fields.amlStatus])).toEqual([
      ['screenedAgain', 'Needs More Info'],
      ['updateKycAmlRequest', 'Needs More Info'],
    ]);
    expect(await queue(api)).toMatchObject([{ investorId: partyId, amlStatus: 'Needs More Info' }]);
    const sent = { partyId, type: 'AML', status: 'New Info Added' };
    fieldsOf(await api.callLegacy('updateKycAmlStatus', sent));
  });

  test('all of two and a half pages are screened once, also after a stop or a crash', async () => {
    const { folder, gain } = listFolder();
    const api = await startKyc(await open(), [folder]);
    const first = await aParty(api, { ...LISTED, AMLstatus: 'Pending' });
    await copies(api, first, 1200);
    const approved: string[] = [];
    for (let count = 0; count < 2.5 * SCREENED_AT_ONCE; count += 1) {
      approved.push(await aParty(api, { ...LISTED, ...APPROVED }, count % 2 === 0 ? 'C1' : 'C2'));
    }
    await allPieces(api);
    gain(1, 'LISTED SPECIMEN, Newly');
    await reload(api);
    api.fired.length = 0;
    // Stopped after seven: the next start goes on from there.
    const stop = new AbortController();
    const { identity } = api.screening;
    let asked = 0;
    const counted = {
      ...api,
      screening: {
        ...api.screening,
        identity: Object.assign(Object.create(identity), {
          screen: (...sent: Parameters<typeof identity.screen>) => {
            asked += 1;
            if (asked === 7) stop.abort();
            return identity.screen(...sent);
          },
        }),
      },
    };
    while (!stop.signal.aborted) expect(await piece(counted, { stop: stop.signal })).toBe(true);
    expect(asked).toBe(7);
    expect((await runsOf(api)).at(-1)).toMatchObject({ screened: 7, hits: 7, ended_at: null });
    const pieces = await allPieces(counted);
    expect(pieces).toBeGreaterThan(3);
    expect(asked).toBe(approved.length);
    expect(api.fired.map(({ fields }) => fields.partyId)).toEqual(approved);
    const reviewed = await queue(api);
    expect(reviewed.map(({ investorId }) => investorId).toSorted()).toEqual(approved.toSorted());
    // Killed before it stored how far it came: all are screened again, and nobody is reported twice.
    api.fired.length = 0;
    await api.database.db
      .updateTable('screening_runs')
      .set({ position: '', ended_at: null })
      .where('run_id', '=', (await runsOf(api)).at(-1)!.run_id)
      .execute();
    await allPieces(counted);
    expect([asked, api.fired]).toEqual([2 * approved.length, []]);
  });

  test('one who cannot be screened stops nobody else, and is tried once more', async () => {
    const { folder, gain } = listFolder();
    const api = await startKyc(await open(), [folder]);
    const failing = await aParty(api, { ...APPROVED, firstName: 'Newly', lastName: 'PROVIDERERROR' });
    const partyId = await aParty(api, { ...LISTED, ...APPROVED });
    gain(1, 'LISTED SPECIMEN, Newly');
    await reload(api);
    api.fired.length = 0;
    await allPieces(api);
    expect(api.fired.map(({ fields }) => fields.partyId)).toEqual([partyId]);
    expect(await dueOf(api)).toMatchObject([{ party_id: failing, attempts: 1, due_at: api.nowUs + MINUTE_US }]);
    api.nowUs += MINUTE_US;
    await allPieces(api);
    expect(await dueOf(api)).toMatchObject([{ party_id: failing, attempts: 2, due_at: api.nowUs + 2 * MINUTE_US }]);
    fieldsOf(
      await api.call('PUT', 'updateParty', { partyId: failing, lastName: 'Listed Specimen', middleInitial: '' }),
    );
    api.fired.length = 0;
    await allPieces(api);
    expect(api.fired).toMatchObject([
      { method: 'screenedAgain', fields: { partyId: failing, cause: 'Investor changed' } },
    ]);
    expect(await dueOf(api)).toEqual([]);
  });

  test('nothing is done without a list', async () => {
    const api = await startKyc(await open(), []);
    await aParty(api, { ...LISTED, ...APPROVED });
    expect(await piece(api)).toBe(false);
    expect(await runsOf(api)).toEqual([]);
  });
});

/** Parties that are not approved, in the middle of the others. */
async function copies(api: KycApi, partyId: string, count: number): Promise<void> {
  const { db } = api.database;
  const row = await db.selectFrom('parties').selectAll().where('party_id', '=', partyId).executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, party_id: `${partyId}${index + 1000}` }));
  for (let at = 0; at < count; at += 100) {
    await db
      .insertInto('parties')
      .values(rows.slice(at, at + 100))
      .execute();
  }
}
