import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../../http/methods/index.ts';
import { optional, required, text, yesNo } from '../../../../http/parameters/index.ts';
import { change } from '../../../shared/change/index.ts';
import { ownedBy } from '../../../shared/record/index.ts';
import { amount, sixDecimals } from '../../../shared/values/index.ts';
import { putAchClient } from './ach-client-records.ts';
import type { AchServices } from './ach-services.ts';

export function updateAchSettings(services: AchServices): Method {
  return defineMethod({
    name: 'updateAchSettings',
    verb: 'POST',
    path: '/v3/admin/updateAchSettings',
    group: 'Administration',
    summary: 'Sets whether debits are made for a client, and how large one may be',
    description: 'What is not sent keeps its value. A new client can make debits, for trades up to 100,000 dollars.',
    refusals: [404],
    operator: true,
    fourEyes: true,
    parameters: {
      clientId: required(text({ description: 'client id', maxLength: 100 })),
      enabled: optional(yesNo({ description: 'No: there is no payment provider (211)' })),
      singleAmountMax: optional(amount('largest trade total of one debit, dollars (234 above it)')),
    },
    response: Type.Object({
      achSettings: Type.Object({
        clientId: Type.String(),
        enabled: Type.String({ enum: ['Yes', 'No'] }),
        singleAmountMax: Type.String(),
      }),
    }),
    handler: change(services, async ({ values }, db) => {
      const client = await db
        .selectFrom('clients')
        .select('client_id')
        .where(ownedBy(values.clientId))
        .executeTakeFirst();
      if (client === undefined) throw new ApiError(404, 'There is no such client');
      const { enabled, singleAmountMax } = values;
      const changes = {
        ...(enabled === undefined ? {} : { enabled: Number(enabled === 'Yes') }),
        ...(singleAmountMax === undefined ? {} : { single_amount_max: sixDecimals(singleAmountMax) }),
      };
      const row = await putAchClient(db, client.client_id, changes, services.nowUs());
      const achSettings = {
        clientId: row.client_id,
        enabled: row.enabled === 1 ? 'Yes' : 'No',
        singleAmountMax: row.single_amount_max,
      };
      return { fields: { achSettings } };
    }),
  });
}
