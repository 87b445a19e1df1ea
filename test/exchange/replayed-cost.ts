/** Positions and a model that keeps everything that moved them, and replays all of it (V52). */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { DOLLAR, order, security } from './venue.ts';

const SEVEN = 7 as SecurityId;
export const [ALICE, BOB, CAROL] = ['a', 'b', 'c'] as const;

/** One thing that moved a position: a trade of a match, or a report of the whole position. */
type Entry =
  | { readonly matchId: number; shares: bigint; price: bigint }
  | { readonly matchId: null; shares: bigint; cost: bigint | null };

const abs = (number: bigint): bigint => (number < 0n ? -number : number);
const sign = (number: bigint): number => (number === 0n ? 0 : number < 0n ? -1 : 1);

/** All entries of one holder, whatever came of them. */
class Holder {
  readonly entries: Entry[] = [];
  /** The first entry of the present position, which began from 0, or was set. */
  #began = 0;
  /** Whether a match of before was given other shares since: the venue need not know the cost. */
  isExcused = false;

  get held(): { quantity: bigint; cost: bigint | null } {
    let [quantity, cost]: [bigint, bigint | null] = [0n, 0n];
    for (const entry of this.entries) {
      const next = entry.matchId === null ? entry.shares : quantity + entry.shares;
      if (entry.matchId === null) cost = entry.cost;
      else if (sign(next) !== sign(quantity)) cost = abs(next) * entry.price;
      else if (cost !== null && sign(entry.shares) === sign(quantity)) cost += abs(entry.shares) * entry.price;
      else if (cost !== null) cost = (cost * abs(next)) / abs(quantity);
      quantity = next;
      if (quantity === 0n) cost = 0n;
    }
    return { quantity, cost };
  }

  trade(matchId: number, shares: bigint, price: bigint): void {
    if (this.held.quantity === 0n) this.#begin();
    this.entries.push({ matchId, shares, price });
  }

  set(shares: bigint, cost: bigint | null): void {
    this.#begin();
    this.entries.push({ matchId: null, shares, cost });
  }

  #begin(): void {
    this.#began = this.entries.length;
    this.isExcused = false;
  }

  amend(matchId: number, before: bigint, after: bigint, price: bigint): void {
    const at = this.entries.findIndex((one) => one.matchId === matchId && sign(one.shares) === sign(before));
    const report = this.entries.findLastIndex((one) => one.matchId === null);
    const entry = this.entries[at]!;
    if (before !== after && (at < this.#began || this.held.quantity === 0n)) this.isExcused = true;
    entry.shares = after;
    if ('price' in entry) entry.price = price;
    // A report is of the whole position: what is taken back of before it is missing in it.
    if (report < at || before === after) return;
    const set = this.entries[report] as Extract<Entry, { matchId: null }>;
    set.shares += after - before;
    set.cost = null;
  }
}

type Step =
  | {
      readonly do: 'trade';
      readonly buyer: string;
      readonly seller: string;
      readonly quantity: number;
      readonly price: number;
    }
  | {
      readonly do: 'amend';
      readonly back: number;
      readonly quantity: number;
      readonly price: number;
      readonly keeps: boolean;
    }
  | { readonly do: 'bust'; readonly back: number }
  | {
      readonly do: 'set';
      readonly client: string;
      readonly quantity: number;
      readonly averageCost: number | undefined;
    };

const client = fc.constantFrom<string>(ALICE, BOB, CAROL);
const quantity = fc.integer({ min: 1, max: 4 }).map((tens) => tens * 10);
const price = fc.integer({ min: 1, max: 40 * DOLLAR });
const back = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(20) });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('trade' as const), buyer: client, seller: client, quantity, price }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('amend' as const), back, quantity, price, keeps: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bust' as const), back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{
        do: fc.constant('set' as const),
        client,
        quantity: fc.integer({ min: -4, max: 4 }).map((tens) => tens * 10),
      },
      averageCost: fc.option(price, { nil: undefined }),
    }),
  },
);

/** A venue and the model, step by step. */
export class Run {
  readonly state = new VenueState(0);
  readonly holders = new Map([ALICE, BOB, CAROL].map((name) => [name as string, new Holder()] as const));
  readonly journal: string[] = [];
  readonly matches: MatchView[] = [];
  readonly #terms = new Map<number, { readonly price: number; readonly quantity: number }>();
  readonly #busted = new Set<number>();
  seen = { known: 0, unknown: 0 };

  constructor() {
    this.state.sink = (event) => {
      if (event.type === 'match') this.matches.push(event.match);
    };
    this.take({ type: 'rules', version: 4 });
    this.take(security({}));
    this.take({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  take(command: UntimedCommand) {
    const timed = { ...command, time: 1_800_000_000_000_000 } as JournaledCommand;
    this.journal.push(encodeCommand(timed));
    return this.state.apply(timed);
  }

  trade(buyer: string, seller: string, shares: number, at: number): void {
    this.take(order({ clientId: seller, side: 'sell', price: at, quantity: shares }));
    this.take(order({ clientId: buyer, side: 'buy', price: at, quantity: shares }));
    const { matchId } = this.matches.at(-1)!;
    this.#terms.set(matchId, { price: at, quantity: shares });
    this.holders.get(buyer)!.trade(matchId, BigInt(shares), BigInt(at));
    this.holders.get(seller)!.trade(matchId, -BigInt(shares), BigInt(at));
  }

  /** Null: a bust. @param at of the matches, the first is 0 */
  amend(at: number, after: { readonly price: number; readonly quantity: number } | null): void {
    const match = this.matches[at];
    if (match === undefined || this.#busted.has(match.matchId)) return;
    const { matchId, buyClientId, sellClientId } = match;
    const before = this.#terms.get(matchId)!;
    if (after?.price === before.price && after.quantity === before.quantity) return;
    const [buyer, seller] = [buyClientId, sellClientId].map((clientId) => ({
      clientId,
      accountId: null,
      securityId: SEVEN,
    }));
    const named = {
      matchId,
      reason: 'why',
      matched: { price: match.price, quantity: match.quantity },
      buyer: buyer!,
      seller: seller!,
    };
    const outcome = this.take(after === null ? { type: 'bust', ...named } : { type: 'adjust', ...named, ...after });
    expect(outcome).toMatchObject({ ok: true });
    if (after === null) this.#busted.add(matchId);
    else this.#terms.set(matchId, after);
    const [was, now, by] = [before.quantity, after?.quantity ?? 0, after?.price ?? 0].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ];
    this.holders.get(buyClientId)!.amend(matchId, was, now, by);
    this.holders.get(sellClientId)!.amend(matchId, -was, -now, by);
  }

  set(clientId: string, shares: number, averageCost: number | undefined): void {
    const { quantity: was, cost: known } = this.of(clientId);
    const keeps = known !== null && Math.sign(was) === Math.sign(shares) && shares !== 0;
    const kept = keeps ? (BigInt(known) * abs(BigInt(shares))) / abs(BigInt(was)) : null;
    const cost = averageCost === undefined ? kept : abs(BigInt(shares)) * BigInt(averageCost);
    const position = { clientId, accountId: null, securityId: SEVEN, quantity: shares };
    this.take({
      type: 'setPositions',
      positions: [averageCost === undefined ? position : { ...position, averageCost }],
    });
    this.holders.get(clientId)!.set(BigInt(shares), shares === 0 ? 0n : cost);
  }

  of(clientId: string) {
    const { quantity: shares, cost } = this.state.risk.positions.heldBy({
      clientId,
      accountId: null,
      securityId: SEVEN,
    });
    return { quantity: shares, cost };
  }

  /** Dollars a share; null: not shown. */
  average(clientId: string): number | null {
    const { quantity: shares, cost } = this.of(clientId);
    return cost === null ? null : Number(cost) / DOLLAR / Math.abs(shares);
  }

  play(one: Step): void {
    if (one.do === 'trade') this.trade(one.buyer, one.seller, one.quantity, one.price);
    else if (one.do === 'set') this.set(one.client, one.quantity, one.averageCost);
    else {
      const at = this.matches.length - 1 - one.back;
      const match = this.matches[at];
      if (one.do === 'bust' || match === undefined) this.amend(at, null);
      else
        this.amend(at, {
          price: one.price,
          quantity: one.keeps ? this.#terms.get(match.matchId)!.quantity : one.quantity,
        });
    }
  }

  expectReplayed(): void {
    for (const [clientId, holder] of this.holders) {
      const { quantity: shares, cost } = this.of(clientId);
      const { held } = holder;
      expect(BigInt(shares)).toBe(held.quantity);
      if (cost === null && (holder.isExcused || held.cost === null)) this.seen.unknown++;
      else {
        expect(cost === null ? null : BigInt(cost)).toBe(held.cost);
        if (shares !== 0) this.seen.known++;
      }
    }
  }
}
