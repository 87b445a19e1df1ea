/** A restart between two slices of a command changes no event and no number of an event (M11, M17). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import { NO_TRANSFER_RULES, type TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/index.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { runs } from '../support/thorough.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, type OrderFields, order, security } from './venue.ts';

const SEED = 20_261_129;
const SEVEN = 7 as SecurityId;
const START: readonly UntimedCommand[] = [
  { type: 'rules', version: RULES },
  security(),
  { type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 },
];

/** Applies the commands in slices of one effect, and restarts before the continues whose turn is in the list. */
function run(commands: readonly UntimedCommand[], restarts: readonly boolean[]) {
  const events: ExchangeEvent[] = [];
  let state = new VenueState(0, undefined, 1);
  let continues = 0;
  const listen = () => {
    state.sink = (event) => events.push(event);
  };
  listen();
  for (const command of [...START, ...commands]) {
    state.apply({ ...command, time: 1 });
    while (state.pending.isPending || state.engine.hasPendingWork) {
      if (restarts[continues++ % restarts.length]) {
        state = restartedState(state, 1);
        listen();
      }
      state.apply({ type: 'continue', time: 1 });
    }
  }
  return { events, digest: digestOf(state), continues };
}

const sell = (over: OrderFields) => order({ side: 'sell', ...over });
const only = (...clients: string[]): UntimedCommand => {
  const rules: TransferRules = { ...NO_TRANSFER_RULES, allowed: { clients, accounts: [] } };
  return { type: 'transferRules', clientId: 'owner', byOperator: false, securityId: SEVEN, version: null, rules };
};
const HELD: readonly UntimedCommand[] = [
  ...[10, 11, 12].map((dollars) => sell({ price: dollars * DOLLAR })),
  sell({ orderType: 'RFQ' }),
  only('z'),
];

test.each(Array.from({ length: 8 }, (_, at) => at))('all orders are held, with a restart before continue %d', (at) => {
  const restarts = Array.from({ length: 64 }, (_, i) => i === at);
  expect(run(HELD, restarts)).toEqual(run(HELD, [false]));
});

const aClient = fc.constantFrom('a', 'b', 'c');
const anOrder = fc
  .record({
    clientId: aClient,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    price: fc.integer({ min: 8, max: 12 }).map((dollars) => dollars * DOLLAR),
    quantity: fc.integer({ min: 1, max: 12 }),
    disclosed: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    kind: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ kind, ...fields }): UntimedCommand => {
    if (kind < 3) return order({ ...fields, orderType: 'RFQ' });
    if (kind < 5) return order({ ...fields, contingency: 'All or None' });
    return kind < 6 && fields.disclosed && fields.quantity > 3
      ? order({ ...fields, optional: { displayQuantity: 2 } })
      : order(fields);
  });
const aMassCommand: fc.Arbitrary<UntimedCommand> = fc.oneof(
  fc.subarray(['a', 'b', 'c']).map((clients) => only(...clients)),
  fc.record({ clientId: aClient, side: fc.constantFrom('buy' as const, 'sell' as const) }).map(
    ({ clientId, side }): UntimedCommand => ({
      ...{ type: 'cancelOrders', clientId, filter: { side, securityId: SEVEN }, byOperator: false },
    }),
  ),
  fc.constantFrom<UntimedCommand>(
    { type: 'halt', securityId: SEVEN, reason: 'news' },
    { type: 'resume', securityId: SEVEN, reason: 'news' },
  ),
);

test('restarts between slices of holds, mass cancels, halts and matches change no event', async () => {
  let continues = 0;
  const flow = fc.array(fc.oneof({ weight: 4, arbitrary: anOrder }, { weight: 1, arbitrary: aMassCommand }), {
    minLength: 25,
    maxLength: 25,
  });
  await checkFlows(
    [flow, fc.array(fc.boolean(), { minLength: 7, maxLength: 7 })],
    (commands, restarts) => {
      const kept = run(commands, [false]);
      continues += kept.continues;
      expect(run(commands, restarts)).toEqual(kept);
    },
    { numRuns: runs(60, 300), seed: SEED },
  );
  expect(continues).toBeGreaterThan(300);
});
