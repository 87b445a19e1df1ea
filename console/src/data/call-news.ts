/** Says when a security is called to an auction that the reader looks at, watches or has orders in (Q8). */
import { pathOf } from './address.ts';
import type { MarketData } from './market-data.ts';
import type { OwnOrders } from './own-orders.ts';
import { preferences } from './preferences.ts';
import type { Securities } from './securities.ts';

const CALL = 'call';

interface Deps {
  readonly market: MarketData;
  readonly orders: OwnOrders;
  readonly securities: Securities;
  /** The security that the reader looks at. */
  readonly selected: string;
  readonly say: (kind: 'news', text: string, path: string) => void;
}

/** Begins with the first change after the page was opened: what is called already is on screen. */
export function listenToCalls(deps: Deps): void {
  const { market, orders, securities } = deps;
  const before = new Map<string, string>();
  const watches = (securityId: string): boolean =>
    securityId === deps.selected ||
    Object.values(preferences.watchLists).some((list) => list.includes(securityId)) ||
    orders.open.some((order) => order.securityId === securityId);
  market.stated.subscribe(() => {
    for (const [securityId, { market: now }] of market.markets) {
      const known = before.get(securityId);
      before.set(securityId, now);
      if (now !== CALL || known === undefined || known === CALL || !watches(securityId)) continue;
      const path = pathOf('market', '', `security=${securityId}`);
      deps.say('news', `${securities.titleOf(securityId)} is called to an auction.`, path);
    }
  });
}
