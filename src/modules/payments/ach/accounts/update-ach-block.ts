import Type from 'typebox';
import { defineMethod, type Method } from '../../../../http/methods/index.ts';
import { optional, required, text, yesNo } from '../../../../http/parameters/index.ts';
import { ACCOUNT } from '../../../accounts/index.ts';
import { change } from '../../../shared/change/index.ts';
import { EVERY_CLIENT, findRecord, found } from '../../../shared/record/index.ts';
import { line } from '../../../shared/values/index.ts';
import { blockAccount, unblockAccount } from './ach-client-records.ts';
import type { AchServices } from './ach-services.ts';

export function updateAchBlock(services: AchServices): Method {
  return defineMethod({
    name: 'updateAchBlock',
    verb: 'POST',
    path: '/v3/admin/updateAchBlock',
    group: 'Administration',
    summary: 'Blocks an account for debits, or lifts the block',
    description:
      'A blocked account is refused with 773. Returns with which a payer says that a debit was not authorised ' +
      'block an account by themselves.',
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
    handler: change(services, async ({ values: { accountId, blocked, reason = 'Blocked by the operator' } }, db) => {
      const account = found(ACCOUNT, await findRecord(db, ACCOUNT, EVERY_CLIENT, accountId));
      if (blocked === 'Yes') await blockAccount(db, account, reason, services.nowUs());
      else await unblockAccount(db, account.account_id);
      return { fields: { achBlock: { accountId: account.account_id, blocked } } };
    }),
  });
}
