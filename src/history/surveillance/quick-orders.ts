import type { AlertEvidence, Finding, Thresholds } from '../../database/schema/index.ts';
import { SECOND_US } from '../../time/units.ts';
import { keyOf } from './finding-key.ts';
import type { CancelEvent, SurveyedEvent, TradeEvent } from './surveyed-events.ts';

/** Kept for each client and security: more than any threshold. */
const CANCELS_MAX = 500;
/** Clients and securities that are kept, the most recent. */
const WATCHED_MAX = 20_000;
const EVIDENCE_MAX = 50;

interface Watched {
  cancels: CancelEvent[];
  fills: { readonly trade: TradeEvent; readonly side: 'buy' | 'sell' }[];
}

/**
 * Layering: orders of one side that are cancelled unfilled around a fill of the same client on the other side. Quick
 * cancels: orders that are cancelled unfilled right after their entry. Both are counted in a window of time.
 */
export class QuickOrders {
  readonly #thresholds: Thresholds;
  readonly #watched = new Map<string, Watched>();

  constructor(thresholds: Thresholds) {
    this.#thresholds = thresholds;
  }

  /** The finding that the event completes; an event from before the position only fills the window. */
  take(event: SurveyedEvent): Finding[] {
    if (event.type === 'close') return [];
    if (event.type === 'cancel') return this.#cancelled(event);
    const { buy, sell } = event;
    return [...this.#filled(event, 'buy', buy.clientId), ...this.#filled(event, 'sell', sell.clientId)];
  }

  #cancelled(event: CancelEvent): Finding[] {
    const watched = this.#of(event.clientId, event.securityId, event.time);
    watched.cancels.push(event);
    if (watched.cancels.length > CANCELS_MAX) watched.cancels.shift();
    const { quickCancels, quickCancelMs } = this.#thresholds;
    const quick = watched.cancels.filter(({ time, enteredAt }) => time - enteredAt <= quickCancelMs * 1000);
    const found = this.#layering(watched, event, event.clientId);
    if (quickCancels === 0 || quick.length < quickCancels || quick.at(-1) !== event) return found;
    const figures = { cancels: quick.length, threshold: quickCancels, milliseconds: quickCancelMs };
    return [...found, findingOf('Quick cancels', event, { ...event, figures, evidence: quick.map(evidenceOf) })];
  }

  #filled(trade: TradeEvent, side: 'buy' | 'sell', clientId: string): Finding[] {
    if (trade.isBlock) return [];
    const watched = this.#of(clientId, trade.securityId, trade.time);
    watched.fills.push({ trade, side });
    if (watched.fills.length > CANCELS_MAX) watched.fills.shift();
    return this.#layering(watched, trade, clientId);
  }

  #layering(watched: Watched, last: CancelEvent | TradeEvent, clientId: string): Finding[] {
    const { layeringOrders } = this.#thresholds;
    if (layeringOrders === 0) return [];
    for (const side of ['buy', 'sell'] as const) {
      if (last.type === 'cancel' && last.side !== side) continue;
      const cancels = watched.cancels.filter((one) => one.side === side);
      const fill = watched.fills.findLast((one) => one.side !== side);
      if (cancels.length < layeringOrders || fill === undefined) continue;
      // A trade on the cancelled side says nothing about the other one.
      if (last.type === 'trade' && fill.trade !== last) continue;
      const { matchId, time, price, quantity } = fill.trade;
      const evidence = [{ matchId, time, price, quantity }, ...cancels.map(evidenceOf)];
      const accountId = fill.side === 'buy' ? fill.trade.buy.accountId : fill.trade.sell.accountId;
      const figures = { cancelled: cancels.length, threshold: layeringOrders, side: side === 'buy' ? 'Bid' : 'Offer' };
      return [findingOf('Layering', last, { clientId, accountId, figures, evidence })];
    }
    return [];
  }

  /** Without entries older than the window. */
  #of(clientId: string, securityId: number, time: number): Watched {
    const key = `${securityId} ${clientId}`;
    const known = this.#watched.get(key) ?? { cancels: [], fills: [] };
    const since = time - this.#thresholds.windowSeconds * SECOND_US;
    const oldCancels = known.cancels.findIndex((one) => one.time > since);
    const oldFills = known.fills.findIndex(({ trade }) => trade.time > since);
    const kept = {
      cancels: oldCancels < 0 ? [] : known.cancels.slice(oldCancels),
      fills: oldFills < 0 ? [] : known.fills.slice(oldFills),
    };
    this.#watched.delete(key);
    this.#watched.set(key, kept);
    if (this.#watched.size > WATCHED_MAX) this.#watched.delete(this.#watched.keys().next().value!);
    return kept;
  }
}

function evidenceOf({ orderId, time, price, quantity }: CancelEvent): AlertEvidence {
  return { orderId, time, price, quantity };
}

function findingOf(
  rule: 'Layering' | 'Quick cancels',
  { securityId, time }: SurveyedEvent,
  of: Pick<Finding, 'clientId' | 'accountId' | 'figures' | 'evidence'>,
): Finding {
  const { clientId, accountId, figures, evidence } = of;
  return {
    rule,
    key: keyOf(rule === 'Layering' ? 'layering' : 'quick', securityId, time, clientId),
    securityId,
    clientId,
    accountId,
    otherClientId: null,
    otherAccountId: null,
    time,
    figures,
    evidence: evidence.slice(-EVIDENCE_MAX),
  };
}
