/** The state of a market and its next change. */
import type { Desk } from '../data/index.ts';
import { bothTimes, countdown, venueNow } from '../data/index.ts';
import type { Node } from './node.ts';

const SIGNS: Readonly<Record<string, string>> = { open: '●', closed: '○', halted: '■', call: '◐' };

export interface State {
  readonly market: string;
  readonly reason: string | undefined;
  readonly nextChange: { readonly at: number; readonly market: string } | undefined;
}

/** The last state of the stream; before its first message that of the list of securities. */
export function marketOf({ market, securities }: Desk, securityId: string): State {
  const listed = securities.find(securityId);
  const state = market.markets.get(securityId);
  if (state === undefined) return listed ?? { market: 'closed', reason: undefined, nextChange: undefined };
  // A stream without the channel of markets has their states only in snapshots.
  if (market.offers.market !== 'offered' && listed !== undefined) return listed;
  return state;
}

export function MarketBadge({ state }: { readonly state: Omit<State, 'nextChange'> }): Node {
  const { market, reason } = state;
  return (
    <span class={`market ${market}`} title={reason}>
      <span aria-hidden="true">{SIGNS[market] ?? '○'}</span> {market}
    </span>
  );
}

const NEXT: Readonly<Record<string, string>> = { open: 'opens in', call: 'call begins in' };

interface NextProps {
  readonly state: State;
  /** After other words of the same line. */
  readonly comma?: boolean;
}

/** opens in 4:09; of a call its earliest end. */
export function NextChange({ state, comma = false }: NextProps): Node | null {
  const { nextChange } = state;
  if (nextChange === undefined) return null;
  const left = nextChange.at - venueNow();
  if (left < 0) return null;
  const words = state.market === 'call' ? 'may end in' : (NEXT[nextChange.market] ?? 'closes in');
  return (
    <span title={bothTimes(nextChange.at)}>
      {comma ? ', ' : ''}
      {words} {countdown(left)}
    </span>
  );
}
