import { malformedCall } from '../../../http/body/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { flag, optional, required, text } from '../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress } from '../../shared/values/index.ts';
import { attestationAnswer, attestationFields } from './attestation-fields.ts';
import { putAttestation } from './attestation-records.ts';
import { accountId, GROUP } from './custody-parameters.ts';

export function createCustodyAgreementAttestation(services: ModuleServices): Method {
  return defineMethod({
    name: 'createCustodyAgreementAttestation',
    verb: 'POST',
    group: GROUP,
    summary: 'Records that the investor agreed to the custody agreement',
    description:
      'A custody account can be requested only then (U1). A later attestation takes the place of the one there.',
    refusals: [148],
    parameters: {
      accountId,
      isAttested: required(flag({ description: 'true' })),
      documentUrl: required(
        text({
          description: 'where the agreement that was attested is kept, http or https',
          maxLength: 2000,
          pattern: /^https?:\/\/\S+$/,
          patternReason: 'must be an http or https address',
        }),
      ),
      createdIpAddress: optional(ipAddress()),
    },
    response: attestationAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      if (!values.isAttested) throw malformedCall('method', 'isAttested', 'must be true');
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const row = {
        account_id: account.account_id,
        client_id: client.clientId,
        document_url: values.documentUrl,
        created_ip_address: values.createdIpAddress ?? ip,
        created_at: services.nowUs(),
        deleted_at: null,
      };
      await putAttestation(db, row);
      return { fields: { attestation: attestationFields(row) } };
    }),
  });
}
