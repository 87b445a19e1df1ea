import Type from 'typebox';
import type { AchFundMoveRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { readerOf } from '../../shared/record/index.ts';
import type { AchServices } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import { DETAILS_KEY, pendingMoveFields, pendingMoveSchema } from './fund-move-fields.ts';
import { requireOwner } from './fund-moves-of-owner.ts';

export function getAchPendingId(services: AchServices): Method {
  return defineMethod({
    name: 'getAchPendingId',
    verb: 'POST',
    group: 'ACH',
    summary: 'Reads the fund moves of an account that wait for the batch of the day, newest first',
    description: 'Without any the answer is 212. The numbers of bank and account are in base64.',
    refusals: [148, 212],
    parameters: { accountId: required(text({ description: 'account or issuer id', maxLength: 100 })) },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(pendingMoveSchema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const accountId = await requireOwner(services.db, reader, values.accountId);
      const shown = (row: AchFundMoveRow) => pendingMoveFields(row, services.secrets);
      const moves = await achRail.ofAccount(services, reader, { accountId, state: 'Pending' }, shown);
      if (moves.length === 0) throw new ApiError(212);
      return { fields: { [DETAILS_KEY]: moves } };
    },
  });
}
