/**
 * Events outside the books, published in the venue's order: the answers to quotes, what became of matches and of
 * blocks, and notices of the operator to all (`notice`). The venue keeps nothing of it: a notice gets its sequence
 * number, and goes to those whom it concerns. Those of blocks and of corrected matches follow from their commands; all
 * others have their own place in the journal.
 */
import type { SecurityId } from './units.ts';
export type NoticeKind = 'quote' | 'settlement' | 'bust' | 'adjust' | 'block' | 'notice';

/**
 * In the place of a client id: everybody. Not null, which earlier releases could not keep: a notice
 * to all is a record that they read as one of nobody (J14).
 */
export const EVERYBODY = '';

/** The recipients of a notice to `clientId`; null: everybody. */
export function recipientsOf(clientId: string): readonly string[] | null {
  return clientId === EVERYBODY ? null : [clientId];
}

/** In the place of a security id: it concerns none. */
export const NO_SECURITY = 0 as SecurityId;

/** To one client, in the words in which it is shown. */
export interface Note {
  /** Or EVERYBODY. */
  readonly clientId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface NoticeCommand {
  readonly type: 'notice';
  /** Random: a notice that was journaled before a crash is known again by it. */
  readonly noticeId: string;
  readonly kind: NoticeKind;
  /** Or NO_SECURITY. */
  readonly securityId: SecurityId;
  readonly to: readonly Note[];
}

/** A notice as one client sees it. */
export interface NoticeView extends Note {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly securityId: SecurityId;
}
