import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, holdAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { found } from '../../shared/record/index.ts';
import { LINKED_CARD } from './card-kind.ts';
import { hasOpenMove } from './card-move-records.ts';
import { accountId } from './card-parameters.ts';
import { deleteCard, tokenOf } from './card-records.ts';
import { type CardServices, GROUP } from './cards-services.ts';
import { forgetToken } from './forget-token.ts';

export function deleteCreditCard(services: CardServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'deleteCreditCard',
    verb: 'POST',
    group: GROUP,
    summary: 'Deletes the linked card of an account',
    description:
      'The processor forgets it too. Refused (190) while a payment with it is Pending or Submitted: ' +
      'requestForVoidCCTransaction calls a Pending one off.',
    refusals: [148, 190, 404],
    parameters: { accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.String() }),
    handler: change(services, async ({ client: { clientId }, values, log }, db) => {
      const of = { clientId, accountId: values.accountId };
      if (!(await holdAccount(db, of))) throw new ApiError(ACCOUNT.unknown);
      if (await hasOpenMove(db, of, ['Pending', 'Submitted'])) {
        throw new ApiError(190, 'accountId: a payment with the card is Pending or Submitted');
      }
      const card = found(LINKED_CARD, await deleteCard(db, of, nowUs()));
      return {
        fields: { creditcardDetails: 'The card was deleted' },
        // After the deletion, which holds whatever the processor says.
        afterCommit: () => forgetToken(services, tokenOf(card, secrets), log),
      };
    }),
  });
}
