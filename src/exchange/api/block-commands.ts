/** Negotiated blocks: matches that two clients agreed on outside of the book and report to the venue (V59 to V63). */
import type { Microseconds } from '../../time/units.ts';
import type { Idempotency } from './idempotency.ts';
import type { OrderTicket } from './orders.ts';
import type { BlockId, MatchId, Millionths, Shares } from './units.ts';

/** Reported: it waits for the other side. All others are its end. */
export const BLOCK_STATUSES = ['Reported', 'Confirmed', 'Declined', 'Cancelled', 'Expired'] as const;
export type BlockStatus = (typeof BLOCK_STATUSES)[number];

export interface BlockTerms {
  /** Of the order that is made for the side of the client that reports. */
  readonly ticket: OrderTicket;
  readonly quantity: Shares;
  readonly price: Millionths;
  /** The other side, and the account that it is to trade for; null: whichever it says. */
  readonly counterparty: { readonly clientId: string; readonly accountId: string | null };
}

export interface ReportBlockCommand extends BlockTerms {
  readonly type: 'reportBlock';
  /** The time of the other side to answer; null: that of the settings. */
  readonly seconds: number | null;
  readonly idempotency?: Idempotency;
}

/** The other side agrees: the block trades. */
export interface ConfirmBlockCommand {
  readonly type: 'confirmBlock';
  readonly clientId: string;
  readonly blockId: BlockId;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly token: string | null;
  readonly ip: string;
  readonly idempotency?: Idempotency;
}

/** The other side declines it, or the side that reported it takes it back. */
export interface EndBlockCommand {
  readonly type: 'endBlock';
  readonly clientId: string;
  readonly blockId: BlockId;
  readonly status: 'Declined' | 'Cancelled';
  readonly reason: string | null;
  readonly idempotency?: Idempotency;
}

export type BlockCommand = ReportBlockCommand | ConfirmBlockCommand | EndBlockCommand;

/** The time of a block is over. */
export interface BlockTimerCommand {
  readonly type: 'blockTimer';
  readonly blockId: BlockId;
}

/** A block that waits for the other side. */
export interface ReportedBlock extends BlockTerms {
  readonly blockId: BlockId;
  readonly reportedAt: Microseconds;
  readonly expiresAt: Microseconds;
}

/** A block as its reads show it. */
export interface BlockView extends ReportedBlock {
  readonly status: BlockStatus;
  readonly reason: string | null;
  /** Of one that was confirmed. */
  readonly matchId: MatchId | null;
}

/** Reads of blocks. */
export interface BlockReads {
  /** Those that wait, of the client on either side, with an id above `after`: the first `limit`, oldest first. */
  blocksOf(clientId: string, after: number, limit: number): readonly BlockView[];
}
