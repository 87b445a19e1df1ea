import Type from 'typebox';
import type { DocumentRow } from '../../database/schema/index.ts';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { date, optional, required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount } from '../accounts/index.ts';
import { change, changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { Documents } from '../shared/documents/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { EVERY_CLIENT, findRecord, found, readerOf } from '../shared/record/index.ts';
import { requestsInStatus } from '../shared/request-queue.ts';
import { line, pageFrom, textsSchema, totalSchema } from '../shared/values/index.ts';
import {
  documentsOf,
  getAiDocument,
  getAiLetter,
  lettersOf,
  readVerificationFile,
  shownDocument,
  uploadVerificationDocument,
  verificationUploads,
} from './accreditation-documents.ts';
import {
  ACCREDITATION_REQUEST,
  NEW_REQUEST_VIEW,
  REQUEST_VIEW,
  REVIEWED_REQUEST_VIEW,
  UPDATED_REQUEST_VIEW,
} from './accreditation-fields.ts';
import { ACCREDITATION_LEVELS, accreditationLists } from './accreditation-lists.ts';
import { insertRequest, requestsOfAccount, setRequestStatus } from './accreditation-records.ts';

/** Whether investors are accredited: requests, documents, letters, and the decisions of the operator. */
export function accreditationModule(deps: ModuleDeps): Method[] {
  return inGroup({ group: 'Accreditation', levels: ACCREDITATION_LEVELS }, [
    requestAiVerification(deps),
    updateAiRequest(deps),
    getAiRequest(deps),
    uploadVerificationDocument(deps),
    getAiDocument(deps),
    getAiLetter(deps),
    getAiRequests(deps),
    updateAiVerification(deps),
    ...accreditationLists(deps),
  ]);
}

function requestAiVerification(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'requestAiVerification',
    summary: 'Requests that people verify that the investor of an account is accredited',
    description:
      'Billed in production. Upload its documents with uploadVerificationDocument. ' +
      'Webhook updateAiVerification reports the decision.',
    refusals: [148],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      aiMethod: required(line('how it is verified: Upload; kept as sent')),
      notes: optional(text({ description: 'for the reviewer' })),
    },
    response: Type.Object({ accreditedDetails: Type.Array(NEW_REQUEST_VIEW.schema) }),
    handler: change(deps, async ({ client, values }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, accountId: account.account_id };
      const asked = { ...of, aiMethod: values.aiMethod, notes: values.notes ?? null };
      const request = await insertRequest(db, asked, deps.nowUs());
      const fields = NEW_REQUEST_VIEW.show({ request, account });
      return { fields: { accreditedDetails: [fields] }, webhook: fields };
    }),
  });
}

function updateAiRequest(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'updateAiRequest',
    summary: 'Sets the status of a request for verification, for example New Info Added',
    description:
      'Any text. Approved: the account is Verified Accredited; rejected: Not Accredited; otherwise it stays as it is.',
    refusals: [148, 404],
    parameters: {
      airequestId: required(text({ description: 'airequestId of requestAiVerification', maxLength: 100 })),
      aiRequestStatus: required(line('for example New Info Added or Updated Letter Requested')),
    },
    response: Type.Object({ accreditedDetails: Type.Array(UPDATED_REQUEST_VIEW.schema) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const of = { clientId: client.clientId, id: values.airequestId };
      const set = { status: values.aiRequestStatus, ip, nowUs: deps.nowUs() };
      const fields = UPDATED_REQUEST_VIEW.show(await setRequestStatus(db, of, set));
      return { fields: { accreditedDetails: [fields] }, webhook: fields };
    }),
  });
}

function getAiRequests({ db }: ModuleDeps): Method {
  return operatorMethod({
    name: 'getAiRequests',
    summary: 'Lists the requests for verification of all clients in one status, the oldest first',
    description: 'For reviewers: open requests are Pending, or have a status of the client, such as New Info Added.',
    parameters: {
      aiRequestStatus: optional(line('Pending when absent; as it was sent')),
      ...pageFrom('requests'),
    },
    response: Type.Object({ requests: Type.Array(REVIEWED_REQUEST_VIEW.schema), ...totalSchema }),
    handler: async ({ values: { aiRequestStatus = 'Pending', ...page } }) => {
      const { rows, totalRecords } = await requestsInStatus(db, 'accreditation_requests', aiRequestStatus, page);
      return { fields: { requests: rows.map(REVIEWED_REQUEST_VIEW.show), totalRecords } };
    },
  });
}

const PARAMETERS = {
  airequestId: required(text({ description: 'airequestId of the request', maxLength: 100 })),
  aiRequestStatus: required(line('Approved, Rejected, or for example Needs More Info')),
  notes: optional(text({ description: 'shown to the client; unchanged when absent' })),
  reviewedBy: optional(line('who decided')),
  allow: optional(line('how the investor is accredited, for example Income or Assets')),
  aiDate: optional(date({ description: 'last date of an approval; 90 days from today when absent' })),
  documentTitle: optional(text({ description: 'title of the letter; Letter when absent', maxLength: 200 })),
};

function updateAiVerification(deps: ModuleDeps): Method {
  const { db, documents, nowUs } = deps;
  return defineMethod({
    name: 'updateAiVerification',
    path: '/v3/admin/updateAiVerification',
    group: 'Administration',
    operator: true,
    summary: 'Decides on a request for verification, and may add the letter that confirms it',
    description: 'For reviewers. Approved: the account is Verified Accredited until aiDate; rejected: Not Accredited.',
    refusals: [148, 404],
    parameters: PARAMETERS,
    uploads: verificationUploads('the letter, if any: pdf, jpg, jpeg, png or txt; 1024 bytes to 100 MB'),
    response: Type.Object({ accreditedDetails: Type.Array(NEW_REQUEST_VIEW.schema) }),
    handler: changeAfter(
      deps,
      async ({ values, files = [] }) => {
        const id = values.airequestId;
        const request = found(ACCREDITATION_REQUEST, await findRecord(db, ACCREDITATION_REQUEST, EVERY_CLIENT, id));
        const of = { clientId: request.client_id, accountId: request.account_id };
        if (files.length === 0) return of;
        const letter = await readVerificationFile(values.documentTitle ?? 'Letter', files);
        await documents.keep(lettersOf(of), [letter], null);
        return of;
      },
      async ({ values, ip }, transaction, { clientId }) => {
        const { airequestId: id, aiRequestStatus: status, notes, reviewedBy, allow, aiDate: validUntil } = values;
        const set = { status, notes, reviewedBy, allow, validUntil, ip, nowUs: nowUs() };
        const fields = NEW_REQUEST_VIEW.show(await setRequestStatus(transaction, { clientId, id }, set));
        return {
          fields: { accreditedDetails: [fields] },
          alsoFires: [{ clientId, method: 'updateAiVerification', fields }],
        };
      },
    ),
  });
}

const DOCUMENT = textsSchema(
  'id',
  'documentid',
  'documentTitle',
  'documentFileName',
  'documentFileReferenceCode',
  'status',
  'documentUrl',
);

function getAiRequest({ db, documents }: ModuleDeps): Method {
  return defineMethod({
    name: 'getAiRequest',
    summary: 'Reads the requests to verify the investor of an account, newest first, with the documents',
    description: 'The links to the documents expire. An account without a request is refused (404).',
    refusals: [148, 404],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({
      accreditedDetails: Type.Object({
        request: Type.Array(REQUEST_VIEW.schema),
        documents: Type.Optional(Type.Array(DOCUMENT)),
      }),
    }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const of = { clientId: account.client_id, accountId: account.account_id };
      const requests = await requestsOfAccount(db, of.clientId, of.accountId);
      found(ACCREDITATION_REQUEST, requests[0]);
      const request = requests.map((row) => REQUEST_VIEW.show({ request: row, account }));
      const rows = await documents.list(documentsOf(of));
      if (rows.length === 0) return { fields: { accreditedDetails: { request } } };
      const shown = await Promise.all(rows.map((row) => documentOfRequest(documents, row)));
      return { fields: { accreditedDetails: { request, documents: shown } } };
    },
  });
}

async function documentOfRequest(documents: Documents, row: DocumentRow): Promise<Record<string, string>> {
  const { accountId: _, createdDate: __, ...fields } = await shownDocument(documents, row);
  return { ...fields, status: 'ACTIVE' };
}
