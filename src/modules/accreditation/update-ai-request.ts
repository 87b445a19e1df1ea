import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { updatedRequestFields, updatedRequestSchema } from './accreditation-fields.ts';
import { GROUP } from './accreditation-kind.ts';
import { setRequestStatus } from './accreditation-records.ts';

export function updateAiRequest(services: ModuleServices): Method {
  return defineMethod({
    name: 'updateAiRequest',
    verb: 'POST',
    group: GROUP,
    summary: 'Sets the status of a request for verification, for example New Info Added',
    description:
      'Any text, kept as sent. Approved makes the account Verified Accredited, rejected (in any case) Not ' +
      'Accredited; anything else leaves the account as it is.',
    refusals: [148, 404],
    parameters: {
      airequestId: required(text({ description: 'airequestId of requestAiVerification', maxLength: 100 })),
      aiRequestStatus: required(line('for example New Info Added or Updated Letter Requested')),
    },
    response: Type.Object({ accreditedDetails: Type.Array(updatedRequestSchema) }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const of = { clientId: client.clientId, id: values.airequestId };
      const set = { status: values.aiRequestStatus, ip, nowUs: services.nowUs() };
      const fields = updatedRequestFields(await setRequestStatus(db, of, set));
      return { fields: { accreditedDetails: [fields] }, webhook: fields };
    }),
  });
}
