/** A venue of the real engine with random traders, whose every order bears the mark of its owner. */
import fc from 'fast-check';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { MatchView } from '../../../src/exchange/api/orders.ts';
import { RULES } from '../../../src/exchange/api/rules.ts';
import { priceText, type SecurityId } from '../../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import type { OrderRecord } from '../../../src/exchange/records/order-record.ts';
import { Replica } from '../../../src/exchange/replica/replica.ts';
import { CredentialGuard } from '../../../src/http/auth/credential-guard.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import { MarketDataStream } from '../../../src/marketdata/market-data-stream.ts';
import { ownEventOf } from '../../../src/modules/ats/events/own-events.ts';
import { DOLLAR, order, security } from '../../exchange/venue.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { FakeHistory } from './fake-history.ts';

export const SECURITIES = [7, 8] as SecurityId[];
export const TRADERS = ['a', 'b', 'c'] as const;
type Trader = (typeof TRADERS)[number];

/** A word that stands in nothing but what is this client's. */
export const markOf = (trader: string): string => `zz-${trader}`;

export type Deed =
  | {
      readonly do: 'enter';
      readonly trader: Trader;
      readonly account: 'x' | 'y';
      readonly securityId: number;
      readonly side: 'buy' | 'sell';
      readonly quantity: number;
      readonly dollars: number;
      readonly kind: 'open' | 'hidden' | 'RFQ';
      readonly contingency: 'None' | 'All or None';
      /** The display quantity (M19); absent: it shows whole. */
      readonly display?: number;
    }
  | { readonly do: 'replace'; readonly at: number; readonly quantity: number; readonly dollars: number }
  | { readonly do: 'cancel' | 'adjust' | 'bust' | 'halt' | 'resume' | 'quote'; readonly at: number };

const side = fc.constantFrom('buy' as const, 'sell' as const);
const quantity = fc.integer({ min: 1, max: 20 });
const dollars = fc.integer({ min: 9, max: 11 });
const at = fc.nat(1000);

/** What trades, is halted and resumes, and gets a bust, whatever chance left of the books. */
export const SURE_DEEDS: readonly Deed[] = (['resume', 'halt', 'resume', 'enter', 'adjust', 'bust'] as const).flatMap(
  (what) =>
    SECURITIES.flatMap((securityId, at): readonly Deed[] => {
      if (what !== 'enter') return [{ do: what, at }];
      const order = { do: what, account: 'x', securityId, quantity: 5, kind: 'open', contingency: 'None' } as const;
      return [
        { ...order, trader: 'a', side: 'buy', dollars: 11 },
        { ...order, trader: 'b', side: 'sell', dollars: 9 },
      ];
    }),
);

/** A market is not to stay halted for long. */
const RESUMES = ['resume', 'resume', 'resume', 'resume'] as const;

export const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      trader: fc.constantFrom(...TRADERS),
      account: fc.constantFrom('x' as const, 'y'),
      securityId: fc.constantFrom(...SECURITIES),
      side,
      quantity,
      dollars,
      kind: fc.constantFrom('open' as const, 'open', 'hidden', 'hidden', 'RFQ'),
      contingency: fc.constantFrom('None' as const, 'None', 'None', 'All or None'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace' as const), at, quantity, dollars }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'cancel', 'adjust', 'bust', 'quote'), at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('halt' as const, ...RESUMES), at }) },
);

export class SmallVenue {
  readonly time = new ManualTime('2026-11-20T15:00:00Z');
  readonly replica: Replica;
  readonly history: FakeHistory;
  /** All that happened, by seq. */
  readonly happened = new Map<number, ExchangeEvent>();
  /** Every price that a hidden order had, as the stream would write it. */
  readonly hiddenPrices = new Set<string>();
  readonly #matches: MatchView[] = [];
  readonly #adjusted = new Map<number, Pick<MatchView, 'price' | 'quantity'>>();
  readonly #accounts = new Map<number, string | null>();
  #hidden = 0;

  /** What the stream needs of an exchange; nothing is submitted. */
  get exchange() {
    return Object.assign(this.replica, { submit: () => Promise.reject(new Error('nothing is submitted')) });
  }

  constructor() {
    const [clock, log] = [this.time, { error: () => {} }];
    this.replica = new Replica({ state: new VenueState(0), sequence: 0, clock, alwaysOpen: false, log });
    const recorded = { lastEventSeq: () => this.replica.lastEventSeq(), record: (_: ExchangeEvent) => {} };
    this.history = new RealEvents(recorded);
    this.replica.subscribe((event) => {
      recorded.record(event);
      this.happened.set(event.seq, event);
      if (event.type === 'match') this.#matches.push(event.match);
      if (event.type === 'order') this.#accounts.set(event.order.orderId, event.order.ticket.accountId);
    });
    const open = { type: 'session', action: 'open', securityId: null, date: '2026-11-20' } as const;
    this.#apply([
      { type: 'rules', version: RULES },
      ...SECURITIES.map((securityId) => security({ securityId, ownerClientId: markOf('a') }) as UntimedCommand),
      { ...open, dayOver: false, scheduled: 1 },
    ]);
  }

  /** The stream of this venue, whose time is its own. `clientOf`: whom a client id stands for, whatever the key. */
  stream(clientOf: (clientId: string) => Client): MarketDataStream {
    const authenticator = {
      authenticate: async (clientId: string) => clientOf(clientId),
      renew: async (client: Client) => client,
    };
    return new MarketDataStream({
      exchange: this.exchange,
      guard: new CredentialGuard({ authenticator, failuresMax: 3, nowMs: () => 0 }),
      settings: { heartbeatMs: 1e9 },
      history: this.history,
      timers: this.time,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
  }

  /** Does them as one group; one that finds nothing to be done to is left out. */
  perform(deeds: readonly Deed[]): void {
    this.#apply(deeds.map((one) => this.#commandOf(one)).filter((command) => command !== undefined));
  }

  #apply(commands: readonly UntimedCommand[]): void {
    this.time.advanceMs(1);
    const timed = commands.map((command) => ({ ...command, time: this.time.nowUs() }));
    this.replica.apply({ firstSequence: this.replica.sequence + 1, commands: timed });
    this.replica.publish();
  }

  #commandOf(one: Deed): UntimedCommand | undefined {
    switch (one.do) {
      case 'enter': {
        const { trader, account, kind, securityId, side: ofSide, quantity: shares, contingency, display } = one;
        const mark = markOf(trader);
        const whose = { clientId: mark, accountId: `${mark}-${account}`, memberId: `${mark}-m`, token: `${mark}-t` };
        const disclosed = kind === 'open';
        const price = this.#price(one.dollars, disclosed);
        const orderType = kind === 'RFQ' ? 'RFQ' : 'Limit';
        return order({
          ...whose,
          securityId,
          side: ofSide,
          quantity: shares,
          price,
          disclosed,
          orderType,
          contingency,
          ...(display === undefined ? {} : { optional: { displayQuantity: display } }),
        });
      }
      case 'replace': {
        const live = this.#liveOrder(one.at);
        if (live === undefined) return undefined;
        const price = this.#price(one.dollars, live.ticket.disclosed);
        return { type: 'replace', ...namedBy(live), quantity: one.quantity, price };
      }
      case 'cancel': {
        const live = this.#liveOrder(one.at);
        return live === undefined ? undefined : { type: 'cancel', ...namedBy(live) };
      }
      case 'adjust':
        return this.#adjust(one.at);
      case 'bust':
        return this.#bust(one.at);
      case 'quote': {
        const clientId = markOf(TRADERS[one.at % TRADERS.length] as string);
        const to = [{ clientId, fields: { quoteStatus: 'Open', note: clientId } }];
        return { type: 'notice', noticeId: `n${one.at}`, kind: 'quote', securityId: 7 as SecurityId, to };
      }
      default:
        return { type: one.do, securityId: SECURITIES[one.at % SECURITIES.length] as SecurityId, reason: 'a reason' };
    }
  }

  #liveOrder(number: number): OrderRecord | undefined {
    const live = [...this.replica.state.orders.values()];
    return live[number % live.length];
  }

  /** Open orders meet at whole dollars. A hidden price is one that no other order ever has. */
  #price(whole: number, disclosed: boolean): number {
    if (disclosed) return whole * DOLLAR;
    this.#hidden += 1;
    const price = whole * DOLLAR + 1000 + this.#hidden;
    this.hiddenPrices.add(priceText(price));
    return price;
  }

  #adjust(number: number): UntimedCommand | undefined {
    const match = this.#matches[number % Math.max(1, this.#matches.length)];
    if (match === undefined) return undefined;
    const { matchId, price, quantity: shares } = match;
    const terms = { price, quantity: shares + 1 + (number % 3) };
    this.#adjusted.set(matchId, terms);
    const matched = { price, quantity: shares };
    return { type: 'adjust', matchId, ...terms, reason: 'a reason', matched, ...this.#holders(match) };
  }

  #holders({ securityId, buyOrderId, sellOrderId, buyClientId, sellClientId }: MatchView) {
    const accountOf = (orderId: number) => this.#accounts.get(orderId) ?? null;
    return {
      buyer: { clientId: buyClientId, accountId: accountOf(buyOrderId), securityId },
      seller: { clientId: sellClientId, accountId: accountOf(sellOrderId), securityId },
    };
  }

  #bust(number: number): UntimedCommand | undefined {
    const match = this.#matches.splice(number % Math.max(1, this.#matches.length), 1)[0];
    if (match === undefined) return undefined;
    const { matchId, price, quantity } = match;
    return { type: 'bust', matchId, reason: 'a reason', matched: { price, quantity }, ...this.#holders(match) };
  }
}

function namedBy({ ticket, orderId }: OrderRecord) {
  return { clientId: ticket.clientId, orderId };
}

/** Makes events of clients as the service does. */
class RealEvents extends FakeHistory {
  override eventOf(event: ExchangeEvent) {
    return ownEventOf(event);
  }
}
