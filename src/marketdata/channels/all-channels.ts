import type { Channel } from './channel.ts';
import { DepthChannel, type DepthChannelParts } from './depth-channel.ts';
import type { EventChannelParts } from './event-channel-parts.ts';
import type { StreamHistory } from './history.ts';
import { MarketChannel } from './market-channel.ts';
import { OrdersChannel } from './orders-channel.ts';
import { Pace } from './pace.ts';
import { ReadTurns } from './read-turns.ts';
import { TopChannel } from './top-channel.ts';
import { TradesChannel } from './trades-channel.ts';

export type ChannelParts = Omit<EventChannelParts, 'history' | 'turns' | 'pace'> &
  DepthChannelParts & { readonly history: StreamHistory | undefined };

/** The channels that there are; those that tell of the past need a history. */
export function allChannels({ history, ...parts }: ChannelParts): Channel[] {
  const top = new TopChannel(parts);
  const depth = new DepthChannel(parts);
  if (history === undefined) return [top, depth];
  const eventParts = { ...parts, history, turns: new ReadTurns(), pace: new Pace(parts.timers) };
  return [top, depth, new TradesChannel(eventParts), new MarketChannel(eventParts), new OrdersChannel(eventParts)];
}
