import Type from 'typebox';
import { defineMethod, type Method } from '../../../../http/methods/index.ts';
import { change } from '../../../shared/change/index.ts';
import type { AchServices } from './ach-services.ts';
import { ownerParameters } from './external-account-fields.ts';
import { holdOwner } from './external-account-owner.ts';
import { deleteExternalAccountOf } from './external-account-records.ts';

const DELETED = 'Deleted';

export function deleteExternalAccount(services: AchServices): Method {
  return defineMethod({
    name: 'deleteExternalAccount',
    verb: 'POST',
    group: 'ACH',
    summary: 'Deletes the bank account of an account or issuer',
    description:
      'Succeeds also without an external account. Fund moves in progress keep the details that they were made with.',
    refusals: [136, 148],
    parameters: ownerParameters,
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      Ext_Status: Type.Optional(Type.String()),
      issuerId: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
    }),
    handler: change(services, async ({ client, values }, db) => {
      const owner = await holdOwner(db, client.clientId, values);
      await deleteExternalAccountOf(db, owner, services.nowUs());
      if (owner.types === 'Issuer') {
        const fields = { issuerId: owner.ownerId, status: DELETED };
        return { fields, webhook: fields };
      }
      const accountId = owner.ownerId;
      // The answer and the webhook spell it differently.
      return { fields: { accountId, Ext_Status: DELETED }, webhook: { accountId, Ext_status: DELETED } };
    }),
  });
}
