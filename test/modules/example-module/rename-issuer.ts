import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { webhooksIn } from '../../../src/http/openapi/index.ts';
import { numericId } from '../../../src/http/parameters/numbers.ts';
import { required } from '../../../src/http/parameters/presence.ts';
import { ISSUER, issuerStatusFields, issuerStatusSchema } from '../../../src/modules/issuers/issuer-fields.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { found, writeRecord } from '../../../src/modules/shared/record/index.ts';
import { line } from '../../../src/modules/shared/values/parameters.ts';

/** In the program: one of src/modules/webhook-list.ts. */
export const ISSUER_WEBHOOKS = webhooksIn('Issuers', {
  renameIssuer: { summary: 'The name of an issuer was changed', fields: ['issuerId', 'issuerName'] },
});

export function renameIssuer(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'renameIssuer',
    summary: 'Changes the name of an issuer',
    description: 'An issuer of another client is unknown (136).',
    refusals: [ISSUER.unknown],
    parameters: {
      issuerId: required(numericId({ description: 'issuer id' })),
      issuerName: required(line('issuer name')),
    },
    response: Type.Object({ issuerDetails: issuerStatusSchema }),
    handler: change(deps, async ({ client, values }, db) => {
      const { issuerId, issuerName } = values;
      const changes = { issuer_name: issuerName, updated_at: deps.nowUs() };
      const row = found(ISSUER, await writeRecord(db, ISSUER, { clientId: client.clientId, id: issuerId }, changes));
      return { fields: { issuerDetails: issuerStatusFields(row) }, webhook: { issuerId, issuerName } };
    }),
  });
}
