import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import { accountId, refNum } from './card-parameters.ts';
import { cardRail } from './card-rail.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function getCCFundMoveInfo({ db }: CardServices): Method {
  return defineMethod({
    name: 'getCCFundMoveInfo',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads a payment by card',
    description: 'errors has the reason of its return; the values of the processor are in the three processor fields.',
    refusals: [148, 212],
    parameters: { RefNum: refNum(), accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(moveSchema)) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      found(ACCOUNT, await findAccount(db, reader, values.accountId));
      const move = await cardRail.find(db, reader, values.RefNum);
      if (move === undefined || move.account_id !== values.accountId) throw new ApiError(212);
      return { fields: { creditcardDetails: [shownTo(client, move, moveFields(move))] } };
    },
  });
}
