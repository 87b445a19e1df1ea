/**
 * Events outside the books, published in the venue's order: the answers to quotes, what became of matches and of
 * blocks, and notices of the operator to all (`notice`). The venue keeps nothing of it: a notice gets its sequence
 * number, and goes to those whom it concerns. Those of quotes, blocks and corrected matches follow from their commands;
 * all others have their own place in the journal.
 */
import type { MatchTerms, Position } from './limits.ts';
import type { QuoteView } from './quotes.ts';
import type { MatchId, SecurityId } from './units.ts';
export type NoticeKind = 'quote' | 'rfq' | 'settlement' | 'bust' | 'adjust' | 'block' | 'notice' | 'corporateAction';

/**
 * In the place of a client id: everybody. Not null, which earlier releases could not keep: a notice
 * to all is a record that they read as one of nobody (J14).
 */
export const EVERYBODY = '';

/** The clients that a notice goes to; null: everybody. */
export function recipientsOf(to: readonly Pick<Note, 'clientId'>[]): readonly string[] | null {
  return to.some(({ clientId }) => clientId === EVERYBODY) ? null : to.map(({ clientId }) => clientId);
}

/** In the place of a security id: it concerns none. */
export const NO_SECURITY = 0 as SecurityId;

/** To one client, in the words in which it is shown. */
export interface Note {
  /** Or EVERYBODY. */
  readonly clientId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What was reported of the settlement of a match (V43). */
export interface ReportedSettlement {
  readonly matchId: MatchId;
  readonly outcome: 'Settled' | 'Canceled';
  /** As it was matched: what holds unless the venue knows a correction. */
  readonly matched: MatchTerms;
  readonly buyer: Omit<Position, 'quantity'>;
  readonly seller: Omit<Position, 'quantity'>;
  /** The client that reported it; absent: not known. */
  readonly reportedBy?: string;
}

export interface NoticeCommand {
  readonly type: 'notice';
  /** Random: a notice that was journaled before a crash is known again by it. */
  readonly noticeId: string;
  readonly kind: NoticeKind;
  /** Or NO_SECURITY. */
  readonly securityId: SecurityId;
  readonly to: readonly Note[];
  /** Of a settlement: the register follows. Earlier releases do not read it. */
  readonly settlement?: ReportedSettlement;
}

/** A notice with what each of its recipients sees of it, each client once. */
export interface NoticeView extends Omit<NoticeCommand, 'type' | 'settlement'> {
  /** Of a change of a quote since QUOTES_SINCE: the quote, for the history. Not for clients: it has both sides. */
  readonly quote?: QuoteView;
}
