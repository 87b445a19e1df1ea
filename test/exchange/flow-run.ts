/** Flows of commands of a whole market, run with slices and restarts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState, VenueState } from '../../src/exchange/desks/index.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { START, timeOf } from './auction-flow.ts';
import { restartedState } from './restarted-state.ts';

export interface How {
  readonly effectsMax: number;
  /** Whether the state restarts from a snapshot before the command or continue whose turn is in the list. */
  readonly restarts: readonly boolean[];
  readonly hasListener?: boolean;
  /** Whether the state is checked after a command; absent: after each. */
  readonly isChecked?: (state: VenueState) => boolean;
}

export const NEVER = [false];
export const aRestart = fc.nat(4).map((value) => value === 0);

export function run(
  commands: readonly UntimedCommand[],
  { effectsMax, restarts, hasListener = true, isChecked = () => true }: How,
) {
  const events: ExchangeEvent[] = [];
  let state = new VenueState(0, undefined, effectsMax);
  let turns = 0;
  const listen = () => {
    state.sink = hasListener ? (event) => events.push(event) : null;
  };
  const apply = (command: UntimedCommand, time: number) => {
    if (restarts[turns++ % restarts.length]) {
      state = restartedState(state, effectsMax);
      listen();
    }
    state.apply({ ...command, time } as JournaledCommand);
    if (hasListener && isChecked(state)) checkState(state);
  };
  listen();
  apply({ type: 'rules', version: RULES }, START);
  for (const [index, command] of commands.entries()) {
    apply(command, timeOf(index));
    while (state.pending.isPending || state.engine.hasPendingWork) apply({ type: 'continue' }, timeOf(index));
  }
  return { events, digest: digestOf(state) };
}

/** What an event says of a security, but for the numbers that all books share; [] for other kinds. */
export function saidOf(event: ExchangeEvent, securityId: number): unknown[] {
  if (event.type === 'match' && event.match.securityId === securityId) {
    const { matchId: _, ...match } = event.match;
    return [match];
  }
  if (event.type === 'order' && event.order.ticket.securityId === securityId) return [[event.change, event.order]];
  return event.type === 'market' && event.securityId === securityId ? [[event.market, event.cause]] : [];
}

/** Slices change nothing of what is said of each book (M17). Limits join books, so that flows are run without. */
export async function checkSlices(
  flow: fc.Arbitrary<readonly UntimedCommand[]>,
  said: (event: ExchangeEvent, securityId: number) => unknown[],
  { isChecked, ...runs }: Pick<How, 'isChecked'> & { readonly numRuns: number; readonly seed: number },
): Promise<void> {
  const checked = isChecked === undefined ? {} : { isChecked };
  await checkFlows(
    [flow],
    (commands) => {
      const plain = commands.filter(({ type }) => type !== 'setLimits');
      const whole = run(plain, { effectsMax: Infinity, restarts: NEVER, ...checked });
      const sliced = run(plain, { effectsMax: 1, restarts: NEVER, ...checked });
      for (const securityId of [7, 8, 9])
        expect(sliced.events.flatMap((event) => said(event, securityId))).toEqual(
          whole.events.flatMap((event) => said(event, securityId)),
        );
    },
    runs,
  );
}
