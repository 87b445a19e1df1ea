import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { requireActiveAccount } from '../accounts/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { newRequestFields, newRequestSchema } from './accreditation-fields.ts';
import { GROUP } from './accreditation-kind.ts';
import { insertRequest } from './accreditation-records.ts';

export function requestAiVerification(services: ModuleServices): Method {
  return defineMethod({
    name: 'requestAiVerification',
    verb: 'POST',
    group: GROUP,
    summary: 'Requests that people verify that the investor of an account is accredited',
    description:
      'Billed in production. The request is Pending. Upload its documents with uploadVerificationDocument; webhook ' +
      'updateAiVerification reports the decision.',
    refusals: [148],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      aiMethod: required(line('how it is verified: Upload; kept as sent')),
      notes: optional(text({ description: 'for the reviewer' })),
    },
    response: Type.Object({ accreditedDetails: Type.Array(newRequestSchema) }),
    handler: change(services, async ({ client, values }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, accountId: account.account_id };
      const asked = { ...of, aiMethod: values.aiMethod, notes: values.notes ?? null };
      const request = await insertRequest(db, asked, services.nowUs());
      const fields = newRequestFields({ request, account });
      return { fields: { accreditedDetails: [fields] }, webhook: fields };
    }),
  });
}
