import type { ExchangeEvent, MarketState } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Flushable, Flusher, Frame } from '../wire/index.ts';
import { DepthBook, type DepthLevel } from './depth-book.ts';
import {
  CHECKSUM_LEVELS,
  checksumOf,
  type DepthSides,
  encodeDepthSnapshot,
  encodeDepthUpdate,
} from './depth-encoder.ts';
import { DepthView } from './depth-view.ts';
import { StateChannel, type StateParts } from './state-channel.ts';
import type { TopicTerms } from './state-side.ts';
import { Subscribers, type ToldChange, type Topic } from './topic.ts';
import type { Venue } from './venue.ts';

/** How long a book is kept that nobody reads any more: its readers may come back. */
const LINGER_MS = 60_000;
/** Topics that are kept so. */
const LINGERING_MAX = 1000;
/** Changes of each topic that are kept for those who come back, or read slowly. */
const CHANGES_MAX = 512;

interface ReadBook {
  readonly book: DepthBook;
  readonly topics: Set<DepthTopic>;
}

export interface DepthChannelParts extends StateParts {
  readonly flusher: Flusher;
}

/** The disclosed levels of the books (S26 to S28). */
export class DepthChannel extends StateChannel implements Flushable {
  readonly name = 'depth';
  readonly #timers: Timers;
  readonly #flusher: Flusher;
  readonly #books = new Map<number, ReadBook>();
  /** Books whose orders have changed since they were told of. */
  readonly #touched = new Set<ReadBook>();
  #isTelling = false;
  #lingering = 0;

  constructor(parts: DepthChannelParts) {
    super(parts);
    this.#timers = parts.timers;
    this.#flusher = parts.flusher;
  }

  /** Any event of the venue may be the last that changed the book. */
  seqOf(): number {
    return this.exchange.lastEventSeq();
  }

  protected override variantOf({ levels, checksum }: TopicTerms): string {
    return `${levels}${checksum ? ' with checksum' : ''}`;
  }

  protected make(securityId: number, terms: TopicTerms): Topic {
    let read = this.#books.get(securityId);
    if (read === undefined) {
      read = { book: new DepthBook(this.exchange.shownOrders(securityId)), topics: new Set() };
      this.#books.set(securityId, read);
    }
    const topic = new DepthTopic(
      securityId,
      { book: read.book, exchange: this.exchange, terms, tellFirst: () => this.flush() },
      this.variantOf(terms),
    );
    read.topics.add(topic);
    return topic;
  }

  protected change(event: ExchangeEvent): void {
    if (event.type !== 'order') return;
    const read = this.#books.get(event.order.ticket.securityId);
    if (read === undefined) return;
    read.book.take(event.order);
    if (this.#touched.size === 0) this.#tellSoon();
    this.#touched.add(read);
  }

  /**
   * What a group of commands changes is told once, when all of its events have been; behind what still waits to be
   * sent, together with what changes until then: nearly each order changes the depth, and orders come first.
   */
  #tellSoon(): void {
    if (this.#flusher.isIdle) queueMicrotask(() => this.flush());
    else this.#flusher.add(this);
  }

  /** Tells what has changed. */
  flush(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    const nowMs = this.#timers.nowMs();
    for (const { book, topics } of this.#touched) {
      for (const topic of topics) topic.refresh(nowMs);
      book.clearTouched();
    }
    this.#touched.clear();
    this.#isTelling = false;
  }

  protected override release(topic: Topic): void {
    if (this.#lingering >= LINGERING_MAX) {
      this.#forget(topic as DepthTopic);
      return;
    }
    this.#lingering += 1;
    this.#timers.after(LINGER_MS, () => {
      this.#lingering -= 1;
      const isUnread = topic.subscribers.size === 0;
      if (isUnread && this.find(topic.securityId, topic.variant) === topic) this.#forget(topic as DepthTopic);
    });
  }

  #forget(topic: DepthTopic): void {
    super.release(topic);
    const read = this.#books.get(topic.securityId);
    read?.topics.delete(topic);
    if (read?.topics.size === 0) this.#books.delete(topic.securityId);
  }
}

interface DepthParts {
  readonly book: DepthBook;
  readonly exchange: Venue;
  readonly terms: TopicTerms;
  /** Tells what the book has changed since it was told last. */
  readonly tellFirst: () => void;
}

/** What one group of commands changed, or several. */
interface DepthChange {
  readonly seq: number;
  readonly time: number;
  readonly bids: readonly DepthLevel[];
  readonly offers: readonly DepthLevel[];
  readonly bidRfq: boolean | undefined;
  readonly offerRfq: boolean | undefined;
}

/** The best so many levels of one book, or all of them. */
class DepthTopic implements Topic {
  readonly securityId: number;
  readonly variant: string;
  readonly parameters: object;
  readonly #exchange: Venue;
  readonly #tellFirst: () => void;
  readonly #bids: DepthView;
  readonly #offers: DepthView;
  readonly #hasChecksum: boolean;
  readonly subscribers = new Subscribers();
  /** The newest, oldest first. */
  #changes: DepthChange[] = [];
  /** The event behind which all changes are kept. */
  #from: number;
  #seq: number;
  #time: number;
  #rfq: { readonly bid: boolean; readonly offer: boolean };
  /** The levels of the state with #seq that the checksum is over; the book may be ahead of it (S28). */
  #checked: DepthSides | undefined;
  #snapshot: { readonly seq: number; readonly market: MarketState; readonly frame: Frame } | null = null;

  constructor(securityId: number, { book, exchange, terms, tellFirst }: DepthParts, variant: string) {
    const { levels, checksum } = terms;
    this.securityId = securityId;
    this.variant = variant;
    this.parameters = { mode: 'every', levels, checksum };
    this.#exchange = exchange;
    this.#tellFirst = tellFirst;
    this.#bids = new DepthView(book.bids, levels);
    this.#offers = new DepthView(book.offers, levels);
    this.#hasChecksum = checksum;
    this.#seq = exchange.lastEventSeq();
    this.#from = this.#seq;
    this.#time = exchange.nowUs();
    this.#rfq = this.#rfqNow();
    this.#checked = this.#checkedNow();
  }

  get seq(): number {
    return this.#seq;
  }

  /** The book may have changed: tells what of it shows. */
  refresh(nowMs: number): void {
    const [bids, offers] = [this.#bids.changes(), this.#offers.changes()];
    const { bid, offer } = this.#rfq;
    this.#rfq = this.#rfqNow();
    const bidRfq = this.#rfq.bid === bid ? undefined : this.#rfq.bid;
    const offerRfq = this.#rfq.offer === offer ? undefined : this.#rfq.offer;
    if (bids.length + offers.length === 0 && bidRfq === undefined && offerRfq === undefined) return;
    const prevSeq = this.#seq;
    this.#seq = this.#exchange.lastEventSeq();
    this.#time = this.#exchange.nowUs();
    this.#checked = this.#checkedNow();
    const change = { seq: this.#seq, time: this.#time, bids, offers, bidRfq, offerRfq };
    this.#keep(change);
    if (this.subscribers.size === 0) return;
    const frame = this.#encode(change, prevSeq);
    this.subscribers.offer(frame, prevSeq, nowMs);
  }

  snapshot(resumeRefused: boolean): Frame {
    // What a snapshot shows and no update tells would stay in a copy, were it taken back before the next update.
    this.#tellFirst();
    const market = this.#exchange.security(this.securityId)?.market ?? 'closed';
    if (resumeRefused) return this.#encodeSnapshot(market, true);
    const { seq } = this;
    if (this.#snapshot?.seq !== seq || this.#snapshot.market !== market) {
      this.#snapshot = { seq, market, frame: this.#encodeSnapshot(market, false) };
    }
    return this.#snapshot.frame;
  }

  #encodeSnapshot(market: MarketState, resumeRefused: boolean): Frame {
    const heading = { securityId: this.securityId, seq: this.#seq, time: this.#time, market, resumed: !resumeRefused };
    const book = { bids: this.#bids.shown(), offers: this.#offers.shown() };
    const rfq = { bidRfq: this.#rfq.bid, offerRfq: this.#rfq.offer };
    return encodeDepthSnapshot(heading, { ...book, ...rfq, checksum: this.#checksum() });
  }

  changesAfter(after: number): readonly ToldChange[] | undefined {
    if (after < this.#from) return undefined;
    return after >= this.#seq ? [] : [{ frame: this.newest(after), seq: this.#seq }];
  }

  /** All that changed since, in one update; a snapshot where that is no longer known. */
  newest(after: number): Frame {
    if (after < this.#from) return this.snapshot(false);
    const [bids, offers] = [new Map<number, DepthLevel>(), new Map<number, DepthLevel>()];
    let [bidRfq, offerRfq]: (boolean | undefined)[] = [];
    for (const change of this.#changes.slice(this.#placeAfter(after))) {
      for (const level of change.bids) bids.set(level.price, level);
      for (const level of change.offers) offers.set(level.price, level);
      bidRfq = change.bidRfq ?? bidRfq;
      offerRfq = change.offerRfq ?? offerRfq;
    }
    const merged = { bids: [...bids.values()], offers: [...offers.values()], bidRfq, offerRfq };
    return this.#encode({ seq: this.#seq, time: this.#time, ...merged }, after);
  }

  changesBetween(after: number): number {
    return Math.max(1, this.#changes.length - this.#placeAfter(after));
  }

  #placeAfter(after: number): number {
    const place = this.#changes.findIndex(({ seq }) => seq > after);
    return place === -1 ? this.#changes.length : place;
  }

  /** Half of them go at once, so that none is moved often. */
  #keep(change: DepthChange): void {
    if (this.#changes.length >= CHANGES_MAX) {
      const gone = this.#changes.length - CHANGES_MAX / 2;
      this.#from = (this.#changes[gone - 1] as DepthChange).seq;
      this.#changes = this.#changes.slice(gone);
    }
    this.#changes.push(change);
  }

  #encode(change: DepthChange, prevSeq: number): Frame {
    const { seq, time } = change;
    const heading = { securityId: this.securityId, seq, time };
    return encodeDepthUpdate(heading, prevSeq, { ...change, checksum: this.#checksum() });
  }

  #checksum(): number | undefined {
    return this.#checked === undefined ? undefined : checksumOf(this.#checked);
  }

  #checkedNow(): DepthSides | undefined {
    if (!this.#hasChecksum) return undefined;
    return { bids: this.#bids.shown(CHECKSUM_LEVELS), offers: this.#offers.shown(CHECKSUM_LEVELS) };
  }

  #rfqNow(): { readonly bid: boolean; readonly offer: boolean } {
    const top = this.#exchange.topOfBook(this.securityId);
    return { bid: top?.bid === 'RFQ', offer: top?.offer === 'RFQ' };
  }
}
