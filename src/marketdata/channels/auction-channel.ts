import { formatInstant } from '../../calendar/format-time.ts';
import {
  AUCTION_KINDS,
  type AuctionCall,
  type AuctionEvent,
  type AuctionPhase,
  type AuctionResult,
  type EndedAuction,
  type EventSeq,
  type ExchangeEvent,
  type Indicated,
  priceText,
  type SecurityId,
  surplusSideOf,
} from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
import { Frame } from '../wire/index.ts';
import type { Venue } from './channel.ts';
import { StateChannel, type StateDeps } from './state-channel.ts';
import { type SentChange, Subscribers, type Topic } from './topic.ts';

/** The calls of securities, their indications, and what they came to (S44). */
export class AuctionChannel extends StateChannel {
  readonly name = 'auction';
  readonly #timers: Timers;

  constructor(deps: StateDeps) {
    super(deps);
    this.#timers = deps.timers;
    deps.exchange.onIndicated((securityId, indicated) => {
      this.#topicOf(securityId)?.indicate(indicated, this.#timers.nowMs());
    });
  }

  /** Any event of the venue may be the last that an indication takes into account. */
  seqOf(): number {
    return this.exchange.lastEventSeq();
  }

  protected make(securityId: SecurityId): Topic {
    return new AuctionTopic(securityId, this.exchange);
  }

  protected change(event: ExchangeEvent, nowMs: number): void {
    if (event.type === 'auction') this.#topicOf(event.securityId)?.publish(event, nowMs);
    else if (event.type === 'market') this.#topicOf(event.securityId)?.readLast(event, nowMs);
  }

  #topicOf(securityId: SecurityId): AuctionTopic | undefined {
    return this.find(securityId, 'every') as AuctionTopic | undefined;
  }
}

type Last = Omit<EndedAuction, 'calledAt' | 'isExtended'>;

/** The call and the newest auction of one security. */
class AuctionTopic implements Topic {
  readonly securityId: SecurityId;
  readonly variant = 'every';
  readonly parameters = { mode: 'every' };
  readonly subscribers = new Subscribers();
  readonly #exchange: Venue;
  /** Earlier changes are not known. */
  readonly #from: EventSeq;
  #seq: EventSeq;
  #time: Microseconds;
  #change: AuctionPhase | 'indication' = 'called';
  #call: AuctionCall | null;
  #indication: AuctionResult | null;
  #last: Last | null;

  constructor(securityId: SecurityId, exchange: Venue) {
    this.securityId = securityId;
    this.#exchange = exchange;
    const indicated = exchange.indicated(securityId);
    this.#seq = indicated?.seq ?? exchange.lastEventSeq();
    this.#time = indicated?.time ?? exchange.nowUs();
    this.#from = this.#seq;
    // Without an indication its auction takes place, or its first event is yet to come.
    this.#call = indicated === null ? null : (exchange.security(securityId)?.auctions?.call ?? null);
    this.#indication = indicated?.indication ?? null;
    this.#last = this.#newest();
  }

  get seq(): EventSeq {
    return this.#seq;
  }

  #newest(): EndedAuction | null {
    return this.#exchange.endedAuctions(this.securityId, Number.MAX_SAFE_INTEGER, 1)[0] ?? null;
  }

  /** A durable event. One that the state read at the start already had is passed over. */
  publish({ phase, call, result, seq, time }: AuctionEvent, nowMs: number): void {
    if (seq <= this.#seq) return;
    if (phase === 'called' || phase === 'extended') {
      if (this.#call?.auctionId !== call.auctionId) this.#indication = null;
      this.#call = call;
    } else {
      const { auctionId, kind } = call;
      this.#end({ auctionId, kind, endedAt: time, isUncrossed: phase === 'uncrossed', ...result });
    }
    this.#send(phase, { seq, time }, nowMs);
  }

  indicate({ indication, seq, time }: Indicated, nowMs: number): void {
    if (seq <= this.#seq || this.#call === null) return;
    this.#indication = indication;
    this.#send('indication', { seq, time }, nowMs);
  }

  /** The first subscriber came while an auction took place: its result is read when the market changes. */
  readLast({ seq, time }: { readonly seq: EventSeq; readonly time: Microseconds }, nowMs: number): void {
    const newest = this.#newest();
    if (newest === null || newest.auctionId <= (this.#last?.auctionId ?? 0)) return;
    this.#end(newest);
    this.#send(newest.isUncrossed ? 'uncrossed' : 'ended', { seq, time }, nowMs);
  }

  #end(last: Last): void {
    this.#call = null;
    this.#indication = null;
    this.#last = last;
  }

  #send(change: AuctionPhase | 'indication', { seq, time }: Pick<Indicated, 'seq' | 'time'>, nowMs: number): void {
    const prevSeq = this.#seq;
    this.#seq = seq;
    this.#time = time;
    this.#change = change;
    this.subscribers.offer(this.newest(prevSeq), prevSeq, nowMs);
  }

  snapshot(resumeRefused: boolean): Frame {
    return this.#frame('snapshot', resumeRefused ? { resumed: false, reason: 'too-old' } : {});
  }

  changesAfter(after: EventSeq): readonly SentChange[] | undefined {
    if (after < this.#from) return undefined;
    return after >= this.#seq ? [] : [{ frame: this.newest(after), seq: this.#seq }];
  }

  /** Each update has the whole state. */
  newest(after: EventSeq): Frame {
    return this.#frame('update', { prevSeq: after, change: this.#change });
  }

  changesBetween(): number {
    return 1;
  }

  #frame(type: 'snapshot' | 'update', more: object): Frame {
    const subject = { type, channel: 'auction', securityId: String(this.securityId), seq: this.#seq };
    const state = {
      call: this.#call && callFields(this.#call, this.#indication),
      last: this.#last && lastFields(this.#last),
    };
    return new Frame(JSON.stringify({ ...subject, ...more, time: formatInstant(this.#time), ...state }));
  }
}

function callFields(call: AuctionCall, indication: AuctionResult | null): object {
  return {
    auctionId: String(call.auctionId),
    kind: AUCTION_KINDS[call.kind],
    calledAt: formatInstant(call.calledAt),
    endsAt: formatInstant(call.endsAt),
    latestEnd: formatInstant(call.latestEnd),
    noCancelFrom: formatInstant(call.noCancelFrom),
    extended: call.isExtended,
    indication: indication && resultFields(indication),
  };
}

function lastFields(last: Last): object {
  return {
    auctionId: String(last.auctionId),
    kind: AUCTION_KINDS[last.kind],
    endedAt: formatInstant(last.endedAt),
    uncrossed: last.isUncrossed,
    ...resultFields(last),
  };
}

function resultFields(result: AuctionResult): object {
  const { price, volume, surplus } = result;
  return {
    price: price === null ? null : priceText(price),
    volume,
    surplus: Math.abs(surplus),
    surplusSide: surplusSideOf(result),
  };
}
