/**
 * Positions and their cost by the rules of before version 4 against a slow model, with busts, corrections and positions
 * that were set (V52, V65): old journals go on by them. Those of now: register.property.test.ts.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFrom } from '../../src/exchange/api/executions.ts';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import type { Millionths, SecurityId, Shares } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { costAfter, costBefore } from '../../src/exchange/records/register/cost.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runs } from '../support/thorough.ts';
import { DOLLAR, order, security } from './venue.ts';

const SEVEN = 7 as SecurityId;
const TIME = 1_800_000_000_000_000;

type Whose = { readonly clientId: string; readonly accountId: string | null; readonly securityId: SecurityId };
/** A cost of null is not known. */
type Held = { readonly quantity: bigint; readonly cost: bigint | null };

const abs = (number: bigint): bigint => (number < 0n ? -number : number);
const sign = (number: bigint): number => (number === 0n ? 0 : number < 0n ? -1 : 1);

/** As these rules had it, one case after the other. */
class Model {
  readonly #held = new Map<string, Held>();

  of(whose: Whose): Held {
    return this.#held.get(JSON.stringify(whose)) ?? { quantity: 0n, cost: 0n };
  }

  set(whose: Whose, quantity: bigint, cost: bigint | null): void {
    this.#held.set(JSON.stringify(whose), { quantity, cost: quantity === 0n ? 0n : cost });
  }

  trade(whose: Whose, shares: bigint, price: bigint): void {
    const { quantity, cost } = this.of(whose);
    const next = quantity + shares;
    if (quantity === 0n || sign(next) === -sign(quantity)) this.set(whose, next, abs(next) * price);
    else if (cost === null) this.set(whose, next, null);
    else if (abs(next) > abs(quantity)) this.set(whose, next, cost + abs(shares) * price);
    else this.set(whose, next, (cost * abs(next)) / abs(quantity));
  }

  undo(whose: Whose, shares: bigint, price: bigint): void {
    const { quantity, cost } = this.of(whose);
    const next = quantity - shares;
    if (quantity === 0n || sign(next) === -sign(quantity)) this.set(whose, next, abs(next) * price);
    else if (next === 0n || cost === null) this.set(whose, next, cost);
    else if (abs(next) > abs(quantity)) this.set(whose, next, (cost * abs(next)) / abs(quantity));
    else {
      const rest = cost - abs(shares) * price;
      this.set(whose, next, rest > 0n ? rest : (cost * abs(next)) / abs(quantity));
    }
  }

  known(): (readonly [Whose, Held])[] {
    return [...this.#held].map(([key, held]) => [JSON.parse(key) as Whose, held] as const);
  }
}

const aClient = fc.constantFrom('a', 'b', 'c');
const anAccount = fc.constantFrom(null, 'x');
const aPrice = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 20 * DOLLAR }) },
  { weight: 1, arbitrary: fc.constant(999_999_999 * DOLLAR) },
);
const aQuantity = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 50 }) },
  { weight: 1, arbitrary: fc.constant(1_000_000_000) },
);

type Step =
  | { readonly do: 'trade'; readonly price: number; readonly quantity: number; readonly sides: readonly [Side, Side] }
  | { readonly do: 'bust'; readonly at: number }
  | { readonly do: 'adjust'; readonly at: number; readonly price: number; readonly quantity: number }
  | { readonly do: 'set'; readonly side: Side; readonly quantity: number; readonly averageCost: number | undefined };
type Side = { readonly clientId: string; readonly accountId: string | null };

const aSide = fc.record({ clientId: aClient, accountId: anAccount });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('trade' as const),
      price: aPrice,
      quantity: aQuantity,
      sides: fc.tuple(aSide, aSide),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bust' as const), at: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      at: fc.nat(30),
      price: fc.integer({ min: 1, max: 20 * DOLLAR }),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      side: aSide,
      quantity: fc.integer({ min: -50, max: 50 }),
      averageCost: fc.option(aPrice, { nil: undefined }),
    }),
  },
);

/** A venue whose matches are those of the steps, and the model of them. */
class Run {
  readonly state = new VenueState(0);
  readonly model = new Model();
  readonly journal: string[] = [];
  readonly #matches: MatchView[] = [];
  readonly #terms = new Map<number, { readonly price: number; readonly quantity: number }>();
  readonly #parties = new Map<number, readonly [Whose, Whose]>();
  readonly #busted = new Set<number>();
  #next = TIME;

  constructor(rules = 3) {
    this.state.sink = (event) => {
      if (event.type === 'match') this.#matches.push(event.match);
    };
    this.take({ type: 'rules', version: rules });
    this.take(security({}));
    this.take({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  take(command: UntimedCommand) {
    const timed = { ...command, time: ++this.#next } as JournaledCommand;
    this.journal.push(encodeCommand(timed));
    return this.state.apply(timed);
  }

  play(one: Step): void {
    if (one.do === 'trade') this.#trade(one);
    else if (one.do === 'set') this.#set(one);
    else this.#amend(one);
  }

  #trade({ price, quantity, sides: [buy, sell] }: Extract<Step, { do: 'trade' }>): void {
    const [buyer, seller] = [buy, sell].map((side) => ({ ...side, securityId: SEVEN })) as [Whose, Whose];
    const before = this.#matches.length;
    this.take(order({ ...sell, side: 'sell', price, quantity }));
    this.take(order({ ...buy, side: 'buy', price, quantity }));
    expect(this.#matches.length).toBe(before + 1);
    const { matchId } = this.#matches.at(-1)!;
    this.#terms.set(matchId, { price, quantity });
    this.#parties.set(matchId, [buyer, seller]);
    this.model.trade(buyer, BigInt(quantity), BigInt(price));
    this.model.trade(seller, -BigInt(quantity), BigInt(price));
  }

  #set({ side, quantity, averageCost }: Extract<Step, { do: 'set' }>): void {
    const whose = { ...side, securityId: SEVEN };
    const position = { ...whose, quantity, ...(averageCost === undefined ? {} : { averageCost }) };
    const held = this.model.of(whose);
    const [shares, isKept] = [BigInt(quantity), sign(held.quantity) === Math.sign(quantity) && quantity !== 0];
    const kept = isKept && held.cost !== null ? (held.cost * abs(shares)) / abs(held.quantity) : null;
    this.model.set(whose, shares, averageCost === undefined ? kept : abs(shares) * BigInt(averageCost));
    this.take({ type: 'setPositions', positions: [position] });
  }

  #amend(one: Extract<Step, { do: 'bust' | 'adjust' }>): void {
    const match = this.#matches[one.at];
    if (match === undefined) return;
    const { matchId, price, quantity } = match;
    const [buyer, seller] = this.#parties.get(matchId)!;
    const terms = this.#terms.get(matchId)!;
    const isBusted = this.#busted.has(matchId);
    // What a command names is what the match was; the venue knows better.
    const matched = { price, quantity };
    const undo = () => {
      this.model.undo(buyer, BigInt(terms.quantity), BigInt(terms.price));
      this.model.undo(seller, -BigInt(terms.quantity), BigInt(terms.price));
    };
    if (one.do === 'bust') {
      this.#busted.add(matchId);
      if (!isBusted) undo();
      const bust = this.take({ type: 'bust', matchId, reason: 'why', matched, buyer, seller });
      expect(bust.ok).toBe(!isBusted);
      return;
    }
    const outcome = this.take({
      ...{ type: 'adjust', matchId, price: one.price, quantity: one.quantity, matched, buyer, seller, reason: 'why' },
    });
    const isSame = terms.price === one.price && terms.quantity === one.quantity;
    expect(outcome.ok).toBe(!isBusted && !isSame);
    if (!outcome.ok) return;
    undo();
    this.#terms.set(matchId, { price: one.price, quantity: one.quantity });
    this.model.trade(buyer, BigInt(one.quantity), BigInt(one.price));
    this.model.trade(seller, -BigInt(one.quantity), BigInt(one.price));
  }

  expectSame(): void {
    for (const [whose, { quantity, cost }] of this.model.known()) {
      const held = this.state.register.heldBy(whose);
      expect([BigInt(held.quantity), held.cost === null ? null : BigInt(held.cost)]).toEqual([quantity, cost]);
    }
  }
}

test('positions and their cost are those of the matches, the first one included, as they are by now', async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const run = new Run();
      for (const one of steps) {
        run.play(one);
        run.expectSame();
      }
      // A replay of the journal, and a snapshot, have the same.
      const replayed = new VenueState(0);
      for (const line of run.journal) replayed.apply(decodeCommand(JSON.parse(line) as unknown[]));
      expect(digestOf(replayed)).toBe(digestOf(run.state));
      const path = await writeSnapshot(files, folder, run.state, journalStart(0));
      expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(run.state));
    }),
    { numRuns: runs(100, 2000) },
  );
});

test('the match that made a position, busted, leaves the average of the others', () => {
  const run = new Run();
  const sides = [
    { clientId: 'a', accountId: null },
    { clientId: 'b', accountId: null },
  ] as const;
  run.play({ do: 'trade', price: 10 * DOLLAR, quantity: 10, sides });
  run.play({ do: 'trade', price: 20 * DOLLAR, quantity: 10, sides });
  const held = () => run.state.register.heldBy({ ...sides[0], securityId: SEVEN });
  expect(held()).toMatchObject({ quantity: 20, cost: 300 * DOLLAR });
  run.play({ do: 'bust', at: 1 });
  expect(held()).toMatchObject({ quantity: 10, cost: 100 * DOLLAR });
  run.play({ do: 'adjust', at: 0, price: 9 * DOLLAR, quantity: 5 });
  expect(held()).toMatchObject({ quantity: 5, cost: 45 * DOLLAR });
});

test('under earlier rules matches count from when somebody sets positions', () => {
  const run = new Run(2);
  const sides = [
    { clientId: 'a', accountId: null },
    { clientId: 'b', accountId: null },
  ] as const;
  run.play({ do: 'trade', price: 10 * DOLLAR, quantity: 10, sides });
  expect([...run.state.register.positions()]).toEqual([]);
});

test('the cost of what is left is exact at any size', () => {
  const quantity = fc.integer({ min: 2, max: 2 ** 40 });
  fc.assert(
    fc.property(quantity, fc.integer({ min: 1 }), fc.bigInt({ min: 0n, max: 10n ** 20n }), (held, sold, cost) => {
      const shares = sold % held;
      const left = costAfter(
        { quantity: held, rest: 0, cost: amountFrom(String(cost)) },
        -shares as Shares,
        1 as Millionths,
      );
      const exact = shares === 0 ? cost : (cost * BigInt(held - shares)) / BigInt(held);
      expect(BigInt(left!)).toBe(exact);
    }),
    { numRuns: 2000 },
  );
});

test('the cost with more shares at the same average is exact at any size', () => {
  const quantity = fc.integer({ min: 1, max: 2 ** 40 });
  fc.assert(
    fc.property(quantity, quantity, fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }), (held, sold, cost) => {
      const before = costBefore(
        { quantity: held, rest: 0, cost: amountFrom(String(cost)) },
        -sold as Shares,
        1 as Millionths,
      );
      expect(BigInt(before!)).toBe((cost * BigInt(held + sold)) / BigInt(held));
    }),
    { numRuns: 2000 },
  );
});
