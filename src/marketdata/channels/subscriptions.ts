import {
  type Beginning,
  type Numbering,
  StreamError,
  type StreamSettings,
  type SubscribeRequest,
  type UnsubscribeRequest,
} from '../requests/index.ts';
import type { Peer, Side } from './channel.ts';
import type { Channels } from './channels.ts';
import { NamedExit } from './named-exit.ts';

/** One subscription of a channel, with its name where it has one (S43). */
interface Followed {
  readonly name: string | undefined;
  readonly side: Side;
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #channels: Channels;
  readonly #settings: StreamSettings;
  readonly #peer: Peer;
  /** By channel and name. */
  readonly #followed = new Map<string, Followed>();

  constructor(channels: Channels, settings: StreamSettings, peer: Omit<Peer, 'requireRoom'>) {
    this.#channels = channels;
    this.#settings = settings;
    this.#peer = {
      ...peer,
      requireRoom: (added: number, request: SubscribeRequest) => this.#requireRoom(added, request),
    };
  }

  /** Throws StreamError. */
  subscribe(request: SubscribeRequest, nowMs: number, accepted: (beginning?: Beginning | Numbering) => void): void {
    const { resumesPerMessageMax } = this.#settings;
    const key = keyOf(request);
    const followed = this.#followed.get(key) ?? this.#open(request);
    if (request.after.size > resumesPerMessageMax) {
      const detail = `after holds more than ${resumesPerMessageMax} securities`;
      throw new StreamError('malformed-request', detail, request.id);
    }
    followed.side.subscribe(request, nowMs, (beginning) => {
      this.#followed.set(key, followed);
      accepted(beginning);
    });
  }

  /** Throws StreamError. */
  unsubscribe(request: UnsubscribeRequest): void {
    const { channel, securities, id } = request;
    if (this.#channels.get(channel) === undefined) throw new StreamError('unknown-channel', undefined, id);
    this.#followed.get(keyOf(request))?.side.leave(securities, id);
  }

  /** Of the last event; undefined while something before it is still to be sent (S37). */
  get cursor(): string | undefined {
    const isCaughtUp = this.#followed.values().every(({ side }) => side.isCaughtUp);
    return isCaughtUp ? this.#channels.cursor : undefined;
  }

  list(): readonly object[] {
    return [...this.#followed.values()].flatMap(({ name, side }) =>
      name === undefined ? side.list() : side.list().map((entry) => ({ subscription: name, ...entry })),
    );
  }

  clear(): void {
    for (const { side } of this.#followed.values()) side.clear();
  }

  #open({ channel, subscription: name, id }: SubscribeRequest): Followed {
    if (name !== undefined) this.#requireName(id);
    const { sendQueue } = this.#peer;
    const peer = name === undefined ? this.#peer : { ...this.#peer, sendQueue: new NamedExit(sendQueue, name) };
    const side = this.#channels.get(channel)?.open(peer);
    if (side === undefined) throw new StreamError('unknown-channel', undefined, id);
    return { name, side };
  }

  /** Names that were left make room for others. */
  #requireName(id: SubscribeRequest['id']): void {
    const max = this.#settings.namedSubscriptionsMax;
    let named = 0;
    for (const [key, { name, side }] of this.#followed) {
      if (name === undefined) continue;
      if (side.isUsed) named += 1;
      else this.#followed.delete(key);
    }
    if (named >= max) throw new StreamError('too-many-subscriptions', `at most ${max} with a name`, id);
  }

  #requireRoom(added: number, { id }: SubscribeRequest): void {
    const max = this.#settings.subscriptionsPerConnectionMax;
    let size = added;
    for (const { side } of this.#followed.values()) size += side.size;
    if (size > max) throw new StreamError('too-many-subscriptions', `at most ${max}`, id);
  }
}

function keyOf({ channel, subscription = '' }: SubscribeRequest | UnsubscribeRequest): string {
  return `${channel} ${subscription}`;
}
