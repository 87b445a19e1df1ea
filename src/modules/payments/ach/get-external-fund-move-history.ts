import Type from 'typebox';
import type { AchFundMoveRow } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { readerOf } from '../../shared/record/index.ts';
import type { AchServices } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import { fundMoveFields, fundMoveSchema } from './fund-move-fields.ts';
import { requireOwner } from './fund-moves-of-owner.ts';

export function getExternalFundMoveHistory(services: AchServices): Method {
  return defineMethod({
    name: 'getExternalFundMoveHistory',
    verb: 'POST',
    group: 'ACH',
    summary: 'Reads all fund moves of an account, newest first, at most 10,000',
    description: 'The numbers of bank and account are in base64. Empty without fund moves.',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'account or issuer id', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.Array(fundMoveSchema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const accountId = await requireOwner(services.db, reader, values.accountId);
      const shown = (row: AchFundMoveRow) => fundMoveFields(row, services.secrets);
      return { fields: { accountDetails: await achRail.ofAccount(services, reader, { accountId }, shown) } };
    },
  });
}
