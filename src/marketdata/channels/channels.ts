import type { ExchangeEvent } from '../../exchange/api/index.ts';
import type { ChannelName } from '../requests/index.ts';
import type { Channel } from './channel.ts';

/** The channels of a stream. */
export class Channels {
  readonly #channels: ReadonlyMap<ChannelName, Channel>;
  /** The same, for each event: a map makes an iterator each time. */
  readonly #all: readonly Channel[];

  /** The cursor of the last event; undefined where no channel has cursors. */
  readonly cursor: () => string | undefined;

  constructor(channels: readonly Channel[], cursor: () => string | undefined = () => undefined) {
    this.#all = channels;
    this.#channels = new Map(channels.map((channel) => [channel.name, channel]));
    this.cursor = cursor;
  }

  get(name: ChannelName): Channel | undefined {
    return this.#channels.get(name);
  }

  /** Subscriptions of all connections, by channel. */
  get subscriptions(): ReadonlyMap<ChannelName, number> {
    return new Map([...this.#channels].map(([name, { subscriptionCount }]) => [name, subscriptionCount]));
  }

  /** Securities that somebody is subscribed to, counted once for each channel. */
  get securityCount(): number {
    return this.#channels.values().reduce((sum, { securityCount }) => sum + securityCount, 0);
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    for (const channel of this.#all) channel.publish(event, nowMs);
  }
}
