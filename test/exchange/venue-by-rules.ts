import { expect } from 'vitest';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { restartedState } from './restarted-state.ts';
import { order, security } from './venue.ts';

export const SEVEN = 7 as SecurityId;
export const NOW = Date.UTC(2026, 10, 20, 15) * 1000;
export const own = (clientId: string) => ({ clientId, accountId: null, securityId: SEVEN });

/** A venue with one open security by the rules of a version, its journal and its matches. */
export class VenueByRules {
  state = new VenueState(0);
  readonly journal: string[] = [];
  readonly matches: MatchView[] = [];

  constructor(rules: number) {
    this.#listen();
    this.take({ type: 'rules', version: rules });
    this.take(security({}));
    this.take({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  take(command: UntimedCommand) {
    const timed = { ...command, time: NOW } as JournaledCommand;
    this.journal.push(encodeCommand(timed));
    const outcome = this.state.apply(timed);
    checkState(this.state);
    return outcome;
  }

  restart(): void {
    this.state = restartedState(this.state);
    this.#listen();
  }

  trade(buyer: string, seller: string, quantity: number): void {
    this.take(order({ clientId: seller, side: 'sell', quantity }));
    this.take(order({ clientId: buyer, quantity }));
  }

  bust(at: number) {
    return this.take({ type: 'bust', reason: 'why', ...this.termsOf(at) });
  }

  termsOf(at: number) {
    const { matchId, price, quantity, buyClientId, sellClientId } = this.matches[at]!;
    return { matchId, matched: { price, quantity }, buyer: own(buyClientId), seller: own(sellClientId) };
  }

  /** The state is the one that its journal comes to. */
  checkReplay(): void {
    const replayed = new VenueState(0);
    for (const line of this.journal) replayed.apply(decodeCommand(JSON.parse(line) as unknown[]));
    expect(digestOf(replayed)).toBe(digestOf(this.state));
  }

  #listen(): void {
    this.state.sink = (event) => {
      if (event.type === 'match') this.matches.push(event.match);
    };
  }
}
