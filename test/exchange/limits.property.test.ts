/** Random limits and orders against a model that computes everything from scratch after each command (V49 to V54). */
import { expect, test } from 'vitest';
import type { EnterCommand } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { type LimitPolicy, loosenedBy } from '../../src/exchange/api/limit-policy.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { SecurityReference } from '../../src/exchange/api/security-reference.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { checkFlows } from '../support/flows.ts';
import { runs } from '../support/thorough.ts';
import { brokenBy, brokenByTerms, keyOf, ModelPositions, openValueOf, ordersOf } from './limits-model.ts';
import { randomFlow, referencedFlow } from './random-flow.ts';

const START_US = 1_800_000_000_000_000;

/** An order that must be post-only, or have a unique token, is refused for other reasons. */
function withoutOptional(command: UntimedCommand): UntimedCommand {
  if (command.type !== 'enter') return command;
  const { postOnly: _, uniqueToken: __, ...optional } = command.ticket.optional ?? {};
  return { ...command, ticket: { ...command.ticket, optional } };
}

type Whose = Extract<UntimedCommand, { type: 'bust' }>['buyer'];

/** What the venue should know of limits, from its commands and events alone. */
class Model {
  readonly policies = new Map<string, LimitPolicy>();
  readonly references = new Map<number, SecurityReference>();
  readonly #referenceVersions = new Map<number, number>();
  readonly positions = new ModelPositions();
  readonly set = new Map<number, number>();
  readonly rates = new Map<string, number>();
  readonly switches = new Map<string, Extract<UntimedCommand, { type: 'throwSwitch' }>>();
  readonly #versions = new Map<string, number>();
  tracks = false;
  readonly #matches = new Set<number>();
  readonly #busted = new Set<number>();
  readonly #adjusted = new Map<number, { readonly price: number; readonly quantity: number }>();
  #second = 0;

  #move(buyer: Whose, seller: Whose, by: number): void {
    for (const [{ clientId, accountId, securityId }, moved] of [
      [buyer, by],
      [seller, -by],
    ] as const) {
      const held = this.positions.of(clientId, accountId, securityId);
      this.positions.set(clientId, accountId, securityId, held + moved);
    }
  }

  tick(time: number): void {
    const second = Math.floor(time / 1_000_000);
    if (second !== this.#second) this.rates.clear();
    this.#second = second;
  }

  see(event: ExchangeEvent): void {
    if (event.type === 'match' && this.tracks) this.#matches.add(event.match.matchId);
    this.positions.see(event, this.tracks);
  }

  count(clientId: string, accountId: string | null): void {
    for (const account of new Set([null, accountId])) {
      const key = keyOf({ clientId, accountId: account });
      if (this.policies.has(key)) this.rates.set(key, (this.rates.get(key) ?? 0) + 1);
    }
  }

  take(command: JournaledCommand, outcome: Outcome): void {
    switch (command.type) {
      case 'setLimits': {
        const key = keyOf(command);
        const now = this.policies.get(key) ?? {};
        const next = command.tightens ? { ...now, ...command.policy } : command.policy;
        const version = this.#versions.get(key) ?? 0;
        const isOther = command.expected !== null && command.expected !== version;
        const loosens = command.tightens && loosenedBy(now, next) !== undefined;
        expect(outcome.ok).toBe(!isOther && !loosens);
        if (!outcome.ok) return;
        expect(outcome.version).toBe(version + 1);
        this.tracks = true;
        this.policies.set(key, next);
        this.#versions.set(key, version + 1);
        return;
      }
      case 'setPositions':
        this.tracks = true;
        for (const { clientId, accountId, securityId, quantity } of command.positions) {
          this.positions.set(clientId, accountId, securityId, quantity);
        }
        return;
      case 'referencePrice':
        this.tracks = true;
        if (command.price === null) this.set.delete(command.securityId);
        else this.set.set(command.securityId, command.price);
        return;
      case 'bust': {
        const { matchId, buyer, seller, matched } = command;
        const { quantity } = this.#adjusted.get(matchId) ?? matched;
        expect(outcome.ok).toBe(!this.#busted.has(matchId));
        if (!outcome.ok) return;
        this.#busted.add(matchId);
        if (this.#matches.has(matchId)) this.#move(buyer, seller, -quantity);
        return;
      }
      case 'adjust': {
        const { matchId, price, quantity, matched, buyer, seller } = command;
        const before = this.#adjusted.get(matchId) ?? matched;
        const isSame = before.price === price && before.quantity === quantity;
        expect(outcome.ok).toBe(!isSame && !this.#busted.has(matchId));
        if (!outcome.ok) return;
        this.#adjusted.set(matchId, { price, quantity });
        if (this.#matches.has(matchId)) this.#move(buyer, seller, quantity - before.quantity);
        return;
      }
      case 'takeQuote':
        if (outcome.ok) this.count(command.ticket.clientId, command.ticket.accountId);
        return;
      case 'securityReference': {
        const { securityId, reference, expected } = command;
        const version = this.#referenceVersions.get(securityId) ?? 0;
        const isOther = expected !== null && expected !== version;
        const others = [...this.references].filter(([other]) => other !== securityId);
        const isTaken = others.some(([, { symbol }]) => symbol !== undefined && symbol === reference.symbol);
        expect(outcome.ok).toBe(!isOther && !isTaken);
        if (!outcome.ok) return;
        expect(outcome.version).toBe(version + 1);
        this.tracks = true;
        this.references.set(securityId, reference);
        this.#referenceVersions.set(securityId, version + 1);
        return;
      }
      case 'throwSwitch':
        this.switches.set(JSON.stringify([command.scope, command.by]), command);
        return;
      case 'releaseSwitch':
        expect(outcome.ok).toBe(this.switches.delete(JSON.stringify([command.scope, command.by])));
        return;
    }
  }

  isStopped(ticket: EnterCommand['ticket']): boolean {
    return [...this.switches.values()].some(({ scope }) =>
      Object.entries(scope).every(([name, value]) => ticket[name as keyof typeof ticket] === value),
    );
  }
}

/** Refusals that come before the limits or have another cause. */
const OTHERS = ['unknown security', 'security has ended', 'idempotency key reused'];

function requireSums(state: VenueState, model: Model): void {
  for (const [whose, { exposure }] of state.risk.limits.entries()) {
    const orders = ordersOf(state, whose);
    expect([exposure.orders, exposure.value]).toEqual([orders.length, openValueOf(orders)]);
  }
  for (const { clientId, accountId, securityId, quantity } of state.register.positions()) {
    expect(quantity).toBe(model.positions.of(clientId, accountId, securityId));
  }
  for (const { ticket } of state.orders.values()) expect(model.isStopped(ticket)).toBe(false);
}

test.each([
  ['limits', randomFlow],
  ['limits and reference data', referencedFlow],
])(
  'orders are refused for exactly the limits that they exceed, and the sums are those of the orders: %s',
  async (_, flowOf) => {
    const counted = { refused: 0, accepted: 0, bySecurity: 0 };
    await checkFlows(
      [flowOf(400)],
      (flow) => {
        const state = new VenueState(0);
        const model = new Model();
        state.sink = (event) => model.see(event);
        flow.forEach((untimed, index) => {
          // Some ten commands a second.
          const command = { ...withoutOptional(untimed), time: START_US + index * 97_000 } as JournaledCommand;
          model.tick(command.time);
          if (command.type === 'enter') checkEntry(state, command, model, counted);
          else if (command.type === 'replace') checkReplacement(state, command, model);
          else model.take(command, state.apply(command));
          requireSums(state, model);
        });
      },
      { numRuns: runs(20, 60), seed: 1 },
    );
    // The flows meet limits often.
    expect(counted.refused).toBeGreaterThan(runs(20, 100));
    expect(counted.accepted).toBeGreaterThan(runs(200, 1000));
    if (flowOf === referencedFlow) expect(counted.bySecurity).toBeGreaterThan(runs(20, 100));
  },
);

function checkEntry(
  state: VenueState,
  command: Extract<JournaledCommand, { type: 'enter' }>,
  model: Model,
  counted: { refused: number; accepted: number; bySecurity: number },
): void {
  const { clientId, accountId } = command.ticket;
  const broken = brokenBy(state, command, model);
  const stopped = model.isStopped(command.ticket);
  const outcome = state.apply(command);
  if (outcome.replayed || (!outcome.ok && OTHERS.includes(outcome.refusal))) return;
  if (outcome.ok) {
    expect([stopped, [...broken]]).toEqual([false, []]);
    counted.accepted++;
    model.count(clientId, accountId);
  } else if (stopped) {
    expect(outcome.refusal).toBe('trading stopped');
  } else {
    expect(broken).toContain(outcome.breach?.limit);
    counted.refused++;
    if (outcome.breach?.of === 'security') counted.bySecurity++;
  }
}

/** An accepted replacement exceeds no limit by more than before; one that lowers is always accepted. */
function checkReplacement(
  state: VenueState,
  command: Extract<JournaledCommand, { type: 'replace' }>,
  model: Model,
): void {
  const { clientId, orderId, token } = command;
  // By its token where the command names no id (H11).
  const order = token === undefined ? state.orders.get(orderId) : state.orders.withToken(clientId, token);
  if (order === undefined || order.ticket.clientId !== clientId) {
    state.apply(command);
    return;
  }
  const { ticket, price, quantity, remaining } = order;
  const next = { price: command.price ?? price, quantity: command.quantity ?? quantity };
  const raises =
    next.quantity > quantity || BigInt(next.price) * BigInt(next.quantity) > BigInt(price) * BigInt(quantity);
  const usedBefore = openValueOf(ordersOf(state, { clientId: ticket.clientId, accountId: null }));
  const own = BigInt(price) * BigInt(remaining);
  const replaced = BigInt(next.price) * BigInt(next.quantity - (quantity - remaining));
  const limit = model.policies.get(keyOf({ clientId: ticket.clientId, accountId: null }))?.maxOpenValue;
  const brokenRules = brokenByTerms(order, next, model);
  const outcome = state.apply(command);
  if (outcome.ok) expect(brokenRules).toEqual([]);
  else if (outcome.breach?.of === 'security') expect(brokenRules).toContain(outcome.breach.limit);
  if (!outcome.ok) {
    if (outcome.breach?.of === 'client' || outcome.breach?.of === 'account') {
      expect(raises || outcome.breach.limit === 'priceBand').toBe(true);
    }
    return;
  }
  if (raises) model.count(ticket.clientId, ticket.accountId);
  if (limit !== undefined && replaced > own) expect(usedBefore - own + replaced).toBeLessThanOrEqual(limit);
}
