import type { AlertEvidence, Db, Finding, Thresholds } from '../../database/schema/index.ts';
import { SECOND_US } from '../../time/units.ts';
import { keyOf } from './finding-key.ts';
import { type CloseEvent, type TradeEvent, tradesUpTo } from './surveyed-events.ts';

/** Trades before a close that are checked. */
const TRADES_MAX = 500;
const EVIDENCE_MAX = 50;
/** Least part of the shares of the time before a close that its last initiator traded, percent. */
const INITIATED_PERCENT = 50;

/** Prices that leave the band around the trade before, by security. */
export class PriceBand {
  readonly #history: Db;
  readonly #percent: number;
  readonly #last = new Map<number, TradeEvent>();

  constructor(history: Db, { priceBandPercent }: Thresholds) {
    this.#history = history;
    this.#percent = priceBandPercent;
  }

  async take(trade: TradeEvent): Promise<Finding[]> {
    if (this.#percent === 0 || trade.isBlock) return [];
    const before = this.#last.get(trade.securityId) ?? (await this.#before(trade));
    this.#last.set(trade.securityId, trade);
    if (before === undefined || movePercent(before.price, trade.price) <= this.#percent) return [];
    return [
      {
        rule: 'Price band',
        key: keyOf('band', trade.securityId, trade.time),
        securityId: trade.securityId,
        ...sidesOf(trade),
        time: trade.time,
        figures: {
          price: trade.price / 1e6,
          before: before.price / 1e6,
          movePercent: rounded(movePercent(before.price, trade.price)),
          threshold: this.#percent,
        },
        evidence: [evidenceOf(before), evidenceOf(trade)],
      },
    ];
  }

  async #before({ securityId, matchId }: TradeEvent): Promise<TradeEvent | undefined> {
    return (await tradesUpTo(this.#history, securityId, matchId - 1, 1))[0];
  }
}

/**
 * The last trades before a close, or up to the end of an auction, that moved the price, where one client initiated most
 * of them and the last. In an auction the later order of a match is the initiator (Q2), so a late order counts.
 */
export async function markingTheClose(
  history: Db,
  { securityId, time, matchId }: CloseEvent,
  { closeMovePercent, closeSeconds }: Thresholds,
): Promise<Finding[]> {
  if (closeMovePercent === 0) return [];
  const trades = await tradesUpTo(history, securityId, matchId, TRADES_MAX);
  const since = time - closeSeconds * SECOND_US;
  const inTime = trades.filter((trade) => trade.time > since);
  const [last, before] = [inTime[0], trades[inTime.length]];
  if (last === undefined || before === undefined) return [];
  const move = movePercent(before.price, last.price);
  const client = initiatorOf(last).clientId;
  const own = inTime.filter((trade) => initiatorOf(trade).clientId === client);
  const percent = (100 * sharesOf(own)) / sharesOf(inTime);
  if (move < closeMovePercent || percent < INITIATED_PERCENT) return [];
  return [
    {
      rule: 'Marking the close',
      key: keyOf('close', securityId, time, client),
      securityId,
      clientId: client,
      accountId: initiatorOf(last).accountId,
      otherClientId: null,
      otherAccountId: null,
      time,
      figures: {
        before: before.price / 1e6,
        last: last.price / 1e6,
        movePercent: rounded(move),
        threshold: closeMovePercent,
        initiatedPercent: rounded(percent),
      },
      evidence: [evidenceOf(before), ...own.slice(0, EVIDENCE_MAX).reverse().flatMap(initiatedEvidence)],
    },
  ];
}

function initiatorOf({ initiator, buy, sell }: TradeEvent) {
  return initiator === 'buy' ? buy : sell;
}

/** The initiator is who moved the price. */
function sidesOf(trade: TradeEvent) {
  const other = trade.initiator === 'buy' ? trade.sell : trade.buy;
  const { clientId, accountId } = initiatorOf(trade);
  return { clientId, accountId, otherClientId: other.clientId, otherAccountId: other.accountId };
}

export function movePercent(from: number, to: number): number {
  return (100 * Math.abs(to - from)) / from;
}

export function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}

export function sharesOf(trades: readonly TradeEvent[]): number {
  return trades.reduce((sum, { quantity }) => sum + quantity, 0);
}

function evidenceOf({ matchId, time, price, quantity }: TradeEvent): AlertEvidence {
  return { matchId, time, price, quantity };
}

function initiatedEvidence(trade: TradeEvent): AlertEvidence[] {
  return [evidenceOf(trade), { orderId: initiatorOf(trade).orderId, time: trade.time }];
}
