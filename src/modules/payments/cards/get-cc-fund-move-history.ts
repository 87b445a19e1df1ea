import Type from 'typebox';
import type { CardFundMoveRow } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { LONG_LIST_MAX } from '../../shared/list/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import { accountId } from './card-parameters.ts';
import { cardRail } from './card-rail.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function getCCFundMoveHistory(services: CardServices): Method {
  return defineMethod({
    name: 'getCCFundMoveHistory',
    verb: 'POST',
    group: GROUP,
    summary: `Lists the payments by card of an account, newest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'Those that were voided or returned are among them. An account without payments has an empty list.',
    refusals: [148],
    parameters: { accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(moveSchema)) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      found(ACCOUNT, await findAccount(services.db, reader, values.accountId));
      const shown = (move: CardFundMoveRow) => shownTo(client, move, moveFields(move));
      const { accountId: id } = values;
      return { fields: { creditcardDetails: await cardRail.ofAccount(services, reader, { accountId: id }, shown) } };
    },
  });
}
