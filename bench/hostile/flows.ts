import type { EnterCommand } from '../../src/exchange/interface.ts';
import type { UntimedCommand } from '../../src/exchange/journaled-command.ts';
import { limitTicket } from '../support/limit-ticket.ts';
import { HOSTILE_BOOKS, type HostileBook, type HostileOrder } from './books.ts';

/** Commands for a venue with one security that trades, in steps: before the next one nothing is due any more. */
export interface Flow {
  readonly name: string;
  readonly steps: readonly (readonly UntimedCommand[])[];
}

const SECURITY = 1;
const CENT = 10_000;
const OWNER = 'C10000001';
const TAKER = 'C10000002';
const REASON = 'a reason';

const HALT: UntimedCommand = { type: 'halt', securityId: SECURITY, reason: REASON };
const RESUME: UntimedCommand = { type: 'resume', securityId: SECURITY, reason: REASON };

function flowOf({ name, setUp, whileHalted, attack }: HostileBook): Flow {
  const [before, after] = [setUp, attack].map((orders) => orders.map((order) => enter(order))) as [
    EnterCommand[],
    EnterCommand[],
  ];
  return {
    name,
    steps: whileHalted
      ? [
          [HALT, ...before],
          [RESUME, ...after],
        ]
      : [before, after],
  };
}

function shares(side: 'buy' | 'sell', count: number): EnterCommand[] {
  const order: HostileOrder = { side, quantity: 1, contingency: 'None', minimum: 0, cents: 0 };
  return Array.from({ length: count }, () => enter(order, side === 'buy' ? TAKER : OWNER));
}

function sweep(quantity: number): EnterCommand {
  return enter({ side: 'buy', quantity, contingency: 'None', minimum: 0, cents: 0 }, TAKER);
}

export function sweepFlow(count: number): Flow {
  return { name: `a sweep of ${count.toLocaleString('en-US')}`, steps: [shares('sell', count), [sweep(count)]] };
}

function over(count: number, name: string, ...commands: UntimedCommand[]): Flow {
  return { name, steps: [shares('sell', count), ...commands.map((command) => [command])] };
}

function rulesFor(clients: readonly string[] | null): UntimedCommand {
  const allowed = clients === null ? null : { clients: [...clients], accounts: [] };
  const rules = { holdingDays: null, allowed, holdersMax: null, windows: null, firstRefusal: null };
  return { type: 'transferRules', clientId: 'owner', byOperator: false, securityId: SECURITY, rules, version: null };
}

/** What the venue itself does in one command, or as many slices of it as there are (M17). */
export const FLOWS: readonly Flow[] = [
  ...HOSTILE_BOOKS.map(flowOf),
  sweepFlow(20_000),
  over(16_000, 'cancelOrders', { type: 'cancelOrders', clientId: OWNER, filter: {}, byOperator: false }),
  over(16_000, 'closeOffering', { type: 'security', securityId: SECURITY, status: 'ended' }),
  over(20_000, 'setTransferRules', rulesFor([TAKER]), rulesFor(null)),
  over(16_000, 'throwKillSwitch', { type: 'throwSwitch', scope: { clientId: OWNER }, by: 'client', reason: REASON }),
  { name: 'resumeSecurity', steps: [[HALT, ...shares('sell', 10_000), ...shares('buy', 10_000)], [RESUME]] },
];

function enter({ side, quantity, contingency, minimum, cents }: HostileOrder, clientId = OWNER): EnterCommand {
  return {
    type: 'enter',
    ticket: limitTicket({ clientId, securityId: SECURITY, accountId: null, side }),
    quantity,
    price: (1000 + cents) * CENT,
    contingency,
    minimum,
  };
}
