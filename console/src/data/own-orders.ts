/** The client's own orders and trades: read once, then kept right by its events. */
import { type Fields, isRefusal, messageOf } from './api.ts';
import { isOpen, OPEN_STATUSES, type OwnOrder, type OwnTrade, orderOf, textOrNull, tradeOf } from './own-records.ts';
import type { Session } from './session.ts';
import { Topic } from './topic.ts';

const OPEN_MAX = 500;
/** Whatever became of them. */
const NEWEST = 50;
const ENDED_KEPT = 200;
const PLACED_KEPT = 200;
const TRADES_SHOWN = 50;
const READ_AGAIN_MS = 150;
/** The shortest time between two reads of the same list. */
const READS_APART_MS = 500;
/** Events that change the list of own trades. */
const OF_TRADES: ReadonlySet<string> = new Set(['match', 'settlement', 'bust', 'adjust']);

/** Of trades, which are only listed and marked in the chart. */
const TRADES_APART_MS = 2000;

/** Soon after a quiet time; less often when there are many changes. */
const waitAfter = (readAt: number, apart = READS_APART_MS): number =>
  Math.max(READ_AGAIN_MS, readAt + apart - performance.now());

interface Sorted {
  readonly open: readonly OwnOrder[];
  readonly ended: readonly OwnOrder[];
}

const listOf = (order: OwnOrder): keyof Sorted => (isOpen(order) ? 'open' : 'ended');

export class OwnOrders {
  /** Drawn less often than the market: each of its rows has more in it. */
  readonly changed = new Topic(100);
  readonly tradesChanged = new Topic();
  /** Something happened that quotes or positions may show. */
  readonly happened = new Topic(1000);
  trades: readonly OwnTrade[] = [];
  /** Why nothing is shown; undefined: all is there. */
  failure: string | undefined;
  isRead = false;
  /** More are open than are read here: the newest of them. */
  #isCut = false;
  /** Called for each fill and each end of an order that the reader does not know of. */
  onNews: ((event: Fields) => void) | undefined;
  readonly #orders = new Map<string, OwnOrder>();
  /** Orders that this page placed, with the filled shares that the reader knows of. */
  readonly #placed = new Map<string, number>();
  #lists: Partial<Sorted> | undefined;
  readonly #session: Session;
  readonly #unread = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tradesTimer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;
  #tradesReadAt = 0;
  #isPolling = false;

  constructor(session: Session) {
    this.#session = session;
    if (!session.may('listAtsOrders', 'getEvents')) return;
    const events = session.link.stream.orders();
    events.on((item) => {
      if (item.type === 'gap') void this.#readAll();
      else this.#happened(item.event as Fields);
    });
    events.onError(() => void this.#poll());
    // Reads after the first response include everything before it (H3).
    events.ready.then(
      () => this.#readAll(),
      () => {},
    );
  }

  /** Newest first. */
  get open(): readonly OwnOrder[] {
    return this.#sorted().open;
  }

  /** `12`; of more than are read `500+`. */
  get openCount(): string {
    return this.#isCut && this.open.length >= OPEN_MAX ? `${OPEN_MAX}+` : String(this.open.length);
  }

  get ended(): readonly OwnOrder[] {
    return this.#sorted().ended;
  }

  /** Once for each change, for several use it. */
  #sorted(): Sorted {
    this.#lists ??= Object.groupBy([...this.#orders.values()].sort(newestFirst), listOf);
    const { open = [], ended = [] } = this.#lists;
    return { open, ended };
  }

  /** The remaining shares of this client's orders at this price, by side. */
  at(securityId: string): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    for (const order of this.#orders.values()) {
      if (order.securityId !== securityId || order.type === 'RFQ' || !isOpen(order)) continue;
      const key = `${order.side}:${order.price}`;
      shares.set(key, (shares.get(key) ?? 0) + order.remaining);
    }
    return shares;
  }

  /** The shares that the reader knows to be filled; of orders that this page did not place undefined. */
  knownFilled(orderId: string): number | undefined {
    return this.#placed.get(orderId);
  }

  /** From now on the reader hears of fills above these shares. */
  placed(orderId: string, filledShares: number): void {
    this.#placed.set(orderId, filledShares);
    const [oldest] = this.#placed.keys();
    if (this.#placed.size > PLACED_KEPT && oldest !== undefined) this.#placed.delete(oldest);
  }

  /** Reads an order again at once: the answer to a change came before its event. */
  readSoon(orderId: string): void {
    this.#unread.add(orderId);
    this.#timer ??= setTimeout(() => void this.#readUnread(), waitAfter(this.#readAt));
  }

  async #readAll(): Promise<void> {
    const { api } = this.#session;
    try {
      const filter = JSON.stringify({ orderStatus: OPEN_STATUSES });
      const [live, newest] = await Promise.all([
        api.call('listAtsOrders', { limit: OPEN_MAX, filter }),
        api.call('listAtsOrders', { limit: NEWEST }),
      ]);
      this.#orders.clear();
      for (const item of [...(newest.ats_orders as Fields[]), ...(live.ats_orders as Fields[])]) this.#put(item);
      this.#isCut = Number((live.pagination as Fields).totalRecords) > OPEN_MAX;
      this.failure = undefined;
      this.isRead = true;
    } catch (error) {
      this.failure = messageOf(error);
      if (!isRefusal(error)) setTimeout(() => void this.#readAll(), 2000);
    }
    this.#change();
    this.#readTrades();
  }

  #put(item: Fields): void {
    const order = orderOf(item);
    this.#orders.set(order.orderId, order);
  }

  async #readUnread(): Promise<void> {
    this.#timer = undefined;
    this.#readAt = performance.now();
    const ids = [...this.#unread].slice(0, 100);
    for (const id of ids) this.#unread.delete(id);
    try {
      const filter = JSON.stringify({ orderId: ids });
      const { ats_orders } = await this.#session.api.call('listAtsOrders', { limit: 100, filter });
      for (const item of ats_orders as Fields[]) this.#put(item);
      this.#forgetOld();
    } catch (error) {
      if (isRefusal(error)) return;
      for (const id of ids) this.#unread.add(id);
    }
    if (this.#unread.size > 0) this.#timer ??= setTimeout(() => void this.#readUnread(), waitAfter(this.#readAt));
    this.#change();
  }

  /** Of those that have ended, the newest are kept; twice as many before it is looked. */
  #forgetOld(): void {
    if (this.#orders.size < OPEN_MAX + 2 * ENDED_KEPT) return;
    this.#lists = undefined;
    for (const { orderId } of this.ended.slice(ENDED_KEPT)) this.#orders.delete(orderId);
  }

  #happened({ eventType, order }: Fields): void {
    if (eventType === 'order') this.#orderChanged(order as Fields);
    else if (eventType === 'market') return;
    if (OF_TRADES.has(String(eventType))) this.#readTrades();
    this.happened.changed();
  }

  #orderChanged(event: Fields): void {
    const orderId = String(event.orderId);
    this.onNews?.(event);
    const known = this.#orders.get(orderId);
    if (known === undefined || event.change === 'replaced' || event.change === 'restated') {
      this.readSoon(orderId);
      return;
    }
    this.#orders.set(orderId, {
      ...known,
      status: String(event.orderStatus),
      quantity: Number(event.number_shares),
      remaining: Number(event.shares_remaining),
      averagePrice: textOrNull(event.averagePrice),
      reason: typeof event.reason === 'string' ? event.reason : known.reason,
    });
    this.#forgetOld();
    this.#change();
  }

  #change(): void {
    this.#lists = undefined;
    this.changed.changed();
  }

  #readTrades(): void {
    if (!this.#session.may('listAtsTrades')) return;
    this.#tradesTimer ??= setTimeout(
      async () => {
        this.#tradesTimer = undefined;
        this.#tradesReadAt = performance.now();
        try {
          const { ats_trades } = await this.#session.api.call('listAtsTrades', { limit: TRADES_SHOWN });
          this.trades = (ats_trades as Fields[]).map(tradeOf);
          this.tradesChanged.changed();
        } catch {
          // The next event asks again.
        }
      },
      waitAfter(this.#tradesReadAt, TRADES_APART_MS),
    );
  }

  /** Where the stream has no channel of own orders: by long calls. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    let after = 'latest';
    while (this.#session.link.status !== 'closed') {
      try {
        const answer = await this.#session.api.call('getEvents', {
          after,
          limit: 1000,
          wait: after === 'latest' ? 0 : 25,
        });
        if (after === 'latest') await this.#readAll();
        after = String(answer.cursor);
        for (const event of answer.events as Fields[]) this.#happened(event);
      } catch (error) {
        if (isRefusal(error)) {
          this.failure = messageOf(error);
          this.changed.changed();
        }
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  }
}

function newestFirst(one: OwnOrder, other: OwnOrder): number {
  return Number(other.orderId) - Number(one.orderId);
}
