import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import { MOVES_MAX, movesOfAccount } from './card-move-records.ts';
import { accountId } from './card-parameters.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function getCCFundMoveHistory({ db }: CardServices): Method {
  return defineMethod({
    name: 'getCCFundMoveHistory',
    verb: 'POST',
    group: GROUP,
    summary: `Lists the payments by card of an account, newest first, at most ${MOVES_MAX.toLocaleString('en')}`,
    description: 'Those that were voided or returned are among them. An account without payments has an empty list.',
    refusals: [148],
    parameters: { accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(moveSchema)) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      found(ACCOUNT, await findAccount(db, reader, values.accountId));
      const moves = await movesOfAccount(db, reader, values.accountId);
      return { fields: { creditcardDetails: moves.map((move) => shownTo(client, move, moveFields(move))) } };
    },
  });
}
