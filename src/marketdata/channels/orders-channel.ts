import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import { type Client, DROP_COPY, EVENT_SCOPES, mayFollowAll, mayReadEvents } from '../../http/methods/index.ts';
import { type Beginning, errorMessage, type RequestId, StreamError, type SubscribeRequest } from '../requests/index.ts';
import { Frame } from '../wire/index.ts';
import type { Channel, Peer, Side } from './channel.ts';
import type { OwnEvent, PastRange } from './history.ts';
import { ReaderGroup } from './reader-group.ts';
import { SharedFrames } from './shared-frames.ts';
import { SharedRuns } from './shared-runs.ts';
import { countResume, seqSince } from './subscribe-checks.ts';
import { Tape } from './tape.ts';
import type { TapeDeps } from './tape-parts.ts';
import { type Reading, type SentRun, TapeReader } from './tape-reader.ts';

/** Between two checks of which clients a subscription is about. */
const RENEWAL_MS = 30_000;

type Group = ReaderGroup<OrdersSide>;

/** The events of GET /v3/events, to those whom they concern (S31, S32). */
export class OrdersChannel implements Channel {
  readonly name = 'orders';
  readonly securityCount = 0;
  readonly deps: TapeDeps;
  readonly #frames = new SharedFrames<OwnEvent>();
  readonly #runs = new SharedRuns();
  /** Of the history, under way. */
  readonly #reads = new Map<string, Promise<readonly OwnEvent[]>>();
  /** Null until somebody is interested the first time. */
  #tape: Tape<OwnEvent> | null = null;
  readonly #sides = new Set<OrdersSide>();
  readonly #groups = new Map<string, Group>();
  readonly #ofClient = new Map<string, Set<Group>>();
  /** Of master keys. */
  readonly #ofAll = new Set<Group>();
  #endRenewal: () => void = () => {};

  constructor(deps: TapeDeps) {
    this.deps = deps;
  }

  get subscriptionCount(): number {
    return this.#sides.size;
  }

  get tape(): Tape<OwnEvent> {
    this.#tape ??= new Tape(this.deps.exchange.lastEventSeq(), this.deps.tapeItemsMax);
    return this.#tape;
  }

  open(peer: Peer): Side {
    return new OrdersSide(this, peer);
  }

  /** Streams of one client that come back with one cursor, as after a cut, share the reads of what they missed. */
  older({ after, upTo }: PastRange, { key, clientIds }: Group): Promise<readonly OwnEvent[]> {
    const { history, turns } = this.deps;
    const range = `${after} ${upTo} ${key}`;
    const known = this.#reads.get(range);
    if (known !== undefined) return known;
    const ids = clientIds === null ? null : [...clientIds];
    const read = turns.run(() => history.events({ after, upTo }, ids)).finally(() => this.#reads.delete(range));
    this.#reads.set(range, read);
    return read;
  }

  /** @param clientIds null: all; `isNamed`: the messages name the clients */
  add(side: OrdersSide, clientIds: ReadonlySet<string> | null, isNamed: boolean): Group {
    if (this.#sides.size === 0) {
      this.#endRenewal = this.deps.timers.every(RENEWAL_MS, () => {
        for (const one of this.#sides) one.renew();
      });
    }
    this.#sides.add(side);
    const key = `${isNamed} ${clientIds === null ? '*' : [...clientIds].sort().join()}`;
    const group = this.#groups.get(key) ?? this.#open(key, clientIds, isNamed);
    group.sides.add(side);
    return group;
  }

  remove(side: OrdersSide, group: Group | null): void {
    if (group === null || !this.#sides.delete(side)) return;
    group.sides.delete(side);
    if (group.sides.size === 0) this.#end(group);
    if (this.#sides.size === 0) this.#endRenewal();
  }

  #open(key: string, clientIds: ReadonlySet<string> | null, isNamed: boolean): Group {
    const shared = { tape: this.tape, frames: this.#frames, runs: this.#runs };
    const cursorAt = (seq: EventSeq) => this.deps.history.cursorAt(seq);
    const group: Group = new ReaderGroup(key, clientIds, isNamed, { ...shared, cursorAt });
    this.#groups.set(key, group);
    if (clientIds === null) this.#ofAll.add(group);
    for (const clientId of clientIds ?? []) {
      const own = this.#ofClient.get(clientId);
      if (own === undefined) this.#ofClient.set(clientId, new Set([group]));
      else own.add(group);
    }
    return group;
  }

  #end(group: Group): void {
    this.#groups.delete(group.key);
    this.#ofAll.delete(group);
    for (const clientId of group.clientIds ?? []) {
      const own = this.#ofClient.get(clientId);
      own?.delete(group);
      if (own?.size === 0) this.#ofClient.delete(clientId);
    }
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    if (this.#tape === null) return;
    const own = this.deps.history.eventOf(event);
    if (own === null) return;
    this.#tape.push(own);
    if (own.clientIds === null) {
      for (const side of this.#sides) side.offer(own, nowMs);
      return;
    }
    for (const { sides } of this.#ofAll) for (const side of sides) side.offer(own, nowMs);
    // A reader of both sides of a match ignores the second offer.
    for (const clientId of own.clientIds) {
      for (const { sides } of this.#ofClient.get(clientId) ?? []) for (const side of sides) side.offer(own, nowMs);
    }
  }
}

/** The side of one connection in the channel orders. */
class OrdersSide implements Side, Reading<OwnEvent> {
  readonly #channel: OrdersChannel;
  readonly #peer: Peer;
  #reader: TapeReader<OwnEvent> | null = null;
  #request: SubscribeRequest | null = null;
  /** Null until it is known whose events are wanted. */
  #group: Group | null = null;
  #lastSeq = 0;
  /** The client, once it is known to have the right to the last request; null before. */
  #permitted: Client | null = null;
  readonly size = 0;

  constructor(channel: OrdersChannel, peer: Peer) {
    this.#channel = channel;
    this.#peer = peer;
  }

  get isUsed(): boolean {
    return this.#request !== null;
  }

  get isCaughtUp(): boolean {
    return this.#reader === null || (this.#group !== null && this.#reader.isLive);
  }

  subscribe(request: SubscribeRequest, _nowMs: number, accepted: (beginning: Beginning) => void): void {
    const { exchange, history } = this.#channel.deps;
    requireRight(this.#peer.client(), request);
    const since = seqSince(this.#channel.deps, request);
    if (since !== undefined) countResume(this.#channel.deps, since);
    const seq = since ?? exchange.lastEventSeq();
    this.clear();
    accepted({ seq, cursor: history.cursorAt(seq) });
    this.#lastSeq = seq;
    this.#request = request;
    // From here on the tape has what happens, also while it is found out whose events are wanted.
    void this.#channel.tape;
    const reader = new TapeReader(this.#peer.sendQueue, this.#channel.deps, this);
    this.#reader = reader;
    void this.#begin(reader, seq);
  }

  leave(): void {
    this.clear();
  }

  list(): readonly object[] {
    if (this.#request === null) return [];
    return [{ channel: 'orders', mode: 'every', clients: this.#request.clients, everything: true }];
  }

  clear(): void {
    this.#request = null;
    this.#permitted = null;
    this.#reader?.end();
    this.#reader = null;
    this.#leaveGroup();
  }

  offer(event: OwnEvent, nowMs: number): void {
    if (this.#reader?.takes(event) === true) this.send(event, nowMs);
  }

  /** Looks again at whose events these are: clients may have been opened below the parent since. */
  renew(): void {
    const reader = this.#reader;
    if (reader !== null && this.#request?.clients === 'all') void this.#begin(reader, null);
  }

  // ---------------------------------------------------------------- Reading

  readonly channelName = 'orders';

  get tape() {
    return this.#channel.tape;
  }

  older(after: EventSeq, upTo: EventSeq): Promise<readonly OwnEvent[]> {
    return this.#channel.older({ after, upTo }, this.#group as Group);
  }

  send(event: OwnEvent, nowMs: number): void {
    const group = this.#group;
    if (group === null || event.seq <= this.#lastSeq || !group.concerns(event) || !this.#isPermitted(nowMs)) return;
    this.#peer.sendQueue.send(group.frame(event, this.#lastSeq), nowMs);
    this.#lastSeq = event.seq;
  }

  sendRun(after: EventSeq, nowMs: number): SentRun {
    const { frames, lastSeq, upTo, cost } = (this.#group as Group).run(after, this.#lastSeq);
    if (frames.length === 0 || this.#isPermitted(nowMs)) {
      for (const frame of frames) this.#peer.sendQueue.send(frame, nowMs);
      this.#lastSeq = lastSeq;
    }
    return { upTo, isLast: upTo >= this.tape.lastSeq, cost };
  }

  caughtUp(): boolean {
    return true;
  }

  /** @param seq where it begins; null: it goes on */
  async #begin(reader: TapeReader<OwnEvent>, seq: EventSeq | null): Promise<void> {
    const client = this.#peer.client();
    try {
      const clientIds = await this.#wanted(client);
      if (this.#reader !== reader) return;
      this.#leaveGroup();
      this.#group = this.#channel.add(this, clientIds, client.master || this.#request?.clients === 'all');
      if (seq !== null) reader.rewind(seq);
    } catch (error) {
      reader.later(error, () => void this.#begin(reader, seq));
    }
  }

  async #wanted(client: Client): Promise<ReadonlySet<string> | null> {
    if (client.master) return null;
    if (this.#request?.clients !== 'all') return new Set([client.clientId]);
    return new Set([client.clientId, ...(await this.#channel.deps.history.clientsUnder(client.parentId))]);
  }

  #leaveGroup(): void {
    this.#channel.remove(this, this.#group);
    this.#group = null;
  }

  /** Ends the subscription where the client has lost the right to it. */
  #isPermitted(nowMs: number): boolean {
    const client = this.#peer.client();
    const request = this.#request as SubscribeRequest;
    // The rights in a principal never change: other rights make another one.
    if (client === this.#permitted || hasRight(client, request)) {
      this.#permitted = client;
      return true;
    }
    this.#end(request.id, nowMs);
    return false;
  }

  /** The right to it was lost. */
  #end(id: RequestId, nowMs: number): void {
    this.clear();
    this.#peer.sendQueue.send(
      new Frame(JSON.stringify(errorMessage(new StreamError('not-permitted', 'orders', id)))),
      nowMs,
    );
  }
}

/** Throws StreamError. */
function requireRight(client: Client, request: SubscribeRequest): void {
  if (hasRight(client, request)) return;
  const { id } = request;
  if (client.deniedMethods.has('getEvents')) throw new StreamError('not-permitted', 'getEvents', id);
  if (!mayReadEvents(client)) throw new StreamError('not-permitted', EVENT_SCOPES.join(' and '), id);
  throw new StreamError('not-permitted', `clients: needs the scope ${DROP_COPY}, or a parent client`, id);
}

function hasRight(client: Client, { clients }: SubscribeRequest): boolean {
  if (client.deniedMethods.has('getEvents') || !mayReadEvents(client)) return false;
  return clients === 'own' || mayFollowAll(client);
}
