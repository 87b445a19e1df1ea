/**
 * A channel that shows a state per security (topOfBook, depth): a snapshot, then updates that each name the one before.
 * What is shown is at every moment a state that the venue had, also across cuts: updates are taken only on top of what
 * they say they follow, and anything else is answered by asking for a fresh snapshot.
 */
import { StreamRefusal } from '../shared/index.ts';
import type { Message } from '../wire/index.ts';
import { AGAIN_MS, type Channel, chunksOf, IDS_PER_MESSAGE, isPassing, type Link } from '../wire/index.ts';
import type { Feed, FeedInside } from './feed.ts';

export interface BookView {
  readonly securityId: string;
  readonly seq: number;
  /** True while it may be older than the venue's: disconnected, or missed changes are on their way. */
  readonly stale: boolean;
}

export interface BookRules<V extends BookView> {
  readonly channel: string;
  /** Its name (S43); undefined: the usual one. */
  readonly subscription: string | undefined;
  /** Further fields of subscribe, such as levels. */
  readonly parameters: object;
  fromSnapshot(message: Message): V;
  /** undefined: the result is not the venue's state. */
  updated(view: V, message: Message): V | undefined;
}

export interface Conflation {
  /** At most one change of a security in so long (S33): 50 to 10,000 milliseconds. Every change when absent. */
  readonly intervalMs?: number | undefined;
}

/** The fields of subscribe that ask for it. */
export function modeOf({ intervalMs }: Conflation): object {
  return intervalMs === undefined ? {} : { mode: 'conflated', intervalMs };
}

export type Choice = readonly string[] | '*';

interface Entry<V> {
  readonly feeds: Set<Member<V>>;
  view: V | undefined;
  /** A fresh snapshot was asked for: updates until then are passed over. */
  isAsking: boolean;
  /** Which venue the view is of (S11). */
  venue: string | undefined;
}

interface Member<V> {
  readonly feed: FeedInside<V>;
  /** Named securities without a first state; null: all are followed. */
  readonly missing: Set<string> | null;
}

export class BookChannel<V extends BookView> implements Channel {
  readonly #link: Link;
  readonly #rules: BookRules<V>;
  readonly #entries = new Map<string, Entry<V>>();
  readonly #ofAll = new Set<Member<V>>();
  /** As the newest answer named it. */
  #venue: string | undefined;
  /** Counts connections: requests of an earlier one say nothing about this one. */
  #connectionNumber = 0;

  constructor(link: Link, rules: BookRules<V>) {
    this.#link = link;
    this.#rules = rules;
  }

  get isUsed(): boolean {
    return this.#entries.size > 0 || this.#ofAll.size > 0;
  }

  view(securityId: string): V | undefined {
    return this.#entries.get(securityId)?.view;
  }

  /** Of the securities that were chosen, as far as they are there. */
  views(choice: Choice): V[] {
    const ids = choice === '*' ? [...this.#entries.keys()] : choice;
    return ids.map((id) => this.view(id)).filter((view) => view !== undefined);
  }

  follow(feed: Feed<V>, choice: Choice): void {
    const member: Member<V> = { feed: feed.inside, missing: choice === '*' ? null : new Set(choice) };
    if (choice === '*') this.#followAll(member);
    else this.#followSome(member, choice);
    member.feed.onClose(() => this.#leave(member, choice));
    this.#link.wake();
  }

  #followAll(member: Member<V>): void {
    const isFirst = this.#ofAll.size === 0;
    this.#ofAll.add(member);
    if (!isFirst) member.feed.isReady();
    else if (this.#link.isOpen) void this.#subscribe(['*'], false);
  }

  #followSome(member: Member<V>, ids: readonly string[]): void {
    const added: string[] = [];
    for (const id of new Set(ids)) {
      let entry = this.#entries.get(id);
      if (entry === undefined) {
        entry = { feeds: new Set(), view: undefined, isAsking: false, venue: undefined };
        this.#entries.set(id, entry);
        added.push(id);
      }
      entry.feeds.add(member);
      if (entry.view !== undefined) this.#hasState(member, id);
    }
    if (!this.#link.isOpen) return;
    // With everything subscribed it still says whether there is such a security.
    for (const chunk of chunksOf(added)) void this.#subscribe(chunk, false);
  }

  opened(): void {
    this.#connectionNumber += 1;
    for (const entry of this.#entries.values()) entry.isAsking = false;
    if (this.#ofAll.size > 0) {
      void this.#subscribe(['*'], this.#entries.size <= IDS_PER_MESSAGE);
      return;
    }
    for (const chunk of chunksOf([...this.#entries.keys()])) void this.#subscribe(chunk, true);
  }

  cut(): void {
    this.#connectionNumber += 1;
    for (const id of this.#entries.keys()) this.#setStale(id, true);
  }

  ended(error: Error | undefined): void {
    const members = new Set([...this.#ofAll, ...[...this.#entries.values()].flatMap(({ feeds }) => [...feeds])]);
    this.#ofAll.clear();
    this.#entries.clear();
    for (const { feed } of members) feed.end(error);
  }

  received(message: Message): void {
    const { securityId } = message;
    if (securityId === undefined) return;
    if (message.type === 'snapshot') this.#snapshot(securityId, message);
    else if (message.type === 'update') this.#update(securityId, message);
  }

  #snapshot(securityId: string, message: Message): void {
    let entry = this.#entries.get(securityId);
    if (entry === undefined) {
      // One that comes later, while everything is followed; or one that was left a moment ago.
      if (this.#ofAll.size === 0) return;
      entry = { feeds: new Set(), view: undefined, isAsking: false, venue: undefined };
      this.#entries.set(securityId, entry);
    }
    entry.isAsking = false;
    entry.venue = this.#venue;
    this.#show(securityId, this.#rules.fromSnapshot(message));
  }

  #update(securityId: string, message: Message): void {
    const entry = this.#entries.get(securityId);
    if (entry?.view === undefined || entry.isAsking) return;
    const isNext = message.prevSeq === entry.view.seq;
    const next = isNext ? this.#rules.updated(entry.view, message) : undefined;
    if (next !== undefined) {
      this.#show(securityId, next);
      return;
    }
    if (!isNext && Number(message.seq) <= entry.view.seq) return;
    entry.isAsking = true;
    this.#setStale(securityId, true);
    void this.#subscribe([securityId], false);
  }

  #show(securityId: string, view: V): void {
    const entry = this.#entries.get(securityId);
    if (entry === undefined) return;
    entry.view = view;
    for (const member of [...entry.feeds, ...this.#ofAll]) {
      this.#hasState(member, securityId);
      member.feed.emit(view);
    }
  }

  #hasState({ missing, feed }: Member<V>, securityId: string): void {
    if (missing?.delete(securityId) && missing.size === 0) feed.isReady();
  }

  #setStale(securityId: string, stale: boolean): void {
    const view = this.view(securityId);
    if (view !== undefined && view.stale !== stale) this.#show(securityId, { ...view, stale });
  }

  /** With `resume` only missed updates come, else fresh snapshots. */
  async #subscribe(ids: readonly string[], resume: boolean): Promise<void> {
    const connectionNumber = this.#connectionNumber;
    const resumed = resume ? this.#resumable(ids) : [];
    const after = Object.fromEntries(resumed.map((view) => [view.securityId, view.seq]));
    const { channel, subscription, parameters } = this.#rules;
    const request = { op: 'subscribe', channel, subscription, securityIds: ids, ...parameters };
    try {
      const asked = resumed.length === 0 ? request : { ...request, after, venue: this.#venue };
      await this.#link.ask(asked, ({ venue }) => {
        this.#venue = venue as string | undefined;
      });
      if (resumed.length === 0 && ids[0] !== '*') return;
      // The answer comes after all missed changes, and after the first snapshots.
      await this.#link.ask({ op: 'ping' });
      if (connectionNumber !== this.#connectionNumber) return;
      for (const { securityId } of resumed) this.#caughtUp(securityId);
      if (ids[0] === '*') for (const { feed } of this.#ofAll) feed.isReady();
    } catch (error) {
      if (connectionNumber === this.#connectionNumber && error instanceof StreamRefusal)
        this.#refused(ids, resume, error);
    }
  }

  #resumable(ids: readonly string[]): V[] {
    const views = this.views(ids[0] === '*' ? '*' : ids);
    return views.filter(({ securityId }) => this.#entries.get(securityId)?.venue === this.#venue);
  }

  #caughtUp(securityId: string): void {
    if (this.#entries.get(securityId)?.isAsking === false) this.#setStale(securityId, false);
  }

  #refused(ids: readonly string[], resume: boolean, refusal: StreamRefusal): void {
    const connectionNumber = this.#connectionNumber;
    if (isPassing(refusal.code)) {
      this.#link.after(AGAIN_MS, () => {
        if (connectionNumber === this.#connectionNumber) void this.#subscribe(ids, resume);
      });
    } else if (resume && refusal.code !== 'unknown-security') {
      // What we had is of another venue, or one that was put back.
      void this.#subscribe(ids, false);
    } else if (ids.length > 1) {
      // One unknown security refuses all of a request; only its followers get the error.
      for (const half of chunksOf(ids, Math.ceil(ids.length / 2))) void this.#subscribe(half, resume);
    } else {
      this.#drop(ids[0]!, refusal);
    }
  }

  #drop(id: string, refusal: StreamRefusal): void {
    const members = id === '*' ? this.#ofAll : (this.#entries.get(id)?.feeds ?? []);
    for (const { feed } of [...members]) feed.end(refusal);
  }

  #leave(member: Member<V>, choice: Choice): void {
    if (choice === '*') {
      if (this.#ofAll.delete(member) && this.#ofAll.size === 0) this.#leaveAll();
      return;
    }
    const left: string[] = [];
    for (const id of new Set(choice)) {
      const entry = this.#entries.get(id);
      if (entry === undefined || !entry.feeds.delete(member) || entry.feeds.size > 0) continue;
      // Single ones cannot be left while everything is subscribed (S12).
      if (this.#ofAll.size > 0) continue;
      this.#entries.delete(id);
      left.push(id);
    }
    for (const chunk of chunksOf(left)) this.#unsubscribe(chunk);
  }

  #leaveAll(): void {
    for (const [id, { feeds }] of this.#entries) if (feeds.size === 0) this.#entries.delete(id);
    this.#unsubscribe(['*']);
    if (!this.#link.isOpen) return;
    for (const chunk of chunksOf([...this.#entries.keys()])) void this.#subscribe(chunk, true);
  }

  #unsubscribe(securityIds: readonly string[]): void {
    if (!this.#link.isOpen) return;
    const { channel, subscription } = this.#rules;
    this.#link.ask({ op: 'unsubscribe', channel, subscription, securityIds }).catch(() => {});
  }
}
