import Type from 'typebox';
import { defineMethod, type Method } from '../../../../http/methods/index.ts';
import { change } from '../../../shared/change/index.ts';
import { written, writtenSchema } from '../../../shared/values/index.ts';
import type { AchServices } from './ach-services.ts';
import { sentAccount } from './external-account-call.ts';
import {
  externalAccountFields,
  externalAccountParameters,
  externalAccountSchema,
  WRITTEN_KEY,
} from './external-account-fields.ts';
import { holdOwner } from './external-account-owner.ts';
import { putExternalAccount } from './external-account-records.ts';

export function updateExternalAccount(services: AchServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateExternalAccount',
    verb: 'POST',
    group: 'ACH',
    summary: 'Replaces the bank account of an account or issuer, or adds the first one',
    description:
      'All of the record is replaced, also one that its holder linked. Fund moves that were made keep the bank ' +
      'details that they were made with.',
    refusals: [136, 148],
    parameters: externalAccountParameters,
    response: Type.Object({
      [WRITTEN_KEY.Account]: Type.Optional(writtenSchema(externalAccountSchema)),
      [WRITTEN_KEY.Issuer]: Type.Optional(writtenSchema(externalAccountSchema)),
    }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const owner = await holdOwner(db, client.clientId, values);
      const row = await putExternalAccount(db, secrets, sentAccount(values, ip), { owner, nowUs: nowUs() });
      const fields = externalAccountFields(row, secrets);
      return { fields: { [WRITTEN_KEY[owner.types]]: written(fields) }, webhook: fields };
    }),
  });
}
