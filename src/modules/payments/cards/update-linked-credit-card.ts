import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { found } from '../../shared/record/index.ts';
import { cardFormAddress } from './card-form-link.ts';
import { LINKED_CARD } from './card-kind.ts';
import { accountId } from './card-parameters.ts';
import { findCard } from './card-records.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function updateLinkedCreditCard(services: CardServices): Method {
  const { cards } = services;
  return defineMethod({
    name: 'updateLinkedCreditCard',
    verb: 'POST',
    group: GROUP,
    summary: 'Makes the address of a form in which the investor replaces the linked card of an account',
    description:
      'As linkCreditCard; the account must have a linked card (404). Pending payments are made with the new one.',
    refusals: [148, 211, 404],
    parameters: { accountId: accountId() },
    response: Type.Object({ accountDetails: Type.String({ description: 'address of the form' }) }),
    handler: change(services, async ({ client: { clientId }, values }, db) => {
      await requireActiveAccount(db, clientId, values.accountId);
      if (cards === undefined) throw new ApiError(211);
      found(LINKED_CARD, await findCard(db, clientId, values.accountId));
      const of = { clientId, purpose: 'updateLinkedCreditCard', subject: values.accountId } as const;
      return { fields: { accountDetails: await cardFormAddress({ ...services, db }, of) } };
    }),
  });
}
