import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { CommandUser } from '../../src/exchange/api/idempotency.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { randomFlow } from './random-flow.ts';
import { cancel, idOfOrder, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const SEED = 20_261_127;
const ANNA: CommandUser = { userId: 'U10000001', clientId: 'a' };
const BELA: CommandUser = { userId: 'U10000002', clientId: 'b' };

class Run {
  readonly events: ExchangeEvent[] = [];
  readonly outcomes: Outcome[] = [];
  readonly state: VenueState;

  constructor(state: VenueState) {
    this.state = state;
    state.sink = (event) => this.events.push(event);
  }

  static begun(effectsMax?: number): Run {
    const run = new Run(new VenueState(0, undefined, effectsMax));
    run.apply({ type: 'rules', version: 2 });
    return run;
  }

  apply(command: UntimedCommand, user?: CommandUser): void {
    const caller = user === undefined ? {} : { user };
    this.outcomes.push(this.state.apply({ ...command, ...caller, time: START } as JournaledCommand));
  }

  finish(): void {
    while (this.state.pending.isPending) this.apply({ type: 'continue' });
  }

  /** What happened, without who caused it. */
  get happened(): unknown[] {
    return this.events.map(({ user: _, ...event }) => event);
  }
}

const callers = fc.array(fc.constantFrom(undefined, undefined, ANNA, BELA), { minLength: 140, maxLength: 140 });

describe('users in commands (O14)', () => {
  test('change no outcome, no event and no state', async () => {
    let named = 0;
    await checkFlows(
      [randomFlow(140), callers],
      (commands, users) => {
        const [byKeys, byUsers] = [Run.begun(), Run.begun()];
        commands.forEach((command, index) => {
          byKeys.apply(command);
          byUsers.apply(command, users[index]);
        });
        byKeys.finish();
        byUsers.finish();
        expect(byUsers.outcomes).toEqual(byKeys.outcomes);
        expect(byUsers.happened).toEqual(byKeys.happened);
        expect(digestOf(byUsers.state)).toBe(digestOf(byKeys.state));
        expect(byKeys.events.some((event) => 'user' in event)).toBe(false);
        named += byUsers.events.filter(({ user }) => user !== undefined).length;
      },
      { numRuns: 40, seed: SEED },
    );
    expect(named).toBeGreaterThan(500);
  });

  test('are named by what the command itself did, however late a slice of it is performed', async () => {
    let late = 0;
    await checkFlows(
      [randomFlow(140), callers],
      async (commands, users) => {
        let run = Run.begun(1);
        for (const [index, command] of commands.entries()) {
          const user = users[index];
          const before = run.events.length;
          const wasPending = run.state.pending.isPending;
          run.apply(command, user);
          if (!wasPending) expect(strangersIn(run.events.slice(before), user)).toEqual([]);
          if (!run.state.pending.isPending || user === undefined || wasPending) continue;
          // The rest is performed by another process, after a snapshot.
          const path = await writeSnapshot(files, temporaryFolder(), run.state, journalStart(0));
          run = new Run(loadSnapshot(files, path, 0, 1).state);
          run.finish();
          late += run.events.filter((event) => event.user !== undefined).length;
          expect(strangersIn(run.events, user)).toEqual([]);
        }
      },
      { numRuns: 30, seed: SEED },
    );
    expect(late).toBeGreaterThan(20);
  });

  test('are of the change of each order, and of no match and no fill', () => {
    const run = Run.begun();
    run.apply(security());
    run.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    run.apply(order({ clientId: 'a', quantity: 5 }), ANNA);
    run.apply(order({ clientId: 'b', side: 'sell', quantity: 2 }), BELA);
    run.apply(cancel(idOfOrder(run.outcomes[3]!), { clientId: 'a' }));
    const named = run.events.flatMap((event) => {
      if (event.type === 'match') return [['match', event.user]];
      return event.type === 'order' ? [[event.change, event.user]] : [];
    });
    expect(named).toEqual([
      ['entered', ANNA],
      ['entered', BELA],
      ['match', undefined],
      ['filled', undefined],
      ['filled', undefined],
      ['cancelled', undefined],
    ]);
  });
});

/** Events that name anybody else. */
function strangersIn(events: readonly ExchangeEvent[], user: CommandUser | undefined): readonly ExchangeEvent[] {
  return events.filter((event) => event.user !== undefined && event.user.userId !== user?.userId);
}
