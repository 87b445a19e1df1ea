import Type from 'typebox';
import { defineMethod, type Method } from '../../../src/http/methods/method.ts';
import { numericId } from '../../../src/http/parameters/numbers.ts';
import { required } from '../../../src/http/parameters/presence.ts';
import { ISSUER, issuerStatusFields, issuerStatusSchema } from '../../../src/modules/issuers/issuer-fields.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import { found, writeRecord } from '../../../src/modules/shared/record/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { line } from '../../../src/modules/shared/values/parameters.ts';

export function renameIssuer(services: ModuleServices): Method {
  return defineMethod({
    name: 'renameIssuer',
    summary: 'Changes the name of an issuer',
    refusals: [ISSUER.unknown],
    parameters: {
      issuerId: required(numericId({ description: 'issuer id' })),
      issuerName: required(line('issuer name')),
    },
    response: Type.Object({ issuerDetails: issuerStatusSchema }),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, id: values.issuerId };
      const changes = { issuer_name: values.issuerName, updated_at: services.nowUs() };
      const row = found(ISSUER, await writeRecord(db, ISSUER, of, changes));
      return { fields: { issuerDetails: issuerStatusFields(row) } };
    }),
  });
}
