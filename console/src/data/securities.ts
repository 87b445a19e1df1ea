/** The securities: ids, names and issuers, read in pages and read again now and then. */
import type { Fields } from './api.ts';
import type { Session } from './session.ts';
import { instantOf } from './times.ts';
import { Topic } from './topic.ts';

export interface Security {
  readonly securityId: string;
  readonly issuerId: string;
  readonly name: string;
  /** Its symbol, where it has one, and its name. */
  readonly title: string;
  readonly isTrading: boolean;
  readonly orderApproval: boolean;
  readonly isOwn: boolean;
  readonly market: string;
  readonly reason: string | undefined;
  readonly nextChange: { readonly at: number; readonly market: string } | undefined;
}

/** The most listed securities; with more, the list says so and a search finds the others. */
const SECURITIES_MAX = 5000;
const READ_AGAIN_MS = 30_000;
/** The most ids of a call, and of names that are kept. */
const ASKED_MAX = 100;
const ENDED_MAX = 20_000;
/** The most securities that are named by an order at once. */
const ORDERS_READ_MAX = 50;

export class Securities {
  readonly changed = new Topic();
  /** Titles have come for ids that were shown. */
  readonly named = new Topic();
  readonly #session: Session;
  #byId = new Map<string, Security>();
  /** The titles of those that are not listed: they ended, or are others' and await approval. Empty: asked for. */
  readonly #ended = new Map<string, string>();
  #asked: string[] = [];
  /** The same list until it is read again. */
  all: readonly Security[] = [];
  isRead = false;

  constructor(session: Session) {
    this.#session = session;
    void this.#keepReading();
  }

  find(securityId: string): Security | undefined {
    return this.#byId.get(securityId);
  }

  /** As a reader knows it; its id while it is not read. */
  titleOf(securityId: string): string {
    return (this.find(securityId)?.title ?? this.#endedTitle(securityId)) || securityId;
  }

  /** With the id. */
  fullTitleOf(securityId: string): string {
    const title = this.titleOf(securityId);
    return title.endsWith(securityId) ? title : `${title} (${securityId})`;
  }

  #endedTitle(securityId: string): string | undefined {
    if (this.isRead && !this.#ended.has(securityId) && /^\d{1,15}$/.test(securityId)) {
      if (this.#ended.size > ENDED_MAX) this.#ended.clear();
      this.#ended.set(securityId, '');
      this.#asked.push(securityId);
      // After everything that is drawn now.
      if (this.#asked.length === 1) setTimeout(() => this.#readEnded());
    }
    return this.#ended.get(securityId);
  }

  async #readEnded(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      for (let from = 0; from < asked.length; from += ASKED_MAX) {
        const securityIds = asked.slice(from, from + ASKED_MAX);
        const { securities } = await this.#session.api.call('getSecurities', { securityIds });
        for (const one of (securities as Fields[]).map(securityOf)) this.#ended.set(one.securityId, one.title);
      }
      const unnamed = asked.filter((id) => this.#ended.get(id) === '');
      for (const [index, id] of unnamed.entries()) {
        const name = index < ORDERS_READ_MAX ? await this.#nameByOrder(id) : undefined;
        this.#ended.set(id, name ?? `Unlisted security ${id}`);
      }
      // Tables draw their columns again for another list.
      this.all = [...this.all];
      this.changed.changed();
      this.named.changed();
    } catch {
      for (const id of asked) this.#ended.delete(id);
    }
  }

  /** The venue names the unlisted securities of others in one's own orders alone. */
  async #nameByOrder(securityId: string): Promise<string | undefined> {
    const { api, may } = this.#session;
    if (!may('listAtsOrders')) return undefined;
    const { ats_orders } = await api.call('listAtsOrders', { filter: JSON.stringify({ securityId }), limit: 1 });
    const [order] = ats_orders as Fields[];
    return order && String(order.securityName);
  }

  async #keepReading(): Promise<void> {
    while (this.#session.link.status !== 'closed') {
      await this.read();
      await new Promise((resolve) => setTimeout(resolve, this.isRead ? READ_AGAIN_MS : 2000));
    }
  }

  async read(): Promise<void> {
    try {
      const found = new Map<string, Security>();
      for (let after: string | undefined; ; ) {
        const page = await this.#session.api.call('getSecurities', after === undefined ? {} : { after });
        for (const one of page.securities as Fields[]) found.set(String(one.securityId), securityOf(one));
        after = [...found.keys()].at(-1);
        if (page.moreSecurities !== 'Yes' || found.size >= SECURITIES_MAX) break;
      }
      for (const { securityId, title } of this.all) if (!found.has(securityId)) this.#ended.set(securityId, title);
      this.#byId = found;
      this.all = [...found.values()];
      if (!this.isRead) this.named.changed();
      this.isRead = true;
      this.changed.changed();
    } catch {
      // Repeated soon; the header shows that the connection is down.
    }
  }
}

function securityOf(one: Fields): Security {
  const next = one.nextChange as { market: string; time: string } | null;
  const { symbol } = (one.reference ?? {}) as { readonly symbol?: string };
  return {
    securityId: String(one.securityId),
    issuerId: String(one.issuerId),
    name: String(one.securityName),
    title: symbol === undefined ? String(one.securityName) : `${symbol} · ${one.securityName}`,
    isTrading: one.securityStatus === 'Trading',
    orderApproval: one.orderApproval === 'Yes',
    isOwn: one.own === 'Yes',
    market: String(one.market),
    reason: typeof one.reason === 'string' ? one.reason : undefined,
    nextChange: next === null ? undefined : { market: next.market, at: instantOf(next.time) },
  };
}
