import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { cardFields, cardSchema } from './card-fields.ts';
import { LINKED_CARD } from './card-kind.ts';
import { accountId } from './card-parameters.ts';
import { findCard } from './card-records.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function getLinkedCreditCard({ db }: CardServices): Method {
  return defineMethod({
    name: 'getLinkedCreditCard',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the linked card of an account',
    description: 'Of the number the last four digits are shown; no more of it is kept (K2). 404 without a card.',
    refusals: [148, 404],
    parameters: { accountId: accountId() },
    response: Type.Object({ creditcardDetails: shownToSchema(cardSchema) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      found(ACCOUNT, await findAccount(db, reader, values.accountId));
      const card = found(LINKED_CARD, await findCard(db, reader, values.accountId));
      return { fields: { creditcardDetails: shownTo(client, card, cardFields(card)) } };
    },
  });
}
