/** A card as it is shown: never more than the last four digits of its number (K2). */
import Type from 'typebox';
import type { LinkedCardRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { ACCOUNT, findAccount, holdAccount, requireActiveAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import {
  type Field,
  fieldsSchema,
  found,
  piiOf,
  readerOf,
  shownFields,
  shownTo,
  shownToSchema,
} from '../../shared/record/index.ts';
import { changedTimestamp, line, timestamp } from '../../shared/values/index.ts';
import { cardFormAddress } from './card-form-link.ts';
import { hasOpenMove } from './card-move-records.ts';
import { deleteCard, findCard, LINKED_CARD, tokenOf } from './card-records.ts';
import { accountId, type CardDeps } from './cards-deps.ts';
import { forgetToken } from './save-card.ts';

const CARD_FIELDS = [
  { name: 'accountId', pii: 'none' },
  { name: 'creditCardName', column: 'card_holder', kind: line('holder of the card'), empty: '', pii: 'pii_medium' },
  { name: 'cardType', kind: line('for example Visa'), empty: '', pii: 'none' },
  {
    name: 'creditCardNumber',
    column: 'last_four',
    show: (digits: string) => `XXXXXXXXXXXX${digits}`,
    pii: 'pii_medium',
  },
  { name: 'expirationDate', column: 'expiration', kind: line('MMYY'), empty: '', pii: 'pii_medium' },
  { name: 'billingZip', kind: line('postal code'), empty: '', pii: 'pii_medium' },
  { name: 'createdDate', column: 'created_at', list: false, show: timestamp, pii: 'none' },
  { name: 'updatedDate', column: 'updated_at', list: false, show: changedTimestamp, pii: 'none' },
] as const satisfies readonly Field<LinkedCardRow>[];

/** The levels of the fields of linked cards. */
export const CARD_LEVELS = piiOf('account.read', CARD_FIELDS, 'clientId', 'accountDetails', 'creditcardDetails');

const cardSchema = namedObject('Card', fieldsSchema(CARD_FIELDS));

function cardFields(row: LinkedCardRow) {
  return shownFields(CARD_FIELDS, row);
}

export function linkCreditCard(deps: CardDeps): Method {
  const { cards } = deps;
  return defineMethod({
    name: 'linkCreditCard',
    summary: 'Makes the address of a form in which the investor links a card to an account',
    description:
      'The form holds for 24 hours and one card. In an iframe it posts {source: "card", status: ' +
      'success or error, accountId, message} to the page around it, where PAGE_ANCESTORS allows that page (K1).',
    signInAgain: true,
    refusals: [116, 148, 211],
    parameters: { accountId: accountId() },
    response: Type.Object({ accountDetails: Type.String({ description: 'address of the form' }) }),
    handler: change(deps, async ({ client: { clientId }, values }, db) => {
      await requireActiveAccount(db, clientId, values.accountId);
      if (cards === undefined) throw new ApiError(211);
      if ((await findCard(db, clientId, values.accountId)) !== undefined) {
        throw new ApiError(116, 'accountId: updateLinkedCreditCard replaces the card', {
          statusDesc: 'The account already has a linked card',
        });
      }
      const of = { clientId, purpose: 'linkCreditCard', subject: values.accountId } as const;
      return { fields: { accountDetails: await cardFormAddress({ ...deps, db }, of) } };
    }),
  });
}

export function updateLinkedCreditCard(deps: CardDeps): Method {
  const { cards } = deps;
  return defineMethod({
    name: 'updateLinkedCreditCard',
    summary: 'Makes the address of a form in which the investor replaces the linked card of an account',
    description:
      'As linkCreditCard; the account must have a linked card (404). Pending payments are made with the new one.',
    signInAgain: true,
    refusals: [148, 211, 404],
    parameters: { accountId: accountId() },
    response: Type.Object({ accountDetails: Type.String({ description: 'address of the form' }) }),
    handler: change(deps, async ({ client: { clientId }, values }, db) => {
      await requireActiveAccount(db, clientId, values.accountId);
      if (cards === undefined) throw new ApiError(211);
      found(LINKED_CARD, await findCard(db, clientId, values.accountId));
      const of = { clientId, purpose: 'updateLinkedCreditCard', subject: values.accountId } as const;
      return { fields: { accountDetails: await cardFormAddress({ ...deps, db }, of) } };
    }),
  });
}

export function getLinkedCreditCard({ db }: CardDeps): Method {
  return defineMethod({
    name: 'getLinkedCreditCard',
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

export function deleteCreditCard(deps: CardDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'deleteCreditCard',
    summary: 'Deletes the linked card of an account',
    description: 'The processor forgets it too. Refused (190) while a payment with it is Pending or Submitted.',
    signInAgain: true,
    refusals: [148, 190, 404],
    parameters: { accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.String() }),
    handler: change(deps, async ({ client: { clientId }, values, log }, db) => {
      const of = { clientId, accountId: values.accountId };
      if (!(await holdAccount(db, of))) throw new ApiError(ACCOUNT.unknown);
      if (await hasOpenMove(db, of, ['Pending', 'Submitted'])) {
        throw new ApiError(190, 'accountId: a payment with the card is Pending or Submitted');
      }
      const card = found(LINKED_CARD, await deleteCard(db, of, nowUs()));
      return {
        fields: { creditcardDetails: 'The card was deleted' },
        // After the deletion, which holds whatever the processor says.
        afterCommit: () => forgetToken(deps, tokenOf(card, secrets), log),
      };
    }),
  });
}
