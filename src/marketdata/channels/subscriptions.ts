import {
  type Beginning,
  type ChannelName,
  StreamError,
  type StreamSettings,
  type SubscribeRequest,
  type UnsubscribeRequest,
} from '../requests/index.ts';
import type { Peer, Side } from './channel.ts';
import type { Channels } from './channels.ts';

/** What one connection has subscribed to. */
export class Subscriptions {
  readonly #channels: Channels;
  readonly #settings: StreamSettings;
  readonly #peer: Peer;
  /** Of the channels that it has asked for. */
  readonly #sides = new Map<ChannelName, Side>();

  constructor(channels: Channels, settings: StreamSettings, peer: Omit<Peer, 'requireRoom'>) {
    this.#channels = channels;
    this.#settings = settings;
    this.#peer = Object.assign(peer, {
      requireRoom: (added: number, request: SubscribeRequest) => this.#requireRoom(added, request),
    });
  }

  /** Throws StreamError. */
  subscribe(request: SubscribeRequest, nowMs: number, accepted: (beginning?: Beginning) => void): void {
    const { resumesPerMessageMax } = this.#settings;
    const side = this.#sides.get(request.channel) ?? this.#open(request);
    if (request.after.size > resumesPerMessageMax) {
      const detail = `after holds more than ${resumesPerMessageMax} securities`;
      throw new StreamError('malformed-request', detail, request.id);
    }
    side.subscribe(request, nowMs, (beginning) => {
      this.#sides.set(request.channel, side);
      accepted(beginning);
    });
  }

  /** Throws StreamError. */
  unsubscribe({ channel, securities, id }: UnsubscribeRequest): void {
    if (this.#channels.get(channel) === undefined) throw new StreamError('unknown-channel', undefined, id);
    this.#sides.get(channel)?.leave(securities, id);
  }

  /** Of the last event; undefined while something before it is still to be sent (S37). */
  get cursor(): string | undefined {
    return this.#sides.values().every(({ isCaughtUp }) => isCaughtUp) ? this.#channels.cursor : undefined;
  }

  list(): readonly object[] {
    return [...this.#sides.values()].flatMap((side) => side.list());
  }

  clear(): void {
    for (const side of this.#sides.values()) side.clear();
  }

  #open({ channel, id }: SubscribeRequest): Side {
    const side = this.#channels.get(channel)?.open(this.#peer);
    if (side === undefined) throw new StreamError('unknown-channel', undefined, id);
    return side;
  }

  #requireRoom(added: number, { id }: SubscribeRequest): void {
    const max = this.#settings.subscriptionsPerConnectionMax;
    let size = added;
    for (const side of this.#sides.values()) size += side.size;
    if (size > max) throw new StreamError('too-many-subscriptions', `at most ${max}`, id);
  }
}
