import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { findRecord, found, readerOf } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { attestationAnswer, attestationFields } from './attestation-fields.ts';
import { ATTESTATION } from './attestation-kind.ts';
import { accountId, GROUP } from './custody-parameters.ts';

export function getCustodyAgreementAttestation({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyAgreementAttestation',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the attestation of the custody agreement',
    description: 'An account whose agreement was not attested is refused (404).',
    refusals: [148, 404],
    parameters: { accountId },
    response: attestationAnswer,
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const row = found(ATTESTATION, await findRecord(db, ATTESTATION, account.client_id, account.account_id));
      return { fields: { attestation: attestationFields(row) } };
    },
  });
}
