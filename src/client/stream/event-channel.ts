/**
 * A channel of events (trades, market, orders), each with a cursor: after a cut it resumes after the last one that came
 * (S22, S23), and a repeated event is emitted once.
 */
import { StreamRefusal } from '../shared/index.ts';
import type { Message } from '../wire/index.ts';
import { AGAIN_MS, type Channel, chunksOf, isPassing, type Link } from '../wire/index.ts';
import type { Choice } from './book-channel.ts';
import { EventPlaces, type Missing } from './event-places.ts';
import type { Feed, FeedInside } from './feed.ts';

/** Events that the stream no longer has: read GET /v3/events after `cursor`, where that is possible. */
export interface Gap {
  readonly type: 'gap';
  readonly channel: string;
  /** cursor-too-old, or future-cursor or foreign-cursor: the venue was put back, or is another one. */
  readonly reason: string;
  /** Of the last message before. */
  readonly cursor: string;
}

export interface EventSettings {
  readonly channel: string;
  /** Its name (S43); undefined: the usual one. */
  readonly subscription: string | undefined;
  /** False: the channel is not by security. */
  readonly bySecurity: boolean;
  /** Further fields of subscribe. */
  readonly parameters: object;
}

interface Member {
  readonly feed: FeedInside<Message>;
  readonly choice: Choice;
  readonly ids: ReadonlySet<string>;
}

/** `seq` of the message that it came with; 0: not known. */
interface Cursor {
  readonly seq: number;
  readonly text: string;
}

/** Messages that are a state, not an event: emitted each time. */
const STATES: ReadonlySet<string> = new Set(['snapshot', 'day']);
const STALE_CURSORS: ReadonlySet<string> = new Set([
  'cursor-too-old',
  'future-cursor',
  'foreign-cursor',
  'malformed-cursor',
]);
const EVERYTHING = '*';

export class EventChannel implements Channel {
  readonly #link: Link;
  readonly #settings: EventSettings;
  readonly #members = new Set<Member>();
  readonly #places = new EventPlaces();
  /** Of the newest message; undefined before the first answer. */
  #cursor: Cursor | undefined;
  /** Where to go on while requests bring what was missed, one after the other; undefined: all have brought it. */
  #resuming: Cursor | undefined;
  /** Requests of this connection that the service has not accepted yet. */
  #pendingRequests = 0;
  #connectionNumber = 0;
  /** Counts how often everything was forgotten: answers to earlier requests are about other places. */
  #beginning = 0;
  /** Begun at a cursor and not answered yet: messages are of a subscription that was left. */
  #isUnanswered = false;

  constructor(link: Link, settings: EventSettings) {
    this.#link = link;
    this.#settings = settings;
  }

  get isUsed(): boolean {
    return this.#members.size > 0;
  }

  /** Throws TypeError for `since` while the channel is followed already: it can begin at one place only. */
  follow(feed: Feed<Message>, choice: Choice, since?: string): void {
    if (since !== undefined && this.isUsed) {
      throw new TypeError(`${this.#settings.channel} is followed already, so it cannot begin at a cursor`);
    }
    const known = this.#choices();
    const member: Member = { feed: feed.inside, choice, ids: new Set(choice) };
    this.#members.add(member);
    member.feed.onClose(() => this.#leave(member));
    if (since !== undefined) this.#cursor = { seq: 0, text: since };
    member.feed.moved(this.#resumeAt);
    this.#isUnanswered = since !== undefined && this.#link.isOpen;
    if (this.#link.isOpen) this.#begin(member, this.#requests(without(choice, known)), since);
    this.#link.wake();
  }

  opened(): void {
    this.#connectionNumber += 1;
    this.#pendingRequests = 0;
    this.#isUnanswered = false;
    this.#places.opened();
    this.#subscribeAll(this.#requests(this.#choices()), this.#resumeAt, [...this.#members]);
  }

  /** After a cut the channel goes on from here, however long nothing happens. */
  caughtUp(seq: number, cursor: string): void {
    if (this.#pendingRequests > 0 || this.#cursor === undefined) return;
    this.#resuming = undefined;
    this.#reached(seq, cursor);
    this.#places.move(cursor);
    this.#moved();
  }

  /** Everything up to it has been received. */
  get #resumeAt(): string | undefined {
    return (this.#resuming ?? this.#cursor)?.text;
  }

  cut(): void {
    this.#connectionNumber += 1;
  }

  ended(error: Error | undefined): void {
    const members = [...this.#members];
    this.#members.clear();
    for (const { feed } of members) feed.end(error);
  }

  received(message: Message): void {
    const { type, seq, cursor } = message;
    if (typeof seq !== 'number' || this.#isUnanswered) return;
    if (!STATES.has(type)) {
      const taken = this.#places.take(message);
      if (typeof taken === 'object') this.#lost(taken);
      if (taken !== 'news') return;
    }
    this.#reached(seq, cursor);
    this.#emit(message);
  }

  /** Something between is missing: it is asked for from where the security was. */
  #lost({ key, from: { seq, cursor } }: Missing): void {
    if (cursor !== undefined && seq < (this.#resuming?.seq ?? Number.POSITIVE_INFINITY)) {
      this.#resuming = { seq, text: cursor };
      this.#moved();
    }
    void this.#subscribe([key], this.#resumeAt, []);
  }

  #reached(seq: number, cursor: unknown): void {
    if (typeof cursor !== 'string') return;
    if (this.#cursor === undefined || seq >= this.#cursor.seq) this.#cursor = { seq, text: cursor };
  }

  #emit(message: Message): void {
    const cursor = this.#resumeAt;
    for (const member of this.#members) {
      if (isOf(message, member)) member.feed.emit(message, cursor);
      else member.feed.moved(cursor);
    }
  }

  #moved(): void {
    for (const { feed } of this.#members) feed.moved(this.#resumeAt);
  }

  #begin(member: Member, requests: readonly Choice[], since: string | undefined): void {
    if (requests.length === 0) member.feed.isReady();
    this.#subscribeAll(requests, since, [member]);
  }

  /** Each request brings its missed events in turn: until the last has, no cursor is after all of them. */
  #subscribeAll(requests: readonly Choice[], since: string | undefined, members: readonly Member[]): void {
    if (since !== undefined && requests.length > 1) this.#resuming ??= this.#cursor;
    for (const ids of requests) void this.#subscribe(ids, since, members);
  }

  async #subscribe(ids: Choice, since: string | undefined, members: readonly Member[]): Promise<void> {
    const [connectionNumber, beginning] = [this.#connectionNumber, this.#beginning];
    const { channel, subscription, bySecurity, parameters } = this.#settings;
    const securities = bySecurity ? { securityIds: [ids].flat() } : {};
    const request = { op: 'subscribe', channel, subscription, ...securities, ...parameters, since };
    this.#pendingRequests += 1;
    try {
      await this.#link.ask(request, (answer) => {
        this.#pendingRequests -= 1;
        if (beginning === this.#beginning) this.#subscribed(answer, ids);
      });
      for (const { feed } of members) feed.isReady();
    } catch (error) {
      if (connectionNumber !== this.#connectionNumber || !(error instanceof StreamRefusal)) return;
      if (beginning === this.#beginning) this.#refused(ids, since, error);
      else this.#pendingRequests -= 1;
    }
  }

  /** The next events follow the answer, or our own place where that is further. */
  #subscribed({ seq, cursor }: Message, ids: Choice): void {
    if (typeof seq !== 'number') return;
    this.#isUnanswered = false;
    const keys = ids === EVERYTHING ? null : this.#settings.bySecurity ? ids : [''];
    this.#places.begin(keys, { seq, cursor: cursor as string | undefined });
    if (this.#cursor !== undefined && this.#cursor.seq > 0) return;
    this.#reached(seq, cursor);
    this.#moved();
  }

  #refused(ids: Choice, since: string | undefined, refusal: StreamRefusal): void {
    const connectionNumber = this.#connectionNumber;
    if (isPassing(refusal.code)) {
      this.#link.after(AGAIN_MS, () => {
        if (connectionNumber !== this.#connectionNumber) return;
        this.#pendingRequests -= 1;
        void this.#subscribe(ids, since, [...this.#members]);
      });
      return;
    }
    this.#pendingRequests -= 1;
    if (since !== undefined && STALE_CURSORS.has(refusal.code)) {
      this.#restart(refusal.code, since);
    } else if (refusal.code === 'unknown-security' && ids.length > 1) {
      const halves = chunksOf(ids as readonly string[], Math.ceil(ids.length / 2));
      this.#subscribeAll(halves, since, [...this.#members]);
    } else {
      for (const member of [...this.#members]) if (concerns(member.choice, ids)) member.feed.end(refusal);
    }
  }

  /** Emits a gap, and begins where the venue is now. */
  #restart(reason: string, since: string): void {
    if (this.#resumeAt !== since) return;
    this.#forget();
    const gap: Gap = { type: 'gap', channel: this.#settings.channel, reason, cursor: since };
    for (const { feed } of this.#members) feed.emit(gap as unknown as Message, since);
    this.#subscribeAll(this.#requests(this.#choices()), undefined, [...this.#members]);
  }

  /** All that anybody follows. */
  #choices(): Choice {
    const choices = [...this.#members].map(({ choice }) => choice);
    return choices.includes(EVERYTHING) ? EVERYTHING : [...new Set(choices.flat())];
  }

  #requests(choice: Choice): Choice[] {
    if (!this.#settings.bySecurity) return this.isUsed ? [[]] : [];
    return choice === EVERYTHING ? [EVERYTHING] : chunksOf(choice as readonly string[]);
  }

  #leave(member: Member): void {
    const before = this.#choices();
    this.#members.delete(member);
    if (!this.isUsed) this.#forget();
    if (!this.#link.isOpen) return;
    const { bySecurity } = this.#settings;
    const after = this.#choices();
    if (!bySecurity) {
      if (!this.isUsed) this.#unsubscribe({});
      return;
    }
    const left = without(before, after);
    if (left === EVERYTHING) {
      this.#unsubscribe({ securityIds: ['*'] });
      this.#subscribeAll(this.#requests(after), this.#resumeAt, []);
      return;
    }
    for (const id of left) this.#places.leave(id);
    for (const securityIds of chunksOf(left)) this.#unsubscribe({ securityIds });
  }

  #forget(): void {
    this.#beginning += 1;
    this.#isUnanswered = false;
    this.#cursor = undefined;
    this.#resuming = undefined;
    this.#places.forget();
  }

  #unsubscribe(of: object): void {
    const { channel, subscription } = this.#settings;
    this.#link.ask({ op: 'unsubscribe', channel, subscription, ...of }).catch(() => {});
  }
}

/** What is in the first and not in the second. */
function without(choice: Choice, known: Choice): Choice {
  if (known === EVERYTHING) return [];
  if (choice === EVERYTHING) return EVERYTHING;
  const there = new Set(known);
  return [...new Set(choice)].filter((id) => !there.has(id));
}

function isOf({ securityId }: Message, { choice, ids }: Member): boolean {
  return choice === EVERYTHING || typeof securityId !== 'string' || ids.size === 0 || ids.has(securityId);
}

function concerns(choice: Choice, ids: Choice): boolean {
  if (choice === EVERYTHING || ids === EVERYTHING) return choice === ids;
  return choice.length === 0 || choice.some((id) => ids.includes(id));
}
