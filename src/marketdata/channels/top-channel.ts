import {
  type EventFeed,
  type EventSeq,
  type ExchangeEvent,
  type MarketState,
  type Markets,
  priceText,
  type SecurityId,
  type TopOfBook,
  type TopSide,
} from '../../exchange/api/index.ts';
import { encodeSnapshot, encodeUpdate, type Frame } from '../wire/index.ts';
import type { Between } from './conflated-topic.ts';
import { StateChannel } from './state-channel.ts';
import { type SentChange, Subscribers, type Topic } from './topic.ts';

/** The visible top of each book (S5 to S11). */
export class TopChannel extends StateChannel {
  readonly name = 'topOfBook';
  protected make(securityId: SecurityId): Topic {
    return new TopTopic(securityId, this.exchange);
  }

  seqOf(securityId: SecurityId): number {
    return (this.find(securityId, 'every') ?? this.make(securityId)).seq;
  }

  protected override betweenOf(base: Topic): Between {
    return new TopsBetween(base as TopTopic);
  }

  protected change(event: ExchangeEvent, nowMs: number): void {
    if (event.type !== 'top') return;
    const topic = this.find(event.top.securityId, 'every') as TopTopic | undefined;
    topic?.publish(event.top, nowMs);
  }
}

/** The highest and lowest price of each side since the last message. */
class TopsBetween implements Between {
  readonly #topic: TopTopic;
  #changes = 0;
  #bid: Range | null = null;
  #offer: Range | null = null;

  constructor(topic: TopTopic) {
    this.#topic = topic;
  }

  note(): void {
    const { bid, offer } = this.#topic.latest;
    this.#changes += 1;
    this.#bid = widened(this.#bid, bid);
    this.#offer = widened(this.#offer, offer);
  }

  take(): string {
    const text = `"changes":${this.#changes},"bid":${rangeText(this.#bid)},"offer":${rangeText(this.#offer)}`;
    this.#changes = 0;
    this.#bid = null;
    this.#offer = null;
    return `"between":{${text}}`;
  }
}

interface Range {
  readonly high: number;
  readonly low: number;
}

function widened(range: Range | null, side: TopSide): Range | null {
  if (side === null || side === 'RFQ') return range;
  const { price } = side;
  return { high: Math.max(range?.high ?? price, price), low: Math.min(range?.low ?? price, price) };
}

function rangeText(range: Range | null): string {
  return range === null ? 'null' : `{"high":"${priceText(range.high)}","low":"${priceText(range.low)}"}`;
}

/** The top of one security. */
export class TopTopic implements Topic {
  readonly securityId: SecurityId;
  readonly variant = 'every';
  readonly parameters = { mode: 'every' };
  readonly #exchange: Markets & EventFeed;
  readonly subscribers = new Subscribers();
  #latest: TopOfBook;
  #snapshot: { readonly top: TopOfBook; readonly market: MarketState; readonly frame: Frame } | null = null;

  constructor(securityId: SecurityId, exchange: Markets & EventFeed) {
    this.securityId = securityId;
    this.#exchange = exchange;
    const top = exchange.topOfBook(securityId);
    // Before the first change no event has a time.
    this.#latest = top && top.seq > 0 ? top : { securityId, seq: 0, time: exchange.nowUs(), bid: null, offer: null };
  }

  get latest(): TopOfBook {
    return this.#latest;
  }

  get seq(): EventSeq {
    return this.#latest.seq;
  }

  /** A durable change. One that the state read at the start already had is passed over. */
  publish(top: TopOfBook, nowMs: number): void {
    const prevSeq = this.#latest.seq;
    if (top.seq <= prevSeq) return;
    this.#latest = top;
    const frame = encodeUpdate(top, prevSeq);
    this.subscribers.offer(frame, prevSeq, nowMs);
  }

  snapshot(resumeRefused: boolean): Frame {
    const market = this.#exchange.security(this.securityId)?.market ?? 'closed';
    if (resumeRefused) return encodeSnapshot(this.#latest, market, true);
    if (this.#snapshot?.top !== this.#latest || this.#snapshot.market !== market) {
      this.#snapshot = { top: this.#latest, market, frame: encodeSnapshot(this.#latest, market, false) };
    }
    return this.#snapshot.frame;
  }

  changesAfter(after: EventSeq): readonly SentChange[] | undefined {
    if (after === this.#latest.seq) return [];
    const tops = this.#exchange.topsSince(this.securityId, after)?.filter((top) => top.seq <= this.#latest.seq);
    return tops?.map((top, at) => ({ frame: encodeUpdate(top, tops[at - 1]?.seq ?? after), seq: top.seq }));
  }

  newest(after: EventSeq): Frame {
    return encodeUpdate(this.#latest, after);
  }

  changesBetween(after: EventSeq): number {
    return this.#latest.seq - after;
  }
}
