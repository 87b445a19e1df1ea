import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../../http/methods/index.ts';
import { optional, required, text, yesNo } from '../../../../http/parameters/index.ts';
import { isRoutingNumber } from '../../../../providers/bank/index.ts';
import { ACCOUNT } from '../../../accounts/index.ts';
import { change } from '../../../shared/change/index.ts';
import { EVERY_CLIENT, findRecord, found, ownedBy } from '../../../shared/record/index.ts';
import { amount, line, sixDecimals } from '../../../shared/values/index.ts';
import { blockAccount, putAchClient, unblockAccount } from './ach-client-records.ts';
import type { AchDeps } from './ach-deps.ts';

export function updateAchBlock(deps: AchDeps): Method {
  return defineMethod({
    name: 'updateAchBlock',
    path: '/v3/admin/updateAchBlock',
    group: 'Administration',
    summary: 'Blocks an account for debits, or lifts the block',
    description:
      'A blocked account is refused with 773. A return as not authorised by the payer blocks an account, too.',
    refusals: [148],
    operator: true,
    fourEyes: ({ blocked }) => blocked === 'No',
    parameters: {
      accountId: required(text({ description: 'account id', maxLength: 100 })),
      blocked: required(yesNo()),
      reason: optional(line('why it is blocked')),
    },
    response: Type.Object({
      achBlock: Type.Object({ accountId: Type.String(), blocked: Type.String({ enum: ['Yes', 'No'] }) }),
    }),
    handler: change(deps, async ({ values: { accountId, blocked, reason = 'Blocked by the operator' } }, db) => {
      const account = found(ACCOUNT, await findRecord(db, ACCOUNT, EVERY_CLIENT, accountId));
      if (blocked === 'Yes') await blockAccount(db, account, reason, deps.nowUs());
      else await unblockAccount(db, account.account_id);
      return { fields: { achBlock: { accountId: account.account_id, blocked } } };
    }),
  });
}

export function updateAchSettings(deps: AchDeps): Method {
  return defineMethod({
    name: 'updateAchSettings',
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
    handler: change(deps, async ({ values }, db) => {
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
      const row = await putAchClient(db, client.client_id, changes, deps.nowUs());
      const achSettings = {
        clientId: row.client_id,
        enabled: row.enabled === 1 ? 'Yes' : 'No',
        singleAmountMax: row.single_amount_max,
      };
      return { fields: { achSettings } };
    }),
  });
}

export function validateABARoutingNumber({ ach }: AchDeps): Method {
  return defineMethod({
    name: 'validateABARoutingNumber',
    summary: 'Says whether a routing number is valid: nine digits, the last of which checks the others',
    description:
      'With a directory of banks (ROUTING_DIRECTORY_FILE) it names the bank, and refuses numbers that are not in it.',
    refusals: [215],
    parameters: { routingNumber: required(text({ description: 'routing number', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.String() }),
    handler: ({ values: { routingNumber } }) => {
      if (!isRoutingNumber(routingNumber)) throw new ApiError(215);
      const bank = ach.banks.bank(routingNumber);
      if (bank === undefined && ach.banks.size > 0) throw new ApiError(215, 'routingNumber: no bank has it');
      const accountDetails = bank === undefined ? 'Valid routing number' : `Valid routing number of ${bank.name}`;
      return { fields: { accountDetails } };
    },
  });
}
