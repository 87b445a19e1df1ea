/**
 * What happened beside the books, told in the venue's order: the answers to quotes, what became of matches and of
 * blocks. The venue keeps nothing of it: a notice gets its sequence number, and goes to those whom it concerns. Those
 * of blocks follow from the commands of blocks; all others have a place of their own in the journal.
 */
export type NoticeKind = 'quote' | 'settlement' | 'bust' | 'block';

/** To one client, in the words in which it is shown. */
export interface Note {
  readonly clientId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface NoticeCommand {
  readonly type: 'notice';
  /** Random: a notice that was journaled before a crash is known again by it. */
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly securityId: number;
  readonly to: readonly Note[];
}

/** A notice as one client is told it. */
export interface NoticeView extends Note {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly securityId: number;
}
