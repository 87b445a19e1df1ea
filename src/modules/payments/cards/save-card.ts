import type { Logger } from 'pino';
import type { HostedLinkRow } from '../../../database/schema/index.ts';
import { ProcessorFailed } from '../../../providers/cards/index.ts';
import { holdAccount } from '../../accounts/index.ts';
import { useHostedLink } from '../../shared/hosted-links/index.ts';
import { nextId } from '../../shared/ids/index.ts';
import { type CardForm, expirationOf } from './card-form.ts';
import { hasOpenMove } from './card-move-records.ts';
import { findCard, insertCard, type NewCard, replaceCard, tokenOf } from './card-records.ts';
import type { CardDeps } from './cards-deps.ts';

interface SavedCard {
  /** used: the link was used in the meantime; refused: the account is gone, or no longer as the link wants it. */
  readonly outcome: 'saved' | 'used' | 'refused';
  /** Tokens that nothing names any more. */
  readonly forget: readonly string[];
}

/** Keeps a card that the processor knows, and ends the link: both or neither. */
export async function saveCard(
  { db, secrets, nowUs }: CardDeps,
  link: HostedLinkRow,
  { card, cardType, token }: CardForm & { readonly token: string },
): Promise<SavedCard> {
  const of = { clientId: link.client_id, accountId: link.subject };
  const kept: NewCard = {
    card_holder: card.holder,
    card_type: cardType,
    last_four: card.number.slice(-4),
    expiration: expirationOf(card),
    billing_zip: card.billingZip,
    token,
  };
  const cardId = await nextId(db, 'card');
  return db.transaction().execute(async (transaction): Promise<SavedCard> => {
    if (!(await useHostedLink(transaction, link, nowUs()))) return { outcome: 'used', forget: [token] };
    const isHeld = await holdAccount(transaction, of);
    const before = await findCard(transaction, of.clientId, of.accountId);
    const isReplaced = link.purpose === 'updateLinkedCreditCard';
    if (!isHeld || isReplaced !== (before !== undefined)) return { outcome: 'refused', forget: [token] };
    if (before === undefined) {
      await insertCard({ db: transaction, secrets }, { ...of, cardId }, kept, nowUs());
      return { outcome: 'saved', forget: [] };
    }
    await replaceCard({ db: transaction, secrets }, of, kept, nowUs());
    // A payment that the processor has not decided may be asked for once more, with the card that it was made with.
    const isNeeded = await hasOpenMove(transaction, of, ['Submitted']);
    return { outcome: 'saved', forget: isNeeded ? [] : [tokenOf(before, secrets)] };
  });
}

/** Makes the processor forget a card that nothing here names any more. One that it then still keeps does no harm. */
export async function forgetToken(
  { cards }: Pick<CardDeps, 'cards'>,
  token: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    await cards?.forget(token);
  } catch (error) {
    if (!(error instanceof ProcessorFailed)) throw error;
    log.warn({ err: error }, 'the card processor could not be asked to forget a card');
  }
}
