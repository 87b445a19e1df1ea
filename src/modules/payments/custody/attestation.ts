import Type from 'typebox';
import type { CustodyAttestationRow, Db } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { flag, optional, required, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { findRecord, found, type RecordKind, readerOf } from '../../shared/record/index.ts';
import { at, ipAddress, says, view } from '../../shared/values/index.ts';
import { accountId } from './custody-parameters.ts';

export const ATTESTATION: RecordKind<'custody_attestations'> = {
  table: 'custody_attestations',
  id: 'account_id',
  unknown: 404,
};

const ATTESTATION_VIEW = view<CustodyAttestationRow>('CustodyAttestation')({
  accountId: 'account_id',
  isAttested: says(() => '1'),
  documentUrl: 'document_url',
  createdDate: at('created_at'),
});
const attestationAnswer = Type.Object({ attestation: ATTESTATION_VIEW.schema });

/** Stores the attestation of an account, in the place of an earlier one. */
async function putAttestation(db: Db, row: CustodyAttestationRow): Promise<void> {
  const { document_url, created_ip_address, created_at } = row;
  await db
    .insertInto('custody_attestations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ document_url, created_ip_address, created_at }),
    )
    .execute();
}

export function createCustodyAgreementAttestation(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'createCustodyAgreementAttestation',
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
    handler: change(deps, async ({ client, values, ip }, db) => {
      if (!values.isAttested) throw malformedCall('method', 'isAttested', 'must be true');
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const row = {
        account_id: account.account_id,
        client_id: client.clientId,
        document_url: values.documentUrl,
        created_ip_address: values.createdIpAddress ?? ip,
        created_at: deps.nowUs(),
        deleted_at: null,
      };
      await putAttestation(db, row);
      return { fields: { attestation: ATTESTATION_VIEW.show(row) } };
    }),
  });
}

export function getCustodyAgreementAttestation({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getCustodyAgreementAttestation',
    summary: 'Reads the attestation of the custody agreement',
    description: 'An account whose agreement was not attested is refused (404).',
    refusals: [148, 404],
    parameters: { accountId },
    response: attestationAnswer,
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const row = found(ATTESTATION, await findRecord(db, ATTESTATION, account.client_id, account.account_id));
      return { fields: { attestation: ATTESTATION_VIEW.show(row) } };
    },
  });
}
