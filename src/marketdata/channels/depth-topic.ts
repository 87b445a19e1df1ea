import type { DepthBook, DepthLevel, EventSeq, MarketState, SecurityId } from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';
import type { Frame } from '../wire/index.ts';
import type { Venue } from './channel.ts';
import {
  CHECKSUM_LEVELS,
  checksumOf,
  type DepthSides,
  encodeDepthSnapshot,
  encodeDepthUpdate,
} from './depth-encoder.ts';
import { DepthView } from './depth-view.ts';
import type { TopicTerms } from './state-channel.ts';
import { type SentChange, Subscribers, type Topic } from './topic.ts';

/** Changes of each topic that are kept for those who come back, or read slowly. */
const CHANGES_MAX = 512;

interface DepthDeps {
  readonly book: DepthBook;
  readonly exchange: Venue;
  readonly terms: TopicTerms;
  /** Sends the pending update of the book, if there is one. */
  readonly update: () => void;
}

/** The changes of one group of commands, or several. Between its first event and `seq` the book had other states. */
interface DepthChange {
  readonly firstSeq: EventSeq;
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly bids: readonly DepthLevel[];
  readonly offers: readonly DepthLevel[];
  readonly bidRfq: boolean | undefined;
  readonly offerRfq: boolean | undefined;
}

/** The best levels of one book, or all of them. */
export class DepthTopic implements Topic {
  readonly securityId: SecurityId;
  readonly variant: string;
  readonly parameters: object;
  readonly #exchange: Venue;
  readonly #update: () => void;
  readonly #bids: DepthView;
  readonly #offers: DepthView;
  readonly #hasChecksum: boolean;
  readonly subscribers = new Subscribers();
  /** The newest, oldest first. */
  #changes: DepthChange[] = [];
  /** The event after which all changes are kept. */
  #from: number;
  #seq: EventSeq;
  #time: Microseconds;
  #rfq: { readonly bid: boolean; readonly offer: boolean };
  /** The levels of the state with #seq that the checksum is over; the book may be ahead of it (S28). */
  #checked: DepthSides | undefined;
  #snapshot: { readonly seq: EventSeq; readonly market: MarketState; readonly frame: Frame } | null = null;

  constructor(securityId: SecurityId, { book, exchange, terms, update }: DepthDeps, variant: string) {
    const { levels, checksum } = terms;
    this.securityId = securityId;
    this.variant = variant;
    this.parameters = { mode: 'every', levels, checksum };
    this.#exchange = exchange;
    this.#update = update;
    this.#bids = new DepthView(book.bids, levels);
    this.#offers = new DepthView(book.offers, levels);
    this.#hasChecksum = checksum;
    this.#seq = this.#seqNow();
    this.#from = this.#seq;
    this.#time = exchange.nowUs();
    this.#rfq = this.#rfqNow();
    this.#checked = this.#checkedNow();
  }

  get seq(): EventSeq {
    return this.#seq;
  }

  /** The book may have changed since the event `firstSeq`: sends the visible changes. */
  refresh(firstSeq: EventSeq, nowMs: number): void {
    const [bids, offers] = [this.#bids.changes(), this.#offers.changes()];
    const { bid, offer } = this.#rfq;
    this.#rfq = this.#rfqNow();
    const bidRfq = this.#rfq.bid === bid ? undefined : this.#rfq.bid;
    const offerRfq = this.#rfq.offer === offer ? undefined : this.#rfq.offer;
    const [seq, time] = [this.#seqNow(), this.#exchange.nowUs()];
    const prevSeq = this.#seq;
    // Also where nothing shows any more of what changed: readers may wait for this seq, which HTTP has (S27, S40).
    if (seq === prevSeq) return;
    const change = { firstSeq, seq, time, bids, offers, bidRfq, offerRfq };
    this.#seq = seq;
    this.#time = time;
    this.#checked = this.#checkedNow();
    this.#keep(change);
    if (this.subscribers.size === 0) return;
    const frame = this.#encode(change, prevSeq);
    this.subscribers.offer(frame, prevSeq, nowMs);
  }

  snapshot(resumeRefused: boolean): Frame {
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
    const book = { bids: this.#bids.sent, offers: this.#offers.sent };
    const rfq = { bidRfq: this.#rfq.bid, offerRfq: this.#rfq.offer };
    return encodeDepthSnapshot(heading, { ...book, ...rfq, checksum: this.#checksum() });
  }

  changesAfter(after: EventSeq): readonly SentChange[] | undefined {
    this.#update();
    if (after < this.#from) return undefined;
    // A book that was read over HTTP in the middle of a change may have levels that the change does not.
    if (this.#changes.some(({ firstSeq, seq }) => firstSeq <= after && after < seq)) return undefined;
    return after >= this.#seq ? [] : [{ frame: this.newest(after), seq: this.#seq }];
  }

  /** All that changed since, in one update; a snapshot where that is no longer known. */
  newest(after: EventSeq): Frame {
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

  changesBetween(after: EventSeq): number {
    return Math.max(1, this.#changes.length - this.#placeAfter(after));
  }

  #placeAfter(after: EventSeq): number {
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

  #encode(change: Omit<DepthChange, 'firstSeq'>, prevSeq: EventSeq): Frame {
    const { seq, time } = change;
    const heading = { securityId: this.securityId, seq, time };
    return encodeDepthUpdate(heading, prevSeq, { ...change, checksum: this.#checksum() });
  }

  #checksum(): number | undefined {
    return this.#checked === undefined ? undefined : checksumOf(this.#checked);
  }

  #checkedNow(): DepthSides | undefined {
    if (!this.#hasChecksum) return undefined;
    return { bids: this.#bids.now(CHECKSUM_LEVELS), offers: this.#offers.now(CHECKSUM_LEVELS) };
  }

  /** Of the last change of these levels; call when the views have the book as it is now. */
  #seqNow(): EventSeq {
    const reach = { bid: this.#bids.last, offer: this.#offers.last };
    return this.#exchange.depthSeq(this.securityId, reach);
  }

  #rfqNow(): { readonly bid: boolean; readonly offer: boolean } {
    const top = this.#exchange.topOfBook(this.securityId);
    return { bid: top?.bid === 'RFQ', offer: top?.offer === 'RFQ' };
  }
}
