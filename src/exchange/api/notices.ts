/**
 * What happened beside the books, told in the venue's order: the answers to quotes, what became of matches and of
 * blocks, and what the operator tells all (`notice`). The venue keeps nothing of it: a notice gets its sequence number,
 * and goes to those whom it concerns. Those of blocks follow from the commands of blocks; all others have a place of
 * their own in the journal.
 */
export type NoticeKind = 'quote' | 'settlement' | 'bust' | 'block' | 'notice';

/**
 * In the place of a client id: everybody is told. Not null, which releases before this one could not keep: what is told
 * to all is a record that they read as one of nobody (J14).
 */
export const EVERYBODY = '';

/** Whom it concerns what is told to `clientId`; null: everybody. */
export function toldTo(clientId: string): readonly string[] | null {
  return clientId === EVERYBODY ? null : [clientId];
}

/** In the place of a security id: it concerns none. */
export const NO_SECURITY = 0;

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
  readonly securityId: number;
  readonly to: readonly Note[];
}

/** A notice as one client is told it. */
export interface NoticeView extends Note {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly securityId: number;
}
