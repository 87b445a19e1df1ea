/**
 * Conversions of one security into another (R13) against the slow register: whatever is traded before and after, and
 * corrected, busted, settled and canceled later, each holder has what a replay of everything from nothing comes to.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { easternDay } from '../../src/calendar/eastern-time.ts';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import { ACTIONS_SINCE } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { type ModelMatch, RegisterModel } from '../model/register-model.ts';
import { type ModelSplit, termsOfSplit } from '../model/register-splits.ts';
import { runs } from '../support/thorough.ts';
import { aTender, madeLots, NAMES, type TenderStep, WHOSE } from './register-steps.ts';
import { tenderAt } from './register-tender.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, order, security } from './venue.ts';

const [FROM, INTO] = [7 as SecurityId, 8 as SecurityId];
const START = Date.UTC(2026, 10, 20, 15) * 1000;
const DAY_US = 86_400_000_000;

type Step =
  | ({ readonly do: 'trade'; readonly isFrom: boolean; readonly buyer: string; readonly seller: string } & Terms)
  | ({
      readonly do: 'adjust' | 'bust' | 'Settled' | 'Canceled';
      readonly isFrom: boolean;
      readonly back: number;
    } & Terms)
  | ({ readonly do: 'split'; readonly isFrom: boolean } & ModelSplit)
  | ({ readonly do: 'convert' } & ModelSplit)
  | { readonly do: 'position'; readonly isFrom: boolean; readonly holder: string; readonly quantity: number }
  | (TenderStep & { readonly isFrom: boolean })
  | { readonly do: 'night' }
  | { readonly do: 'restart' };
type Terms = { readonly quantity: number; readonly price: number };

const name = fc.constantFrom(...NAMES);
const terms = { quantity: fc.integer({ min: 1, max: 40 }), price: fc.integer({ min: 1, max: 40 * DOLLAR }) };
const part = fc.integer({ min: 1, max: 9 });
const ratio = { to: part, from: part, isUp: fc.boolean(), keepsParts: fc.boolean() };
const isFrom = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('trade' as const), isFrom, buyer: name, seller: name, ...terms }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      ...{ do: fc.constantFrom('adjust', 'adjust', 'bust', 'Settled', 'Canceled'), isFrom },
      ...{ back: fc.nat(8), ...terms },
    }) as fc.Arbitrary<Step>,
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('split' as const), isFrom, ...ratio }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('convert' as const), ...ratio }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('position' as const), isFrom, holder: name, quantity: fc.nat(90) }),
  },
  { weight: 3, arbitrary: fc.tuple(aTender, isFrom).map(([tender, isFrom]) => ({ ...tender, isFrom })) },
  { weight: 2, arbitrary: fc.constantFrom({ do: 'night' as const }, { do: 'restart' as const }) },
);

class ConversionWalk {
  state = new VenueState(0);
  readonly #models = [new RegisterModel(), new RegisterModel()] as const;
  readonly journal: string[] = [];
  isConverted = false;
  readonly seen = new Map<string, number>();
  #now = START;
  #last: MatchView | undefined;
  #notices = 0;

  constructor() {
    this.#listen();
    this.take({ type: 'rules', version: ACTIONS_SINCE });
    for (const securityId of [FROM, INTO]) this.take(security({ securityId }));
    this.take({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    const noShortSale = { type: 'setLimits', policy: {}, tightens: false, expected: null } as const;
    this.take({ ...noShortSale, clientId: 'a', accountId: null });
  }

  modelOf(securityId: SecurityId): RegisterModel {
    return this.#models[securityId === FROM ? 0 : 1];
  }

  take(command: UntimedCommand) {
    const timed = { ...command, time: this.#now } as JournaledCommand;
    this.journal.push(encodeCommand(timed));
    return this.state.apply(timed);
  }

  play(one: Step): void {
    switch (one.do) {
      case 'night':
        this.#now += DAY_US;
        break;
      case 'restart':
        this.state = restartedState(this.state);
        this.#listen();
        break;
      case 'convert':
        this.convert(one);
        break;
      case 'split':
        this.#split(one.isFrom ? FROM : INTO, one);
        break;
      case 'tender':
        this.#tender(one.isFrom ? FROM : INTO, one);
        break;
      case 'position':
        this.#position(one.isFrom ? FROM : INTO, one);
        break;
      case 'trade':
        this.#trade(one.isFrom ? FROM : INTO, one);
        break;
      default: {
        const securityId = one.isFrom ? FROM : INTO;
        this.#change(securityId, this.modelOf(securityId).matches.at(-1 - one.back), one);
      }
    }
  }

  /** What is converted trades no more. */
  #trade(securityId: SecurityId, { buyer, seller, quantity, price }: Extract<Step, { do: 'trade' }>): void {
    if (securityId === FROM && this.isConverted) return;
    this.take(order({ ...WHOSE[seller]!, securityId, side: 'sell', price, quantity }));
    this.take(order({ ...WHOSE[buyer]!, securityId, side: 'buy', price, quantity }));
    this.modelOf(securityId).trade(
      { matchId: this.#last!.matchId, buyer, seller, price, quantity },
      easternDay(this.#now),
    );
  }

  #change(securityId: SecurityId, match: ModelMatch | undefined, one: Terms & { readonly do: string }): void {
    if (match === undefined || match.state === 'BUSTED' || match.state === 'CANCELED') return;
    const model = this.modelOf(securityId);
    const { matchId, buyer, seller, price, quantity, state } = match;
    const sides = { buyer: { ...WHOSE[buyer]!, securityId }, seller: { ...WHOSE[seller]!, securityId } };
    const named = { matchId: matchId as MatchView['matchId'], matched: { price, quantity }, ...sides };
    const reported = { ...named, reason: 'why', settled: state === 'SETTLED' };
    if (one.do === 'bust') {
      this.take({ type: 'bust', ...reported });
      model.amend(match, null);
      match.state = 'BUSTED';
    } else if (one.do === 'adjust') {
      if (!this.take({ type: 'adjust', ...reported, price: one.price, quantity: one.quantity }).ok) return;
      model.amend(match, { price: one.price, quantity: one.quantity });
    } else if (state === 'PENDING') {
      const settlement = { ...named, outcome: one.do as 'Settled' | 'Canceled' };
      const to = [{ clientId: sides.buyer.clientId, fields: {} }];
      this.take({ type: 'notice', kind: 'settlement', securityId, to, noticeId: `n${this.#notices++}`, settlement });
      if (one.do === 'Settled') model.settle(match);
      else {
        model.amend(match, null);
        match.state = 'CANCELED';
      }
    }
  }

  /** A report afterwards would leave of a later correction the difference alone, at no known cost. */
  #position(securityId: SecurityId, { holder, quantity }: Extract<Step, { do: 'position' }>): void {
    if (this.isConverted) return;
    this.take({ type: 'setPositions', positions: [{ ...WHOSE[holder]!, securityId, quantity, averageCost: DOLLAR }] });
    this.modelOf(securityId).report(holder, BigInt(quantity) * 1_000_000n, DOLLAR, null);
  }

  /** It is announced and answered, and has effect at once. */
  #tender(securityId: SecurityId, step: TenderStep): void {
    const walk = { state: this.state, seen: this.seen, securityId, model: this.modelOf(securityId), tender: null };
    const taking = Object.assign(walk, { take: (command: UntimedCommand) => this.take(command) });
    tenderAt(taking, step);
    tenderAt(taking, { ...step, answers: [], isEnd: true });
  }

  #split(securityId: SecurityId, split: ModelSplit): void {
    // A security that was split takes no shares of another one.
    if ((securityId === FROM) === this.isConverted) return;
    const terms = { kind: 'split', ...termsOfSplit(split) };
    if (this.#effect(securityId, terms)) this.modelOf(securityId).split(split);
  }

  convert(split: ModelSplit): void {
    if (this.isConverted) return;
    const known = this.state.register.in(FROM).all.map(({ clientId, accountId }) => {
      return accountId === null ? clientId : `${clientId}/${accountId}`;
    });
    const terms = { kind: 'conversion', into: INTO, ...termsOfSplit(split) };
    this.isConverted = this.#effect(FROM, terms);
    if (this.isConverted) this.modelOf(FROM).convertTo(this.modelOf(INTO), split, known);
  }

  /** False: the splits together would give too much. */
  #effect(securityId: SecurityId, terms: object): boolean {
    const action = { terms, exDate: '2099-01-02', recordDate: null, payDate: null, note: null } as never;
    const by = { clientId: 'owner', byOperator: false, securityId };
    const announced = this.take({ type: 'announceAction', ...by, action, most: 100 });
    if (!announced.ok) {
      expect(announced.refusal).toBe('ratios are too large');
      return false;
    }
    this.take({ type: 'actionDue', securityId, actionId: announced.version ?? 0 });
    return true;
  }

  expectReplayed(): void {
    for (const securityId of [FROM, INTO]) {
      for (const holder of NAMES) {
        const { held, pending } = this.modelOf(securityId).of(holder);
        const found = this.state.register.find({ ...WHOSE[holder]!, securityId });
        const units = found === undefined ? 0n : inMillionths(found);
        expect([securityId, holder, units, found?.pending ?? 0]).toEqual([securityId, holder, held.units, pending]);
        const cost = found === undefined ? 0 : found.cost;
        expect([securityId, holder, cost === null ? null : BigInt(cost)]).toEqual([securityId, holder, held.cost]);
        const lots = madeLots(found?.lots.all ?? []).map(({ entry: _, ...lot }) => lot);
        expect([holder, lots]).toEqual([holder, held.made.map(({ entry: _, ...lot }) => lot)]);
      }
    }
  }

  /** The whole state in order, and the journal comes to the same. */
  expectSound(): void {
    checkState(this.state);
    const replayed = new VenueState(0);
    for (const line of this.journal) replayed.apply(decodeCommand(JSON.parse(line) as unknown[]));
    expect(digestOf(replayed)).toBe(digestOf(this.state));
  }

  #listen(): void {
    this.state.sink = (event) => {
      if (event.type === 'match') this.#last = event.match;
    };
  }
}

test('generated walks over two securities, of which one becomes the other', async () => {
  let [converted, changed, tendered] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }), async (steps) => {
      const walk = new ConversionWalk();
      for (const one of steps) {
        walk.play(one);
        walk.expectReplayed();
        if (walk.isConverted && 'back' in one && one.isFrom) changed++;
      }
      walk.expectSound();
      converted += Number(walk.isConverted);
      tendered += walk.seen.get('bought') ?? 0;
    }),
    { numRuns: runs(100, 3000), seed: 1 },
  );
  expect(converted).toBeGreaterThan(runs(50, 1500));
  expect(changed).toBeGreaterThan(runs(100, 3000));
  expect(tendered).toBeGreaterThan(runs(50, 1500));
});

test('lots keep their dates and total cost, and later corrections and busts follow (examples 22 and 23)', () => {
  const walk = new ConversionWalk();
  const trade = { do: 'trade', isFrom: true, buyer: 'a', seller: 'b', quantity: 100, price: 10 * DOLLAR } as const;
  walk.play(trade);
  walk.convert({ to: 1, from: 3, isUp: true });
  const held = () => walk.state.register.heldBy({ ...WHOSE.a!, securityId: INTO });
  expect(held()).toMatchObject({ quantity: 34, cost: 1000 * DOLLAR });
  expect(walk.state.register.heldBy({ ...WHOSE.a!, securityId: FROM })).toMatchObject({ quantity: 0, cost: 0 });
  walk.play({ do: 'adjust', isFrom: true, back: 0, quantity: 90, price: 9 * DOLLAR });
  expect(held()).toMatchObject({ quantity: 30, cost: 810 * DOLLAR });
  walk.play({ do: 'bust', isFrom: true, back: 0, quantity: 1, price: 1 });
  expect(held()).toMatchObject({ quantity: 0, cost: 0 });
  walk.expectReplayed();
  walk.expectSound();
});

test('a correction of a match of a holder of whom nothing was kept is converted by itself', () => {
  const walk = new ConversionWalk();
  const terms = { quantity: 10, price: 10 * DOLLAR };
  walk.play({ do: 'trade', isFrom: true, buyer: 'a', seller: 'b', ...terms });
  walk.play({ do: 'position', isFrom: true, holder: 'a', quantity: 0 });
  walk.play({ do: 'Settled', isFrom: true, back: 0, ...terms });
  walk.convert({ to: 1, from: 3, isUp: false });
  walk.play({ do: 'adjust', isFrom: true, back: 0, quantity: 17, price: 9 * DOLLAR });
  const held = walk.state.register.heldBy({ ...WHOSE.a!, securityId: INTO });
  expect(held).toMatchObject({ quantity: 2, cost: null });
  walk.expectReplayed();
  walk.expectSound();
});
