import type { Channel } from './channel.ts';
import { DepthChannel, type DepthChannelParts } from './depth-channel.ts';
import type { StreamHistory } from './history.ts';
import { MarketChannel } from './market-channel.ts';
import { OrdersChannel } from './orders-channel.ts';
import { Pace } from './pace.ts';
import { ReadTurns } from './read-turns.ts';
import type { TapeParts } from './tape-parts.ts';
import { TopChannel } from './top-channel.ts';
import { TradesChannel } from './trades-channel.ts';

export type ChannelParts = Omit<TapeParts, 'history' | 'turns' | 'pace'> &
  DepthChannelParts & { readonly history: StreamHistory | undefined };

/** All channels; those that resume from a cursor need a history. */
export function allChannels({ history, ...parts }: ChannelParts): Channel[] {
  const top = new TopChannel(parts);
  const depth = new DepthChannel(parts);
  if (history === undefined) return [top, depth];
  const tapeParts = { ...parts, history, turns: new ReadTurns(), pace: new Pace(parts.timers) };
  return [top, depth, new TradesChannel(tapeParts), new MarketChannel(tapeParts), new OrdersChannel(tapeParts)];
}
