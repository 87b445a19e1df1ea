/**
 * Accepted quotes and confirmed blocks under the three rules of what may be sold, with live orders that sell at the
 * same time, two accounts of one client, busts and a split: exactly those are refused that the positions, added up
 * from nothing, leave no shares for, and nobody sells what the rule keeps.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MatchView, OrderView } from '../../src/exchange/api/orders.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { NO_TRANSFER_RULES } from '../../src/exchange/api/transfer-commands.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { runs } from '../support/thorough.ts';
import { action, BY_OWNER, ID } from './corporate-actions.ts';
import { OTHER, SELLERS, type Step, step, type Whose } from './deal-steps.ts';
import { restartedState } from './restarted-state.ts';
import { cancel, DOLLAR, order, security } from './venue.ts';

const TIME = Date.UTC(2026, 10, 20, 15) * 1000;
const MOST = 1_000_000_000_000_000;

const LIMITS = { ordersPerClient: 1000, contingentPerSecurity: 1000, ordersPerToken: 1000, blockSeconds: 60 };

type Rule = 'noShortSale' | 'bound' | 'unregisteredSales';
const keyOf = ({ clientId, accountId }: Whose) => `${clientId}/${accountId}`;

class Run {
  state = new VenueState(0);
  price = 16 * DOLLAR;
  readonly held = new Map<string, number>();
  readonly #matches: MatchView[] = [];
  /** How many of them were before the split. */
  #beforeSplit = 0;
  readonly seen = new Map<string, number>();
  readonly #orders = new Map<number, OrderView>();
  readonly #rule: Rule;
  #isSplit = false;

  constructor(rule: Rule) {
    this.#rule = rule;
    this.#listen();
    this.apply({ type: 'rules', version: RULES });
    this.apply({ type: 'limits', ...LIMITS });
    this.apply(security());
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    // With the shares of a and b, and after the split, there are 6 less than the most.
    const positions: (Whose & { quantity: number })[] = [
      ...SELLERS.map((one) => ({ ...one, quantity: 6 })),
      { ...OTHER, quantity: 1000 },
    ];
    if (rule === 'bound') positions.push({ clientId: 'h', accountId: null, quantity: MOST / 2 - 1015 });
    for (const one of positions) this.held.set(keyOf(one), one.quantity);
    this.apply({ type: 'setPositions', positions: positions.map((one) => ({ ...one, securityId: ID })) });
    if (rule === 'noShortSale') {
      const limits = { type: 'setLimits', clientId: 'a', accountId: null, tightens: false, expected: null } as const;
      this.apply({ ...limits, policy: { noShortSale: true } });
    }
    if (rule === 'unregisteredSales') {
      const rules = { ...NO_TRANSFER_RULES, unregisteredSales: 'refused' as const };
      this.apply({ type: 'transferRules', ...BY_OWNER, byOperator: true, rules, version: null });
    }
    // Blocks need a match of the day.
    this.#enter(OTHER, 'sell', 1);
    this.#enter({ clientId: 'c', accountId: null }, 'buy', 1);
    if (rule === 'bound') this.#split();
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: TIME } as JournaledCommand);
  }

  of(whose: Whose): number {
    return this.held.get(keyOf(whose)) ?? 0;
  }

  #listen(): void {
    this.state.sink = (event) => {
      if (event.type === 'order') this.#orders.set(event.order.orderId, event.order);
      if (event.type !== 'match') return;
      this.#matches.push(event.match);
      this.#move(event.match, event.match.quantity);
    };
  }

  #move(match: MatchView, shares: number): void {
    const [buyer, seller] = this.#sidesOf(match);
    this.held.set(keyOf(buyer), this.of(buyer) + shares);
    this.held.set(keyOf(seller), this.of(seller) - shares);
  }

  #sidesOf({ buyOrderId, sellOrderId }: MatchView) {
    return [this.#orders.get(buyOrderId)!.ticket, this.#orders.get(sellOrderId)!.ticket] as const;
  }

  #live() {
    return [...this.state.orders.values()];
  }

  /** Why the rule refuses such a sale, added up from nothing. */
  refusalOf(whose: Whose, shares: number, by: 'order' | 'deal' | 'RFQ order'): string | undefined {
    const held = this.of(whose);
    const own = this.#live().filter(({ ticket }) => keyOf(ticket) === keyOf(whose) && ticket.side === 'sell');
    switch (this.#rule) {
      case 'noShortSale': {
        // The shares of an RFQ order were asked for when it came (V50).
        if (by === 'RFQ order' || whose.clientId !== 'a') return undefined;
        const offered = own.reduce((sum, { remaining }) => sum + remaining, 0);
        return shares > held - offered ? 'short sale' : undefined;
      }
      case 'bound': {
        const all = [...this.held.values()];
        const long = all.reduce((sum, one) => sum + Math.max(0, one), 0);
        return held < shares && long + shares > MOST ? 'too many shares' : undefined;
      }
      case 'unregisteredSales': {
        if (by === 'order') return shares > held ? 'shares are not held' : undefined;
        const offered = own.reduce(
          (sum, one) => sum + (one.held === null && one.ticket.type === 'Limit' ? one.remaining : 0),
          0,
        );
        return shares > held - offered ? 'shares may not be sold yet' : undefined;
      }
    }
  }

  #enter(whose: Whose, side: 'buy' | 'sell', shares: number, orderType: 'Limit' | 'RFQ' = 'Limit') {
    const price = orderType === 'RFQ' ? 0 : this.price;
    return this.apply(order({ ...whose, side, quantity: shares, price, orderType, expiration: 'GTC' }));
  }

  /** @param refusal by what was before it, @param isOfOther whether the shares are those of the other side */
  #expect(what: string, refusal: string | undefined, outcome: Outcome, isOfOther = false): void {
    expect([what, outcome.ok ? undefined : outcome.refusal]).toEqual([what, refusal]);
    // Of transfer rules it may know (F8).
    const hides = isOfOther && refusal !== undefined && this.#rule !== 'unregisteredSales';
    expect([what, !outcome.ok && outcome.ofOther === true]).toEqual([what, hides]);
    const key = `${what} ${refusal === undefined ? 'done' : 'refused'}`;
    this.seen.set(key, (this.seen.get(key) ?? 0) + 1);
  }

  play(one: Step): void {
    switch (one.do) {
      case 'sell':
        this.#expect('sale', this.#saleOf(one), this.#enter(one.seller, 'sell', one.quantity));
        break;
      case 'buy':
        this.#enter(OTHER, 'sell', one.quantity);
        this.#enter(one.seller, 'buy', one.quantity);
        break;
      case 'fill':
        this.#enter(OTHER, 'buy', one.quantity);
        break;
      case 'cancel':
        for (const { orderId, ticket } of this.#live().slice(one.at, one.at + 1)) {
          this.apply(cancel(orderId, { clientId: ticket.clientId }));
        }
        break;
      case 'ask':
        this.#expect('ask', this.#saleOf(one), this.#enter(one.seller, 'sell', one.quantity, 'RFQ'));
        break;
      case 'quote':
        this.#quote(one);
        break;
      case 'accept':
        this.#accept(one.at);
        break;
      case 'report':
        this.#report(one);
        break;
      case 'confirm':
        this.#confirm(one.at);
        break;
      case 'bust':
        this.#bust(this.#matches.length - 1 - one.at);
        break;
      case 'split':
        this.#split();
        break;
      case 'restart':
        this.state = restartedState(this.state);
        this.#listen();
    }
  }

  #saleOf({ seller, quantity }: { readonly seller: Whose; readonly quantity: number }) {
    return this.refusalOf(seller, quantity, 'order');
  }

  /** On the RFQ order of a seller b quotes, on one of b the seller does. */
  #quote({ seller, quantity, at }: Extract<Step, { seller: Whose; at: number }>): void {
    const asking = this.#live().filter(({ ticket }) => ticket.type === 'RFQ');
    if (asking.length === 0 || at === 0) this.#enter(OTHER, 'buy', quantity + 3, 'RFQ');
    const asked = this.#live()
      .filter(({ ticket }) => ticket.type === 'RFQ')
      .at(-1 - (at % 3));
    if (asked === undefined) return;
    const whose = asked.ticket.side === 'sell' ? OTHER : seller;
    const named = { orderId: asked.orderId, memberId: '2', token: null, ip: '127.0.0.1' };
    this.apply({ type: 'quote', ...named, ...whose, price: this.price, quantity: Math.min(quantity, asked.remaining) });
  }

  #accept(at: number): void {
    const open = [...this.state.quotes.values()];
    const quote = open.at(-1 - at);
    if (quote === undefined) return;
    const asked = this.state.orders.known(quote.orderId);
    const outcome = () => this.apply({ type: 'acceptQuote', clientId: quote.orderClientId, quoteId: quote.quoteId });
    const sells = asked.ticket.side === 'sell';
    const what = sells ? 'quote that buys' : 'quote that sells';
    const refused = sells
      ? this.refusalOf(asked.ticket, quote.quantity, 'RFQ order')
      : this.refusalOf(quote.ticket, quote.quantity, 'deal');
    const isHeld = asked.held !== null;
    if (isHeld) this.#expect(`${what}, held`, 'order is held', outcome());
    else if (quote.quantity > asked.remaining) this.#expect(`${what}, too large`, 'order has other terms', outcome());
    else this.#expect(what, refused, outcome(), !sells);
  }

  #report({ seller, quantity, bySeller }: Extract<Step, { do: 'report' }>): void {
    const [reporter, counterparty] = bySeller ? [seller, OTHER] : [OTHER, seller];
    const side = bySeller ? 'sell' : 'buy';
    const { ticket } = order({ ...reporter, side, orderType: 'Block', expiration: 'IOC', disclosed: false });
    const { clientId, accountId } = counterparty;
    this.apply({
      ...{ type: 'reportBlock', ticket, quantity, price: this.price, seconds: null },
      counterparty: { clientId, accountId },
    });
  }

  #confirm(at: number): void {
    const waiting = [...this.state.blocks.values()];
    const block = waiting.at(-1 - at);
    if (block === undefined) return;
    const { clientId, accountId } = block.counterparty;
    const seller = block.ticket.side === 'sell' ? block.ticket : block.counterparty;
    const refused = this.refusalOf(seller, block.quantity, 'deal');
    const own = { memberId: '2', token: null, ip: '127.0.0.1' };
    const command = { type: 'confirmBlock', blockId: block.blockId, clientId, accountId, ...own } as const;
    this.#expect('block', refused, this.apply(command), seller.clientId !== clientId);
  }

  /** It is never refused, and may leave the seller's live orders without shares. */
  #bust(place: number): void {
    const match = this.#matches[place];
    if (match === undefined) return;
    const [buyer, seller] = this.#sidesOf(match).map(({ clientId, accountId }) => {
      return { clientId, accountId, securityId: ID };
    }) as [never, never];
    const { matchId, price, quantity } = match;
    const command = { type: 'bust', matchId, matched: { price, quantity }, reason: 'why', buyer, seller } as const;
    this.#expect('bust', undefined, this.apply(command));
    this.#matches.splice(place, 1);
    const isBefore = place < this.#beforeSplit;
    if (isBefore) this.#beforeSplit--;
    this.#move(match, isBefore ? -2 * quantity : -quantity);
  }

  /** Once: quotes and blocks end (R2), live orders go on with twice the shares. */
  #split(): void {
    if (this.#isSplit) return;
    this.#isSplit = true;
    this.#beforeSplit = this.#matches.length;
    const announced = this.apply({ type: 'announceAction', ...BY_OWNER, action: action(), most: 20 });
    this.apply({ type: 'actionDue', securityId: ID, actionId: (announced as { version?: number }).version ?? 0 });
    for (const [whose, held] of this.held) this.held.set(whose, held * 2);
    this.price /= 2;
    expect([[...this.state.blocks.values()].length, [...this.state.quotes.values()].length]).toEqual([0, 0]);
    this.seen.set('split', 1);
  }

  expectHeld(): void {
    for (const whose of [...SELLERS, OTHER]) {
      expect([whose, this.state.register.of({ ...whose, securityId: ID })]).toEqual([whose, this.of(whose)]);
    }
  }
}

test.each<Rule>(['noShortSale', 'bound', 'unregisteredSales'])('sales outside of the book under %s', (rule) => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 70, size: 'max' }), (steps) => {
      const run = new Run(rule);
      for (const one of steps) {
        run.play(one);
        run.expectHeld();
      }
      checkState(run.state);
      for (const [what, count] of run.seen) seen.set(what, (seen.get(what) ?? 0) + count);
    }),
    { numRuns: runs(300, 3000), seed: 1 },
  );
  for (const what of ['sale', 'ask', 'block', 'quote that sells']) {
    for (const said of ['done', 'refused']) expect(seen.get(`${what} ${said}`), `${what} ${said}`).toBeGreaterThan(5);
  }
  for (const what of ['quote that buys done', 'bust done', 'split']) expect(seen.get(what), what).toBeGreaterThan(20);
});
