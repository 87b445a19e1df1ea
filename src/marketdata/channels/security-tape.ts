import type { EventSeq, ExchangeEvent, SecurityId } from '../../exchange/api/index.ts';
import type { ChannelName } from '../requests/index.ts';
import type { Frame } from '../wire/index.ts';
import type { Channel, Peer, Side } from './channel.ts';
import type { PastRange } from './history.ts';
import { SharedFrames } from './shared-frames.ts';
import { Tape } from './tape.ts';
import type { SecurityItem, TapeDeps } from './tape-parts.ts';
import { type SecurityTopic, TapeSide } from './tape-side.ts';

/** A channel that sends everything that happens, in order, by security; nothing is left out (S22). */
export abstract class SecurityTape<Item extends SecurityItem> implements Channel {
  abstract readonly name: ChannelName;
  readonly deps: TapeDeps;
  /** Null until somebody is interested the first time. */
  #tape: Tape<Item> | null = null;
  readonly #frames = new SharedFrames<Item>();
  readonly #topics = new Map<SecurityId, SecurityTopic>();
  /** Subscribed to "*". */
  readonly everything = new Set<TapeSide>();
  subscriptionCount = 0;

  constructor(deps: TapeDeps) {
    this.deps = deps;
  }

  get securityCount(): number {
    return this.#topics.size;
  }

  get tape(): Tape<Item> {
    this.#tape ??= new Tape(this.deps.exchange.lastEventSeq(), this.deps.tapeItemsMax);
    return this.#tape;
  }

  open(peer: Peer): Side {
    return new TapeSide(this as SecurityTape<SecurityItem>, peer);
  }

  /** Null: nothing for this channel. */
  protected abstract itemOf(event: ExchangeEvent): Item | null;

  protected abstract make(securityId: SecurityId): SecurityTopic;

  /** Updates the known state of the security with it. */
  protected abstract note(item: Item, topic: SecurityTopic): void;

  /** @param topic of one that happens now; undefined: it is long past */
  protected abstract encode(item: Item, prevSeq: EventSeq, topic: SecurityTopic | undefined): Frame;

  /** Late readers of an item share the frame that was made for it when it happened. */
  frame(item: Item, prevSeq: EventSeq, topic?: SecurityTopic): Frame {
    return this.#frames.frame(item, String(prevSeq), () => this.encode(item, prevSeq, topic));
  }

  abstract older(range: PastRange, securityIds: readonly SecurityId[] | null): Promise<readonly Item[]>;

  /**
   * Said before anything else of a subscription.
   *
   * @param seq of the last event that was sent before it: its cursor must not lead past missed events
   */
  preface(_seq: number): Frame | null {
    return null;
  }

  /** It has changed. */
  protected sendPreface(): void {
    for (const side of this.allSides()) side.sendPreface();
  }

  /** Of the security, which stays for as long as it has sides. */
  join(securityId: SecurityId, side: TapeSide): SecurityTopic {
    let topic = this.#topics.get(securityId);
    if (topic === undefined) {
      topic = this.make(securityId);
      this.#topics.set(securityId, topic);
    }
    topic.sides.add(side);
    this.subscriptionCount += 1;
    return topic;
  }

  quit(topic: SecurityTopic, side: TapeSide): void {
    topic.sides.delete(side);
    this.subscriptionCount -= 1;
    if (topic.sides.size === 0) this.#topics.delete(topic.securityId);
  }

  /** Whether the topic still is what its sides read. */
  protected has(topic: SecurityTopic): boolean {
    return this.#topics.get(topic.securityId) === topic;
  }

  protected topicOf(securityId: SecurityId): SecurityTopic | undefined {
    return this.#topics.get(securityId);
  }

  /** Those who are subscribed to any security. */
  protected *allSides(): Generator<TapeSide> {
    const sides = new Set(this.everything);
    for (const topic of this.#topics.values()) for (const side of topic.sides) sides.add(side);
    yield* sides;
  }

  /** The day's figures of these securities are known, or known again. */
  protected settle(topics: readonly SecurityTopic[]): void {
    const sides = new Set<TapeSide>();
    for (const topic of topics) {
      for (const side of topic.sides) {
        side.settle(topic.securityId);
        sides.add(side);
      }
    }
    for (const side of sides) side.poke();
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    if (this.#tape === null) return;
    const item = this.itemOf(event);
    if (item !== null) {
      this.#tape.push(item);
      this.#offer(item, nowMs);
    }
    if (event.type !== 'security') return;
    for (const side of this.everything) side.addSecurity(event.security.securityId);
  }

  #offer(item: Item, nowMs: number): void {
    if (item.securityId === null) {
      this.#offerToAll(item, nowMs);
      return;
    }
    const topic = this.#topics.get(item.securityId);
    if (topic === undefined) return;
    const prevSeq = topic.seq;
    if (item.isAside !== true) {
      topic.seq = item.seq;
      this.note(item, topic);
    }
    const frame = this.frame(item, prevSeq, topic);
    for (const side of topic.sides) side.offer(item, { frame, prevSeq }, nowMs);
  }

  #offerToAll(item: Item, nowMs: number): void {
    const frame = this.frame(item, 0);
    for (const side of this.allSides()) side.offer(item, { frame, prevSeq: 0 }, nowMs);
  }
}
