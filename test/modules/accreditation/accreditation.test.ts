import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { accreditationModule, expireAccreditations } from '../../../src/modules/accreditation/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { sampleFile } from '../../support/sample-files.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const MASTER = { as: 'MASTER' };
const DAY_US = 86_400_000_000;
type Item = Record<string, string | null>;

/** The API, with what its modules are made of. */
async function start(open: TestDatabases): Promise<{ api: Api; deps: ModuleDeps }> {
  const seen: ModuleDeps[] = [];
  const api = await startApi(await open(), [
    (deps) => accountsModule(deps),
    (deps) => {
      seen.push(deps);
      return accreditationModule(deps);
    },
  ]);
  return { api, deps: seen[0]! };
}

async function requested(api: Api, accountId: string): Promise<string> {
  api.nowUs += 1_000_000;
  const fields = { accountId, aiMethod: 'Upload', notes: 'please' };
  const { accreditedDetails } = fieldsOf(await api.call('POST', 'requestAiVerification', fields));
  api.fired.length = 0;
  return (accreditedDetails as [Item])[0].airequestId!;
}

const decide = (api: Api, airequestId: string, aiRequestStatus: string, more: object = {}) =>
  api.call('POST', 'admin/updateAiVerification', { airequestId, aiRequestStatus, ...more }, MASTER);

async function accountOf(api: Api, accountId: string): Promise<unknown[]> {
  const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
  api.fired.length = 0;
  const account = accountDetails as Item;
  return [account.accreditedStatus, account.accreditedInvestor, account.accreditedInvestorDate];
}

const upload = (api: Api, fields: Record<string, unknown>) =>
  api.call('POST', 'uploadVerificationDocument', fields, { encoding: 'multipart' });

describeOnEachDatabase('accreditation', (open) => {
  test('is requested, and the request read with its account', async () => {
    const { api } = await start(open);
    const accountId = await anAccount(api, 'C1', { AccreditedStatus: 'Self Accredited', Allow: 'Income' });
    errorOf(await api.call('POST', 'getAiRequest', { accountId }), '404');
    const sent = { accountId, aiMethod: 'Upload', notes: 'please' };
    const { accreditedDetails } = fieldsOf(await api.call('POST', 'requestAiVerification', sent));
    const [details] = accreditedDetails as [Item];
    expect(details).toEqual({
      accountId,
      aiRequestStatus: 'Pending',
      airequestId: expect.stringMatching(/^[2-9a-z]{10}$/),
      notes: 'please',
      accreditedStatus: 'Self Accredited',
    });
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'requestAiVerification', fields: details }]);
    const read = fieldsOf(await api.call('POST', 'getAiRequest', { accountId }));
    expect(read.accreditedDetails).toEqual({
      request: [
        {
          ...details,
          aiMethod: 'Upload',
          allow: 'Income',
          aiDate: null,
          reviewedBy: null,
          createdDate: '2030-01-02 03:04:05',
          accountName: 'Example Trust',
          clientId: 'XXXXXXXXXXXXXXX',
          developerAPIKey: 'XXXXXXXXXXXXXXX',
        },
      ],
    });
    errorOf(await api.call('POST', 'requestAiVerification', { ...sent, accountId: 'A99999999' }), '148');
  });

  test('statuses that the client sets change the account as they say', async () => {
    const { api } = await start(open);
    const effects = [
      ['Approved', 'Verified Accredited'],
      ['approved', 'Pending'],
      ['Rejected', 'Not Accredited'],
      ['REJECTED', 'Not Accredited'],
      ['New Info Added', 'Pending'],
      ['Updated Letter Requested', 'Pending'],
    ] as const;
    for (const [status, accredited] of effects) {
      const accountId = await anAccount(api, 'C1', { AccreditedStatus: 'Pending' });
      const airequestId = await requested(api, accountId);
      const answer = await api.call('POST', 'updateAiRequest', { airequestId, aiRequestStatus: status });
      const details = { accountId, aiRequestStatus: status, airequestId, accreditedStatus: accredited };
      expect(fieldsOf(answer)).toEqual({ accreditedDetails: [details] });
      expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateAiRequest', fields: details }]);
      expect((await accountOf(api, accountId))[0]).toBe(accredited);
    }
  });

  test('is decided by the operator, with a letter and a last date; the client gets the decision', async () => {
    const { api } = await start(open);
    const accountId = await anAccount(api);
    const airequestId = await requested(api, accountId);
    const listed = fieldsOf(await api.call('POST', 'admin/getAiRequests', {}, MASTER));
    expect(listed).toMatchObject({ totalRecords: 1, requests: [{ airequestId, clientId: 'C1' }] });
    errorOf(await api.call('POST', 'admin/getAiRequests', {}), '111');
    const decision = { airequestId, aiRequestStatus: 'Approved', reviewedBy: 'Example Reviewer', allow: 'Assets' };
    const letter = { aiDate: '06-30-2030', userfile: sampleFile('pdf', 'letter.pdf') };
    const options = { ...MASTER, encoding: 'multipart' } as const;
    fieldsOf(await api.call('POST', 'admin/updateAiVerification', { ...decision, ...letter }, options));
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'updateAiVerification',
        fields: {
          accountId,
          aiRequestStatus: 'Approved',
          airequestId,
          notes: 'please',
          accreditedStatus: 'Verified Accredited',
        },
      },
    ]);
    expect(await accountOf(api, accountId)).toEqual(['Verified Accredited', 'Assets', '2030-06-30']);
    const read = fieldsOf(await api.call('POST', 'getAiRequest', { accountId }));
    expect(read).toMatchObject({
      accreditedDetails: { request: [{ reviewedBy: 'Example Reviewer', aiDate: '2030-06-30', allow: 'Assets' }] },
    });
    const { document_details } = fieldsOf(await api.call('POST', 'getAiLetter', { accountId }));
    const [shown] = document_details as [Item];
    expect(shown).toMatchObject({ accountId, documentFileName: 'letter.pdf' });
    expect((await fetch(shown.documentUrl!)).headers.get('content-type')).toBe('application/pdf');
    errorOf(await decide(api, 'zzzzz', 'Approved'), '404');
  });

  test('takes documents of the kinds that it names, and shows them', async () => {
    const { api } = await start(open);
    const accountId = await anAccount(api);
    errorOf(await api.call('POST', 'getAiDocument', { accountId }), '404');
    errorOf(await api.call('POST', 'getAiLetter', { accountId }), '404');
    const one = { accountId, documentTitle: 'documentTitle0=W-2' };
    for (const type of ['pdf', 'jpg', 'png', 'txt'] as const) {
      expect(fieldsOf(await upload(api, { ...one, userfile: sampleFile(type, `FILE.${type.toUpperCase()}`) }))).toEqual(
        {
          document_details: 'Document has been uploaded Successfully',
        },
      );
    }
    fieldsOf(await upload(api, { ...one, userfile0: sampleFile('pdf') }));
    expect(api.fired).toHaveLength(5);
    expect(api.fired[0]).toEqual({ clientId: 'C1', method: 'uploadVerificationDocument', fields: { accountId } });
    for (const userfile of [sampleFile('docx'), sampleFile('exe', 'a.pdf'), sampleFile('pdf', 'a.pdf', 1023)]) {
      expect(errorOf(await upload(api, { ...one, userfile }), '106')).toContain('userfile');
    }
    expect(errorOf(await upload(api, one), '106')).toContain('userfile');
    errorOf(await upload(api, { ...one, accountId: 'A99999999', userfile: sampleFile('pdf') }), '148');
    const read = fieldsOf(await api.call('POST', 'getAiDocument', { accountId }));
    const documents = read.document_details as Item[];
    expect(read.letter_details).toEqual([]);
    expect(documents.map(({ documentFileName }) => documentFileName)).toEqual([
      'sample.pdf',
      'FILE.TXT',
      'FILE.PNG',
      'FILE.JPG',
      'FILE.PDF',
    ]);
    // The title is what was sent, prefix and all.
    expect(documents[0]!.documentTitle).toBe('documentTitle0=W-2');
    const documentId = documents[1]!.documentid;
    const single = fieldsOf(await api.call('POST', 'getAiDocument', { accountId, documentId }));
    expect(single.document_details).toHaveLength(1);
    errorOf(await api.call('POST', 'getAiDocument', { accountId, documentId: 'unknown' }), '404');
    errorOf(await api.call('POST', 'getAiDocument', { accountId, documentId }, { as: 'C2' }), '148');
    await requested(api, accountId);
    const { accreditedDetails } = fieldsOf(await api.call('POST', 'getAiRequest', { accountId }));
    expect((accreditedDetails as { documents: Item[] }).documents[0]).toMatchObject({ status: 'ACTIVE' });
  });

  test('ends after its last date, US Eastern, once, and the account is Pending again', async () => {
    const { api, deps } = await start(open);
    const accountId = await anAccount(api);
    const airequestId = await requested(api, accountId);
    fieldsOf(await decide(api, airequestId, 'Approved', { aiDate: '2030-03-31' }));
    api.fired.length = 0;
    // 23:59:59 of the last date in New York is 03:59:59 UTC of the next.
    api.nowUs = Date.parse('2030-04-01T03:59:59Z') * 1000;
    expect(await expireAccreditations(deps)).toBe(0);
    api.nowUs += 1_000_000;
    expect(await expireAccreditations(deps)).toBe(1);
    expect(await expireAccreditations(deps)).toBe(0);
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'updateAiVerification',
        fields: expect.objectContaining({ airequestId, aiRequestStatus: 'Expired', accreditedStatus: 'Pending' }),
      },
    ]);
    expect(await accountOf(api, accountId)).toEqual(['Pending', null, '2030-03-31']);
  });

  test('lasts 90 days when nothing else is said, and a later approval outlives an earlier one', async () => {
    const { api, deps } = await start(open);
    const accountId = await anAccount(api);
    const first = await requested(api, accountId);
    fieldsOf(await decide(api, first, 'Approved'));
    // 2030-01-01 in New York when it was approved.
    expect((await accountOf(api, accountId))[2]).toBe('2030-04-01');
    api.nowUs += 80 * DAY_US;
    const second = await requested(api, accountId);
    fieldsOf(await decide(api, second, 'Approved'));
    api.nowUs += 20 * DAY_US;
    expect(await expireAccreditations(deps)).toBe(1);
    expect((await accountOf(api, accountId))[0]).toBe('Verified Accredited');
    const { accreditedDetails } = fieldsOf(await api.call('POST', 'getAiRequest', { accountId }));
    const { request } = accreditedDetails as { request: Item[] };
    expect(request.map(({ aiRequestStatus }) => aiRequestStatus)).toEqual(['Approved', 'Expired']);
  });

  test('ends for more accounts than are read at once, deleted ones among them', async () => {
    const { api, deps } = await start(open);
    const accountId = await anAccount(api);
    const gone = await anAccount(api);
    for (const one of [accountId, gone]) {
      fieldsOf(await decide(api, await requested(api, one), 'Approved'));
    }
    const { db } = api.database;
    const row = await db.selectFrom('accreditation_requests').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 150 }, (_, index) => ({ ...row, request_id: `copy${index}` }));
    await db.insertInto('accreditation_requests').values(more).execute();
    fieldsOf(await api.call('POST', 'deleteAccount', { accountId: gone }));
    api.nowUs += 100 * DAY_US;
    expect(await expireAccreditations(deps)).toBe(152);
    const left = await db
      .selectFrom('accreditation_requests')
      .selectAll()
      .where('request_status', '=', 'Approved')
      .execute();
    expect(left).toEqual([]);
  });
});
