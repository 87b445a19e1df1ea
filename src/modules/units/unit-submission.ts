/**
 * Gives changes of units in the database their place in the venue (F12). The two have separate stores: a row is
 * written with the change of its trade, submitted once that is durable, and marked with its outcome. The venue knows
 * the newest revision of each trade, and takes each once, so whoever is not sure submits it again: the call that wrote
 * the row, and the leader, which looks for rows that a call has left.
 */
import { easternDate } from '../../calendar/eastern-time.ts';
import type { Db, UnitIssueRow } from '../../database/schema/index.ts';
import {
  type Amount,
  amountFrom,
  ISSUES_SINCE,
  type SecurityId,
  type UnitsCommand,
  VenueUnavailable,
} from '../../exchange/api/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import type { Venue } from '../shared/deps.ts';
import { toMillionths } from '../shared/values/index.ts';
import { endUnits, openUnitsOf, tradesWithOpenUnits } from './unit-rows.ts';

export interface UnitsDeps {
  readonly db: Db;
  readonly venue: Pick<Venue, 'submit' | 'rules'>;
}

/** What follows from the outcome of a takeBack: it ends the row with the change of the trade. */
export type EndTakeBack = (row: UnitIssueRow, isFree: boolean) => Promise<unknown>;

/**
 * Submits what is open of a trade, in order. Rejects with VenueUnavailable while the venue takes no such commands: what
 * is left is submitted later.
 * @param endTakeBack absent: from the first takeBack on the rows are left to those who end it
 */
export async function submitUnits(
  { db, venue }: UnitsDeps,
  tradeId: number,
  endTakeBack?: EndTakeBack | undefined,
): Promise<void> {
  for (const row of await openUnitsOf(db, tradeId)) {
    if (row.kind === 'takeBack' && endTakeBack === undefined) return;
    if (venue.rules < ISSUES_SINCE) throw new VenueUnavailable('a node of the venue does not know issues yet');
    const { ok } = await venue.submit(commandOf(row));
    if (row.kind === 'takeBack') await endTakeBack?.(row, ok);
    else await endUnits(db, row, 'done');
  }
}

/** Trades of which rows are submitted at the same time. */
const AT_ONCE = 50;

export interface SubmittedUnits {
  /** Absent: of all offerings. */
  readonly offeringId?: number;
  readonly endTakeBack?: EndTakeBack;
}

/** Submits everything that is open. */
export async function submitAllUnits(deps: UnitsDeps, { offeringId, endTakeBack }: SubmittedUnits): Promise<void> {
  let after = 0;
  let failed: PromiseRejectedResult | undefined;
  for (;;) {
    const of = offeringId === undefined ? {} : { offeringId };
    const trades = await tradesWithOpenUnits(deps.db, { after, limit: AT_ONCE, ...of });
    const ends = await Promise.allSettled(trades.map((tradeId) => submitUnits(deps, tradeId, endTakeBack)));
    // The others do not wait for one that fails, unless the venue takes no commands.
    failed ??= ends.find((end) => end.status === 'rejected');
    if (trades.length < AT_ONCE || failed?.reason instanceof VenueUnavailable) break;
    after = trades.at(-1) as number;
  }
  if (failed !== undefined) throw failed.reason;
}

/** Runs it; where the venue takes no commands, throws ApiError 503 which says that the change is stored. */
export async function unitsAreStored<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VenueUnavailable)) throw error;
    throw new ApiError(503, `${what}, but the venue is not available; it gets that later`);
  }
}

function commandOf(row: UnitIssueRow): UnitsCommand {
  const command = {
    tradeId: row.trade_id,
    revision: row.revision,
    securityId: row.offering_id as SecurityId,
    clientId: row.client_id,
    accountId: row.account_id,
    units: amountOf(row.units),
  };
  if (row.kind === 'takeBack') return { type: 'takeBack', ...command };
  return { type: 'issue', ...command, cost: amountOf(row.cost), date: easternDate(row.created_at) };
}

/** As the journal has it. */
const amountOf = (text: string): Amount => amountFrom(String(toMillionths(text)));
