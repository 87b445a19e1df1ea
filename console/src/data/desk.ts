/** The state that the pages share: the session, the data of market and orders, and the selected security. */
import { pathOf } from './address.ts';
import { type ApiCall, type Fields, failureOf, isRehearsed, messageOf } from './api.ts';
import { listenToCalls } from './call-news.ts';
import { Inbox, type SayingKind } from './inbox.ts';
import { MarketData } from './market-data.ts';
import { Names } from './names.ts';
import { Needs } from './needs.ts';
import { OrderNewsCollector } from './order-news.ts';
import { OwnOrders } from './own-orders.ts';
import { prefer } from './preferences.ts';
import { PriceAlerts } from './price-alerts.ts';
import { Securities } from './securities.ts';
import type { Session } from './session.ts';
import { soundForNews } from './sound.ts';
import { Topic } from './topic.ts';

/** What a message offers besides its text. */
interface Offers {
  /** By which the action was done. */
  readonly call?: ApiCall | undefined;
  /** Does the opposite, and says what became of it. */
  readonly undo?: (() => unknown) | undefined;
}

export interface Saying extends Offers {
  readonly id: number;
  readonly kind: SayingKind;
  readonly text: string;
}

/** The values that a click on a price, or a key, puts into the ticket. */
export interface Draft {
  readonly side?: 'Buy' | 'Sell';
  readonly price?: string;
  readonly quantity?: number;
}

const SAID_FOR_MS = 8000;
/** Where there is something to decide. */
const OFFERED_FOR_MS = 20_000;
/** The page does not change its mind once the reader looks at it. */
const SETTLED_AFTER_MS = 3000;

export class Desk {
  readonly session: Session;
  readonly market: MarketData;
  readonly orders: OwnOrders;
  readonly securities: Securities;
  readonly names: Names;
  readonly needs: Needs;
  readonly priceAlerts: PriceAlerts;
  readonly selection = new Topic();
  readonly said = new Topic();
  readonly inbox: Inbox;
  readonly drafted = new Topic();
  readonly toured = new Topic();
  sayings: readonly Saying[] = [];
  draft: Draft = {};
  /** Ids in the order of the watch list; empty: it is not shown. */
  watched: readonly string[] = [];
  /** Counts drafts, so that the same one twice is seen twice. */
  drafts = 0;
  readonly #openedAt = Date.now();
  #selected = '';
  #isChosen = false;
  #lastSaying = 0;

  constructor(session: Session) {
    this.session = session;
    this.inbox = new Inbox(session.capabilities.name);
    this.market = new MarketData(session);
    this.orders = new OwnOrders(session);
    this.orders.onNews = this.#newsOf(session);
    this.securities = new Securities(session);
    this.names = new Names(session);
    this.needs = new Needs(this);
    this.priceAlerts = new PriceAlerts({
      market: this.market,
      titleOf: (securityId) => this.securities.titleOf(securityId),
      hear: (text, securityId) => this.say('news', text, pathOf('market', '', `security=${securityId}`)),
    });
    if (!session.capabilities.operator) listenToCalls(this);
    this.securities.changed.subscribe(() => this.#selectFirst());
    this.market.changed.subscribe(() => this.#selectBusiest());
  }

  get selected(): string {
    return this.#selected;
  }

  /** An operator gets the events of all clients, and hears of orders that this page placed. */
  #newsOf({ capabilities }: Session): (event: Fields) => void {
    const { orders } = this;
    const news = new OrderNewsCollector({
      knownFilled: (orderId) => orders.knownFilled(orderId),
      report: ({ text, path }) => this.say('news', text, path),
    });
    return (event) => {
      if (!capabilities.operator || orders.knownFilled(String(event.orderId)) !== undefined) news.take(event);
    };
  }

  /** The reader's choice. */
  select(securityId: string): void {
    this.#isChosen = true;
    this.#select(securityId);
  }

  #select(securityId: string): void {
    if (securityId === this.#selected || securityId === '') return;
    this.#selected = securityId;
    this.market.lookAt(securityId);
    this.selection.changed();
  }

  /** The next or the one before in the watch list. */
  selectBy(step: 1 | -1): void {
    const ids = this.watched.length > 0 ? this.watched : this.securities.all.map(({ securityId }) => securityId);
    const next = ids.indexOf(this.#selected) + step;
    this.select(ids[(next + ids.length) % ids.length] ?? '');
  }

  propose(draft: Draft): void {
    this.draft = draft;
    this.drafts += 1;
    this.drafted.changedByReader();
  }

  /** Shown for some seconds, and read out. News and failures stay in the inbox; `path` leads to what they are about. */
  say(kind: SayingKind, text: string, path = '', offers: Offers = {}): void {
    const id = ++this.#lastSaying;
    if (kind !== 'done' && kind !== 'hint') {
      this.inbox.add(kind, text, path);
      soundForNews();
    }
    // What is said again takes the place of the last time.
    const others = this.sayings.filter((one) => one.kind !== kind || one.text !== text);
    this.sayings = [...others.slice(-3), { id, kind, text, ...offers }];
    this.said.changed();
    setTimeout(() => this.unsay(id), offers.undo === undefined ? SAID_FOR_MS : OFFERED_FOR_MS);
  }

  /** Shows the tour from its beginning, or leaves it. */
  showTour(isShown: boolean): void {
    prefer({ isTourOver: !isShown });
    this.toured.changedByReader();
  }

  sayFailure(error: unknown): void {
    if (isRehearsed(error)) return;
    this.say(failureOf(error), messageOf(error));
  }

  unsay(id: number): void {
    this.sayings = this.sayings.filter((saying) => saying.id !== id);
    this.said.changed();
  }

  /** In the first moments, and while the reader has done nothing: the one that traded most today. */
  #selectBusiest(): void {
    if (this.#isChosen || this.drafts > 0 || Date.now() - this.#openedAt > SETTLED_AFTER_MS) return;
    const busiest = [...this.market.days].sort(([, one], [, other]) => other.trades - one.trades)[0];
    if (busiest !== undefined && busiest[1].trades > 0) this.#select(busiest[0]);
  }

  /** The first that trades, when nothing was chosen yet. */
  #selectFirst(): void {
    if (this.#selected !== '') return;
    const { all } = this.securities;
    this.#select((all.find(({ isTrading }) => isTrading) ?? all[0])?.securityId ?? '');
  }
}
