import type { ExchangeEvent } from '../../exchange/api/index.ts';
import type { ChannelName } from '../requests/index.ts';
import { AuctionChannel } from './auction-channel.ts';
import type { Channel } from './channel.ts';
import { DepthChannel, type DepthChannelDeps } from './depth-channel.ts';
import type { StreamHistory } from './history.ts';
import { MarketChannel } from './market-channel.ts';
import { OrdersChannel } from './orders-channel.ts';
import { Pace } from './pace.ts';
import { ReadTurns } from './read-turns.ts';
import type { TapeDeps } from './tape-parts.ts';
import { TopChannel } from './top-channel.ts';
import { TradesChannel } from './trades-channel.ts';

type ChannelDeps = Omit<TapeDeps, 'history' | 'turns' | 'pace'> &
  DepthChannelDeps & { readonly history: StreamHistory | undefined };

/** The channels of a stream; those that resume from a cursor need a history. */
export class Channels {
  readonly #all: readonly Channel[];
  readonly #deps: ChannelDeps;

  constructor(deps: ChannelDeps) {
    const { history } = deps;
    this.#deps = deps;
    this.#all = [new TopChannel(deps), new DepthChannel(deps), new AuctionChannel(deps)];
    if (history === undefined) return;
    const tapes = { ...deps, history, turns: new ReadTurns(), pace: new Pace(deps.timers) };
    this.#all = [...this.#all, new TradesChannel(tapes), new MarketChannel(tapes), new OrdersChannel(tapes)];
  }

  /** The cursor of the last event; undefined where no channel has cursors. */
  get cursor(): string | undefined {
    const { exchange, history } = this.#deps;
    return history?.cursorAt(exchange.lastEventSeq());
  }

  get(name: ChannelName): Channel | undefined {
    return this.#all.find((channel) => channel.name === name);
  }

  /** Subscriptions of all connections, by channel. */
  get subscriptions(): ReadonlyMap<ChannelName, number> {
    return new Map(this.#all.map(({ name, subscriptionCount }) => [name, subscriptionCount]));
  }

  /** Securities that somebody is subscribed to, counted once for each channel. */
  get securityCount(): number {
    return this.#all.reduce((sum, { securityCount }) => sum + securityCount, 0);
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    for (const channel of this.#all) channel.publish(event, nowMs);
  }
}
