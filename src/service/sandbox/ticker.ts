/** Sends the orders of the script, as the ticker's own client, until it is stopped. */
import type { Logger } from 'pino';
import type { OwnCalls } from './own-calls.ts';
import type { TickerIds } from './ticker-records.ts';
import { LIVE_MAX, type TickerOrder, TickerScript } from './ticker-script.ts';

/** Between two orders, while somebody may be looking: some 40 MB of data a day, at 750 bytes a step. */
const LIVELY_MS = 1500;
/** Otherwise: enough to be alive, and some 3 MB of data a day. */
const QUIET_MS = 20_000;
/** After the start somebody is likely to look. */
const LIVELY_AT_FIRST_MS = 15 * 60 * 1000;
/** After a call that failed. */
const AGAIN_MS = 60_000;
/** Orders of each side that the book begins with. */
const FIRST_ORDERS = 5;
const SEED = 42;

export interface TickerDeps {
  readonly calls: OwnCalls;
  readonly ids: TickerIds;
  /** Connections of the stream that are open: somebody may be looking. */
  readonly watchers: () => number;
  readonly nowMs: () => number;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'warn'>;
}

/** The book restarts; the returned function ends it, and resolves when nothing is under way any more. */
export function startTicker(deps: TickerDeps): () => Promise<void> {
  const ticker = new Ticker(deps);
  return () => ticker.stop();
}

class Ticker {
  readonly #deps: TickerDeps;
  readonly #script = new TickerScript(SEED);
  readonly #startedMs: number;
  /** Ids of the orders that rest, or did: the oldest first. */
  #live: string[] = [];
  #hasBegun = false;
  #isStopped = false;
  #cancelTimer = () => {};
  #underWay: Promise<void>;

  constructor(deps: TickerDeps) {
    this.#deps = deps;
    this.#startedMs = deps.nowMs();
    this.#underWay = this.#turn();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    return this.#underWay;
  }

  async #turn(): Promise<void> {
    let delayMs = AGAIN_MS;
    try {
      if (this.#hasBegun) await this.#step(this.#script.next());
      else await this.#begin();
      delayMs = this.#pauseMs();
    } catch (error) {
      if (!this.#isStopped) this.#deps.log.warn({ err: error }, 'the ticking security rests for a while');
    }
    if (this.#isStopped) return;
    this.#cancelTimer = this.#deps.after(delayMs, () => {
      this.#underWay = this.#turn();
    });
  }

  #pauseMs(): number {
    const { nowMs, watchers } = this.#deps;
    const isLively = watchers() > 0 || nowMs() - this.#startedMs < LIVELY_AT_FIRST_MS;
    return isLively ? LIVELY_MS : QUIET_MS;
  }

  /** The orders of an earlier run are cancelled first. */
  async #begin(): Promise<void> {
    await this.#deps.calls.call('cancelOrders', { securityid: this.#deps.ids.securityId });
    this.#live = [];
    for (let made = 0; made < FIRST_ORDERS && !this.#isStopped; made++) {
      await this.#step(this.#script.resting('Buy'));
      await this.#step(this.#script.resting('Sell'));
    }
    this.#hasBegun = true;
  }

  async #step(order: TickerOrder): Promise<void> {
    const { calls, ids } = this.#deps;
    const { orderDetails } = await calls.call('createOrder', {
      memberid: '1',
      issuerid: ids.issuerId,
      securityid: ids.securityId,
      accountid: order.action === 'Buy' ? ids.buyerAccountId : ids.sellerAccountId,
      type: 'Limit',
      solicited: 'Unsolicited',
      ...order,
    });
    if (order.expiration === 'IOC') return;
    this.#live.push((orderDetails as { orderId: string }).orderId);
    if (this.#live.length <= LIVE_MAX) return;
    const [oldest, ...others] = this.#live;
    this.#live = others;
    // One that was executed or has expired meanwhile cannot be cancelled, and need not be.
    await calls.call('cancelOrder', { orderid: oldest }).catch(() => {});
  }
}
