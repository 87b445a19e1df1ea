import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { cardFormAddress } from './card-form-link.ts';
import { accountId } from './card-parameters.ts';
import { findCard } from './card-records.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function linkCreditCard(services: CardServices): Method {
  const { cards } = services;
  return defineMethod({
    name: 'linkCreditCard',
    verb: 'POST',
    group: GROUP,
    summary: 'Makes the address of a form in which the investor links a card to an account',
    description:
      'The form holds for 24 hours and one card. In an iframe it posts {source: "card", status: success or ' +
      'error, accountId, ' +
      'message} to the page around it, where PAGE_ANCESTORS allows that page (K1). An account has one card (116).',
    refusals: [116, 148, 211],
    parameters: { accountId: accountId() },
    response: Type.Object({ accountDetails: Type.String({ description: 'address of the form' }) }),
    handler: change(services, async ({ client: { clientId }, values }, db) => {
      await requireActiveAccount(db, clientId, values.accountId);
      if (cards === undefined) throw new ApiError(211);
      if ((await findCard(db, clientId, values.accountId)) !== undefined) {
        throw new ApiError(116, 'accountId: updateLinkedCreditCard replaces the card', {
          statusDesc: 'The account already has a linked card',
        });
      }
      const of = { clientId, purpose: 'linkCreditCard', subject: values.accountId } as const;
      return { fields: { accountDetails: await cardFormAddress({ ...services, db }, of) } };
    }),
  });
}
