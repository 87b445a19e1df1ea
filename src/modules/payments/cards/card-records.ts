import type { Db, LinkedCardRow } from '../../../database/schema/index.ts';
import {
  findRecord,
  newOwned,
  type Reader,
  type RecordKind,
  type SealedDatabase,
  type Secrets,
  writeRecord,
} from '../../shared/record/index.ts';

/** A card that the processor keeps, with what is kept of it here. */
export interface NewCard {
  readonly card_holder: string;
  readonly card_type: string;
  readonly last_four: string;
  /** MMYY. */
  readonly expiration: string;
  readonly billing_zip: string;
  readonly token: string;
}

/** Whose card it is. */
interface CardOwner {
  readonly clientId: string;
  readonly accountId: string;
}

/** The card of the reader's account; undefined when it has none. */
export function findCard(db: Db, reader: Reader, accountId: string): Promise<LinkedCardRow | undefined> {
  return findRecord(db, LINKED_CARD, reader, accountId);
}

export async function insertCard(
  { db, secrets }: SealedDatabase,
  of: CardOwner & { readonly cardId: number },
  { token, ...plain }: NewCard,
  nowUs: number,
): Promise<void> {
  const row: LinkedCardRow = {
    ...plain,
    card_id: of.cardId,
    account_id: of.accountId,
    token_sealed: secrets.seal(token, tokenContext(of.accountId)),
    ...newOwned(of.clientId, nowUs),
  };
  await db.insertInto('linked_cards').values(row).execute();
}

/** Puts another card in the place of the account's; undefined when it has none. */
export function replaceCard(
  { db, secrets }: SealedDatabase,
  of: CardOwner,
  { token, ...plain }: NewCard,
  nowUs: number,
): Promise<LinkedCardRow | undefined> {
  const token_sealed = secrets.seal(token, tokenContext(of.accountId));
  const changes = { ...plain, token_sealed, updated_at: nowUs };
  return writeRecord(db, LINKED_CARD, { clientId: of.clientId, id: of.accountId }, changes);
}

export function deleteCard(db: Db, of: CardOwner, nowUs: number): Promise<LinkedCardRow | undefined> {
  return writeRecord(db, LINKED_CARD, { clientId: of.clientId, id: of.accountId }, { deleted_at: nowUs });
}

/** By which the processor knows the card. */
export function tokenOf(row: LinkedCardRow, secrets: Secrets): string {
  return secrets.open(row.token_sealed, tokenContext(row.account_id));
}

function tokenContext(accountId: string): string {
  return `linked_cards.token:${accountId}`;
}

/** The card of an account, by the account's id. */
export const LINKED_CARD = {
  table: 'linked_cards',
  id: 'account_id',
  unknown: 404,
} as const satisfies RecordKind<'linked_cards'>;
