/**
 * Prices that the reader wants to hear of. Kept by this browser, and looked at while the console is open: a program
 * that runs all day subscribes to the stream.
 */
import { millionths, priceText } from './amounts.ts';
import type { MarketData } from './market-data.ts';
import { priced } from './market-data.ts';
import { prefer, preferences } from './preferences.ts';
import { Topic } from './topic.ts';

export interface PriceAlert {
  readonly securityId: string;
  /** above: a trade or the best bid at the price or above; below: a trade or the best offer at it or below. */
  readonly way: 'above' | 'below';
  /** As decimal text. */
  readonly price: string;
}

/** Over all securities: each is looked at whenever prices are drawn. */
const ALERTS_MAX = 100;

interface Deps {
  readonly market: MarketData;
  readonly hear: (text: string, securityId: string) => void;
  readonly titleOf: (securityId: string) => string;
}

export class PriceAlerts {
  readonly changed = new Topic();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.market.changed.subscribe(() => this.#look());
  }

  of(securityId: string): readonly PriceAlert[] {
    return preferences.priceAlerts.filter((one) => one.securityId === securityId);
  }

  /** Which way a price is from where the security trades now; without a price it is one to rise to. */
  wayTo(securityId: string, price: number): PriceAlert['way'] {
    const { last } = this.#pricesOf(securityId);
    return last !== undefined && price < last ? 'below' : 'above';
  }

  /** False: there are as many as may be. */
  add(alert: PriceAlert): boolean {
    const others = preferences.priceAlerts.filter((one) => !isSame(one, alert));
    if (others.length >= ALERTS_MAX) return false;
    this.#put([...others, alert]);
    return true;
  }

  remove(alert: PriceAlert): void {
    this.#put(preferences.priceAlerts.filter((one) => !isSame(one, alert)));
  }

  #put(priceAlerts: readonly PriceAlert[]): void {
    prefer({ priceAlerts });
    this.changed.changedByReader();
  }

  /** One that is reached is said, and is over. */
  #look(): void {
    const reached = preferences.priceAlerts.filter((one) => this.#isReached(one));
    if (reached.length === 0) return;
    this.#put(preferences.priceAlerts.filter((one) => !reached.includes(one)));
    for (const { securityId, way, price } of reached) {
      const name = this.#deps.titleOf(securityId);
      this.#deps.hear(`${name} is at ${priceText(price)} or ${way}.`, securityId);
    }
  }

  #isReached({ securityId, way, price }: PriceAlert): boolean {
    const { last, bid, offer } = this.#pricesOf(securityId);
    const wanted = millionths(price) ?? 0;
    const seen = (way === 'above' ? [last, bid] : [last, offer]).filter((one) => one !== undefined);
    return seen.some((one) => (way === 'above' ? one >= wanted : one <= wanted));
  }

  #pricesOf(securityId: string) {
    const { tops, days } = this.#deps.market;
    const top = tops.get(securityId);
    const read = (text: string | null | undefined) => (text ? millionths(text) : undefined);
    const [bid, offer] = [read(priced(top?.bid)?.price), read(priced(top?.offer)?.price)];
    return { last: read(days.get(securityId)?.last), bid, offer };
  }
}

const isSame = (one: PriceAlert, other: PriceAlert): boolean =>
  one.securityId === other.securityId && one.way === other.way && one.price === other.price;
