import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { date, optional, required, text } from '../../http/parameters/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { EVERY_CLIENT, findRecord, found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { lettersOf, readVerificationFile, verificationUploads } from './accreditation-documents.ts';
import { newRequestFields, newRequestSchema } from './accreditation-fields.ts';
import { ACCREDITATION_REQUEST } from './accreditation-kind.ts';
import { setRequestStatus } from './accreditation-records.ts';

const PARAMETERS = {
  airequestId: required(text({ description: 'airequestId of the request', maxLength: 100 })),
  aiRequestStatus: required(line('Approved, Rejected, or for example Needs More Info')),
  notes: optional(text({ description: 'shown to the client; unchanged when absent' })),
  reviewedBy: optional(line('who decided')),
  allow: optional(line('how the investor is accredited, for example Income or Assets')),
  aiDate: optional(date({ description: 'last date of an approval; 90 days from today when absent' })),
  documentTitle: optional(text({ description: 'title of the letter; Letter when absent', maxLength: 200 })),
};

export function updateAiVerification(services: ModuleServices): Method {
  const { db, documents, nowUs } = services;
  return defineMethod({
    name: 'updateAiVerification',
    verb: 'POST',
    path: '/v3/admin/updateAiVerification',
    group: 'Administration',
    operator: true,
    summary: 'Decides on a request for verification, and may add the letter that confirms it',
    description:
      'For reviewers. Approved makes the account Verified Accredited until aiDate, rejected (in any case) Not ' +
      'Accredited. The client gets webhook updateAiVerification.',
    refusals: [148, 404],
    parameters: PARAMETERS,
    uploads: verificationUploads('the letter, if any: pdf, jpg, jpeg, png or txt; 1024 bytes to 100 MB'),
    response: Type.Object({ accreditedDetails: Type.Array(newRequestSchema) }),
    handler: changeAfter(
      services,
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
        const fields = newRequestFields(await setRequestStatus(transaction, { clientId, id }, set));
        return {
          fields: { accreditedDetails: [fields] },
          alsoFires: [{ clientId, method: 'updateAiVerification', fields }],
        };
      },
    ),
  });
}
