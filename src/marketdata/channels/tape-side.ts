import type { EventSeq, SecurityId } from '../../exchange/api/index.ts';
import {
  type Beginning,
  type ChannelName,
  type SecurityChoice,
  StreamError,
  type SubscribeRequest,
} from '../requests/index.ts';
import type { Frame } from '../wire/index.ts';
import type { Peer, Side } from './channel.ts';
import type { PastRange } from './history.ts';
import { countResume, requireKnown, seqSince } from './subscribe-checks.ts';
import type { Tape } from './tape.ts';
import type { SecurityItem, TapeDeps } from './tape-parts.ts';
import { type Reading, TapeReader } from './tape-reader.ts';

/** Securities that a read of the history is asked for by name; more of them are picked out of all. */
const NAMED_MAX = 500;

/** The seq of the last aside that was sent, or of where the subscription begins. */
interface Asides {
  asideSeq: EventSeq;
}

/** The state shared by all subscribers to the tape of one security. */
export interface SecurityTopic {
  readonly securityId: SecurityId;
  /** Of the last message about the security, or of the event from which its messages start. */
  seq: EventSeq;
  readonly sides: Set<TapeSide>;
  /** Whether its state is known, so that the next two can be had. */
  readonly isReady: boolean;
  snapshot(): Frame;
  /** The present state, for a reader that has received the missed items up to the event with this seq. */
  afterwards(seq: EventSeq): Frame;
}

/** The part of the channel that a side uses. */
export interface TapeTopics<Item extends SecurityItem> {
  readonly name: ChannelName;
  readonly deps: TapeDeps;
  readonly tape: Tape<Item>;
  frame(item: Item, prevSeq: EventSeq, topic?: SecurityTopic): Frame;
  preface(seq: EventSeq): Frame | null;
  older(range: PastRange, securityIds: readonly SecurityId[] | null): Promise<readonly Item[]>;
  join(securityId: SecurityId, side: TapeSide): SecurityTopic;
  quit(topic: SecurityTopic, side: TapeSide): void;
  readonly everything: Set<TapeSide>;
}

/** How far one connection is with a security. */
interface Place extends Asides {
  readonly topic: SecurityTopic;
  /** The seq of the last message, or of where the subscription begins. */
  lastSeq: EventSeq;
  /** Whether it began without a cursor, and its snapshot has not been sent yet. */
  snapshotDue: boolean;
}

/** The side of one connection in a channel that sends every event by security. */
export class TapeSide implements Side, Reading<SecurityItem> {
  readonly #channel: TapeTopics<SecurityItem>;
  readonly #peer: Peer;
  readonly #reader: TapeReader<SecurityItem>;
  readonly #places = new Map<SecurityId, Place>();
  /** Where a snapshot, or what holds now, is to follow on what was missed. */
  readonly #due = new Set<Place>();
  /** Of those about no security: sent once, however many subscriptions there are. */
  readonly #general: Asides = { asideSeq: 0 };
  #everything = false;
  #prefaceDue = false;

  constructor(channel: TapeTopics<SecurityItem>, peer: Peer) {
    this.#channel = channel;
    this.#peer = peer;
    this.#reader = new TapeReader(peer.sendQueue, channel.deps, this);
  }

  get size(): number {
    return this.#everything ? 0 : this.#places.size;
  }

  get isUsed(): boolean {
    return this.#everything || this.#places.size > 0;
  }

  get isCaughtUp(): boolean {
    return this.#reader.isLive && this.#due.size === 0;
  }

  subscribe(request: SubscribeRequest, nowMs: number, accepted: (beginning: Beginning) => void): void {
    const { exchange, history } = this.#channel.deps;
    const { securities } = request;
    if (securities !== '*') requireKnown(exchange, securities, request.id);
    const since = seqSince(this.#channel.deps, request);
    const ids = securities === '*' ? exchange.securities().map(({ securityId }) => securityId) : securities;
    const seq = since ?? exchange.lastEventSeq();
    const isFirst = !this.isUsed;
    if (securities === '*') {
      this.#everything = true;
      this.#channel.everything.add(this);
    } else if (!this.#everything) {
      this.#peer.requireRoom(ids.filter((id) => !this.#places.has(id)).length, request);
    }
    if (isFirst) this.#general.asideSeq = seq;
    accepted({ seq, cursor: history.cursorAt(seq) });
    const preface = this.#channel.preface(seq);
    if (preface !== null) this.emit(preface, nowMs);
    for (const id of ids) this.#begin(id, seq, since === undefined);
    if (since === undefined) {
      this.#reader.poke();
    } else {
      countResume(this.#channel.deps, since);
      this.#reader.rewind(since);
    }
  }

  leave(securities: SecurityChoice, id: SubscribeRequest['id']): void {
    if (securities !== '*' && this.#everything) throw new StreamError('all-subscribed', undefined, id);
    if (securities === '*') this.#forgetEverything();
    else for (const securityId of securities) this.#end(securityId);
  }

  list(): readonly object[] {
    if (!this.#everything && this.#places.size === 0) return [];
    const securityIds = [...this.#places.keys()].map(String);
    return [{ channel: this.#channel.name, mode: 'every', everything: this.#everything, securityIds }];
  }

  clear(): void {
    this.#forgetEverything();
    this.#reader.end();
  }

  /** A security that was added to the venue, or changed, while "*" is subscribed. */
  addSecurity(securityId: SecurityId): void {
    if (this.#places.has(securityId)) return;
    this.#begin(securityId, this.#channel.deps.exchange.lastEventSeq(), true);
    this.#reader.poke();
  }

  /** The state of the security is known, or has changed without an item of the tape: `poke` then sends it. */
  settle(securityId: SecurityId): void {
    const place = this.#places.get(securityId);
    if (place !== undefined) this.#due.add(place);
  }

  poke(): void {
    this.#reader.poke();
  }

  /** The preface of all securities has changed. */
  sendPreface(): void {
    this.#prefaceDue = true;
    this.#reader.poke();
  }

  /** Something that has just happened. `frame` is for those whose last message of the security had prevSeq. */
  offer(item: SecurityItem, live: { readonly frame: Frame; readonly prevSeq: EventSeq }, nowMs: number): void {
    if (item.isAside === true) {
      if (this.#isNews(item) && this.#reader.takes(item)) this.#sendAside(item, live.frame, nowMs);
      return;
    }
    const place = this.#placeOf(item);
    if (place === undefined || !this.#reader.takes(item)) return;
    if (item.seq <= place.lastSeq) return;
    const { topic, lastSeq } = place;
    const frame = lastSeq === live.prevSeq ? live.frame : this.#channel.frame(item, lastSeq, topic);
    place.lastSeq = item.seq;
    this.emit(frame, nowMs);
  }

  // ---------------------------------------------------------------- Reading

  get channelName() {
    return this.#channel.name;
  }

  get tape() {
    return this.#channel.tape;
  }

  older(after: EventSeq, upTo: EventSeq): Promise<readonly SecurityItem[]> {
    const ids = this.#everything || this.#places.size > NAMED_MAX ? null : [...this.#places.keys()];
    return this.#channel.deps.turns.run(() => this.#channel.older({ after, upTo }, ids));
  }

  send(item: SecurityItem, nowMs: number): void {
    if (item.isAside === true) {
      if (this.#isNews(item)) this.#sendAside(item, this.#channel.frame(item, 0), nowMs);
      return;
    }
    const place = this.#placeOf(item);
    if (place === undefined || item.seq <= place.lastSeq) return;
    this.emit(this.#channel.frame(item, place.lastSeq), nowMs);
    place.lastSeq = item.seq;
  }

  caughtUp(nowMs: number): boolean {
    const preface = this.#prefaceDue ? this.#channel.preface(this.#channel.deps.exchange.lastEventSeq()) : null;
    this.#prefaceDue = false;
    if (preface !== null) this.emit(preface, nowMs);
    for (const place of this.#due) {
      // The reads that it waits for call settle() and poke().
      if (!place.topic.isReady) continue;
      if (this.#peer.sendQueue.isFull) return false;
      this.#due.delete(place);
      const { topic, lastSeq, snapshotDue } = place;
      this.emit(snapshotDue ? topic.snapshot() : topic.afterwards(lastSeq), nowMs);
      if (snapshotDue) place.lastSeq = topic.seq;
      place.snapshotDue = false;
    }
    return true;
  }

  /** Everything that it sends, but for the answers. */
  protected emit(frame: Frame, nowMs: number): void {
    this.#peer.sendQueue.send(frame, nowMs);
  }

  #placeOf({ securityId }: SecurityItem): Place | undefined {
    return securityId === null ? undefined : this.#places.get(securityId);
  }

  /** Undefined: it is not wanted. */
  #asidesOf(item: SecurityItem): Asides | undefined {
    if (item.securityId !== null) return this.#placeOf(item);
    return this.isUsed ? this.#general : undefined;
  }

  /** Of an aside: whether it is wanted and was not sent before. */
  #isNews(item: SecurityItem): boolean {
    const asides = this.#asidesOf(item);
    return asides !== undefined && item.seq > asides.asideSeq;
  }

  #sendAside(item: SecurityItem, frame: Frame, nowMs: number): void {
    const asides = this.#asidesOf(item);
    if (asides !== undefined) asides.asideSeq = item.seq;
    this.emit(frame, nowMs);
  }

  /** @param seq of the newest event that is not sent; `snapshotDue`: with a snapshot, as there is no cursor */
  #begin(securityId: SecurityId, seq: EventSeq, snapshotDue: boolean): void {
    const known = this.#places.get(securityId);
    const asideSeq = snapshotDue ? (known?.asideSeq ?? seq) : seq;
    const topic = known?.topic ?? this.#channel.join(securityId, this);
    if (known !== undefined) this.#due.delete(known);
    const place = { topic, lastSeq: seq, snapshotDue, asideSeq };
    this.#places.set(securityId, place);
    this.#due.add(place);
  }

  #end(securityId: SecurityId): void {
    const place = this.#places.get(securityId);
    if (place === undefined) return;
    this.#places.delete(securityId);
    this.#due.delete(place);
    this.#channel.quit(place.topic, this);
  }

  #forgetEverything(): void {
    this.#everything = false;
    this.#channel.everything.delete(this);
    for (const id of [...this.#places.keys()]) this.#end(id);
  }
}
