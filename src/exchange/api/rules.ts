/**
 * The version of the rules by which commands are applied. A release that lets a command do something else, or writes
 * one that others cannot read, raises it, and goes on by the old rules until the journal says that the new ones hold:
 * among several nodes not before all of them know those (docs/operate/cluster.md, J14).
 */
export const RULES = 13;

/** The rules since which commands are done in slices (M17). */
export const SLICED_SINCE = 2;

/** The rules since which every command may carry an idempotency key, not only those of orders and blocks. */
export const KEYED_SINCE = 2;

/** The rules since which every match moves positions, whether or not anybody set any (V52). */
export const POSITIONS_SINCE = 3;

/** The rules since which mass cancels concern quotes and blocks, not only orders (V47). */
export const ALL_AT_RISK_SINCE = 4;

/** The rules since which a correction leaves the cost of a position as a replay would (V52). */
export const REPLAYED_COST_SINCE = 4;

/** The rules since which orders go Live in the sequence in which they became Pending, sent back or not (V8). */
export const PENDING_SINCE = 4;

/** The rules since which every node knows the last event of each depth of a book alike (S27). */
export const DEPTH_MARKS_SINCE = 5;

/** The rules since which a replacement may give an order another token (H10). */
export const RENAMED_SINCE = 5;

/** The rules since which a kill switch stops reports of blocks, not only their confirmation (V54). */
export const BLOCKS_STOPPED_SINCE = 6;

/** The rules since which a notice is one event for all its recipients, not one for each (S22). */
export const ONE_NOTICE_SINCE = 7;

/** The rules since which a notice that is journaled twice is emitted once (H9). */
export const NOTICED_ONCE_SINCE = 8;

/** The rules since which orders have display quantities (M19): by earlier ones they show whole. */
export const DISPLAY_SINCE = 9;

/** The rules since which the search for an execution is made in slices, not only its matches (M17). */
export const SEARCHED_IN_SLICES_SINCE = 9;

/**
 * The rules since which positions and the register of transfer rules are one: busts, corrections and reports change
 * both, and so do settlements that are canceled (V43, F4).
 */
export const REGISTER_SINCE = 10;

/**
 * The rules since which units of offerings are issued to the accounts of their trades (F12), and entries of the
 * register have numbers.
 */
export const ISSUES_SINCE = 11;

/**
 * The rules since which an order or a replacement that is applied after its deadline is refused (V71), and orders end
 * at a minute (M14).
 */
export const DEADLINES_SINCE = 11;

/** The rules since which securities have call auctions (Q7). */
export const AUCTIONS_SINCE = 12;

/** The rules since which each change of the register apart from matches is an event, for getRegisterChanges (F17). */
export const REGISTER_CHANGES_SINCE = 12;

/**
 * The rules since which a mass change that waits for other work of its book begins with the first order that is there
 * when its turn comes (M17): before, it changed none where the first had ended meanwhile.
 */
export const FIRST_OF_TURN_SINCE = 12;

/** The rules since which the venue has schedules of fees (X1). */
export const FEES_SINCE = 13;
/**
 * The rules since which quotes are part of the venue's state (V38): before, they were in the database alone, and a
 * mass cancel only noted that it came.
 */
export const QUOTES_SINCE = 13;

/** The rules since which the ids of a mass cancel count among the stored keys of its client (C34). */
export const IDS_COUNTED_SINCE = 13;

/** The rules since which shares are not sold short where all holders together have as many as they may (V52). */
export const SHORT_SALES_BOUND_SINCE = 13;

/** The rules since which the register imports what 0.1.0 left outside of it (F18). */
export const IMPORTS_SINCE = 13;

/** The rules since which the clock of a sandbox can be moved (Z1). */
export const CLOCK_SINCE = 13;

/** The rules since which securities have corporate actions (R1). */
export const ACTIONS_SINCE = 13;

/** The journal was written by rules that this release does not know: under its own rules the state would differ. */
export class UnknownRules extends Error {
  override readonly name = 'UnknownRules';

  constructor(found: number, known: number) {
    super(`the journal goes on by rules ${found}, this release knows them up to ${known}: start a newer release`);
  }
}

/** @param found as counters have it; absent: the first. Throws UnknownRules. */
export function checkRules(found: number | undefined, known: number): void {
  if (found !== undefined && found > known) throw new UnknownRules(found, known);
}
