import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../../http/methods/index.ts';
import { change } from '../../../shared/change/index.ts';
import type { AchServices } from './ach-services.ts';
import { sentAccount } from './external-account-call.ts';
import {
  CREATED_KEY,
  externalAccountFields,
  externalAccountParameters,
  externalAccountSchema,
} from './external-account-fields.ts';
import { holdOwner } from './external-account-owner.ts';
import { findExternalAccount, insertExternalAccount } from './external-account-records.ts';

export function createExternalAccount(services: AchServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createExternalAccount',
    verb: 'POST',
    group: 'ACH',
    summary: 'Adds the one bank account of an account or issuer, of which funds can be debited',
    description:
      'Its numbers are encrypted at rest and answered in base64. Whether the routing number is valid is checked ' +
      'when funds are moved. A second one is refused (116): updateExternalAccount replaces the first.',
    refusals: [116, 136, 148],
    parameters: externalAccountParameters,
    response: Type.Object({
      [CREATED_KEY.Account]: Type.Optional(externalAccountSchema),
      [CREATED_KEY.Issuer]: Type.Optional(externalAccountSchema),
    }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const owner = await holdOwner(db, client.clientId, values);
      if ((await findExternalAccount(db, client.clientId, owner.ownerId)) !== undefined) throw new ApiError(116);
      const under = { owner, nowUs: nowUs() };
      const row = await insertExternalAccount(db, secrets, sentAccount(values, ip), under);
      const fields = externalAccountFields(row, secrets);
      return { fields: { [CREATED_KEY[owner.types]]: fields }, webhook: fields };
    }),
  });
}
