import { limitTicket } from '../../scripts/limit-ticket.ts';
import type { EnterCommand } from '../../src/exchange/api/commands.ts';
import type { OptionalTerms } from '../../src/exchange/api/optional-terms.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { HOSTILE_BOOKS, type HostileBook, type HostileOrder } from './books.ts';

/** Commands for a venue with one security that trades, in steps: before the next one nothing is due any more. */
export interface Flow {
  readonly name: string;
  readonly steps: readonly (readonly UntimedCommand[])[];
}

const SECURITY = 1 as SecurityId;
const CENT = 10_000;
/** Ids of orders in a separate venue. */
const FIRST_ORDER_ID = 100_100;
const ORDER_IDS_APART = 100;
/** Live orders that a client may have. */
const MANY = 100_000;
const OWNER = 'C10000001';
const TAKER = 'C10000002';
const REASON = 'a reason';
const SHARE: HostileOrder = { side: 'sell', quantity: 1, contingency: 'None', minimum: 0, cents: 0 };

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
  return repeated(count, { ...SHARE, side });
}

function repeated(count: number, order: HostileOrder): EnterCommand[] {
  return Array.from({ length: count }, () => enter(order, order.side === 'buy' ? TAKER : OWNER));
}

function sweep(quantity: number, optional?: OptionalTerms): EnterCommand {
  const command = enter({ ...SHARE, side: 'buy', quantity }, TAKER);
  return optional === undefined ? command : { ...command, ticket: { ...command.ticket, optional } };
}

export function sweepFlow(count: number): Flow {
  return { name: `a sweep of ${count.toLocaleString('en-US')}`, steps: [shares('sell', count), [sweep(count)]] };
}

/** One order that takes out many in an execution that is found before its first match. */
const CONTINGENT_SWEEPS: readonly Flow[] = [
  {
    name: 'a sweep of contingent orders',
    steps: [
      repeated(20_000, { ...SHARE, quantity: 2, contingency: 'Minimum Quantity', minimum: 1 }),
      [enter({ ...SHARE, side: 'buy', quantity: 40_000, contingency: 'All or None' }, TAKER)],
    ],
  },
  {
    name: 'a sweep under self-trade prevention',
    steps: [repeated(MANY, SHARE), [sweep(MANY, { selfTradePrevention: 'Cancel Newest' })]],
  },
  {
    name: 'the last share of a resting bid',
    steps: [
      [enter({ ...SHARE, side: 'buy', quantity: MANY, contingency: 'All or None' }, TAKER)],
      repeated(MANY - 1, SHARE),
      [enter(SHARE)],
    ],
  },
];

function over(count: number, name: string, ...commands: UntimedCommand[]): Flow {
  return { name, steps: [shares('sell', count), ...commands.map((command) => [command])] };
}

function rulesFor(clients: readonly string[] | null, holdersMax: number | null = null): UntimedCommand {
  const allowed = clients === null ? null : { clients: [...clients], accounts: [] };
  const rules = { holdingDays: null, allowed, holdersMax, windows: null, firstRefusal: null };
  return { type: 'transferRules', clientId: 'owner', byOperator: false, securityId: SECURITY, rules, version: null };
}

/** Many bidders of whom few may become holders (F6), and a better bid, its cancel, a holding and another cap. */
function cappedFlow(count: number): Flow {
  const bids = Array.from({ length: count }, (_, i) => {
    const order: HostileOrder = { side: 'buy', quantity: 1, contingency: 'None', minimum: 0, cents: i % 50 };
    return enter(order, `C${20_000_000 + i}`);
  });
  const better = enter({ side: 'buy', quantity: 1, contingency: 'None', minimum: 0, cents: 100 }, TAKER);
  const lots = [{ date: '2026-11-20', quantity: 1 }];
  const holdings = [{ clientId: OWNER, accountId: null, lots }];
  const changes: UntimedCommand[] = [
    better,
    { type: 'cancel', clientId: TAKER, orderId: (FIRST_ORDER_ID + count * ORDER_IDS_APART) as OrderId },
    { type: 'holdings', clientId: 'owner', byOperator: false, securityId: SECURITY, holdings },
    rulesFor(null, 20),
  ];
  const looks = changes.map((change): UntimedCommand[] => [change, { type: 'transferDue', securityId: SECURITY }]);
  return { name: 'a cap on holders', steps: [bids, [rulesFor(null, 10)], ...looks] };
}

/** Many markets that open together. */
function openingFlow(count: number): Flow {
  const owned = { issuerId: 1, ownerClientId: 'owner', name: 'A', status: 'trading' } as const;
  const securities = Array.from({ length: count }, (_, i): UntimedCommand => {
    return { type: 'security', securityId: (SECURITY + 1 + i) as SecurityId, ...owned };
  });
  const session = { type: 'session', securityId: null, date: '2027-01-15', dayOver: false, scheduled: 0 } as const;
  const [close, open] = (['close', 'open'] as const).map((action) => ({ ...session, action }));
  return { name: 'a common opening', steps: [securities, [close!], [open!]] };
}

/** What the venue itself does in one command, or as many slices of it as there are (M17). */
export const FLOWS: readonly Flow[] = [
  ...HOSTILE_BOOKS.map(flowOf),
  sweepFlow(20_000),
  ...CONTINGENT_SWEEPS,
  over(MANY, 'cancelOrders', { type: 'cancelOrders', clientId: OWNER, filter: {}, byOperator: false }),
  over(MANY, 'closeOffering', { type: 'security', securityId: SECURITY, status: 'ended' }),
  over(MANY, 'setTransferRules', rulesFor([TAKER]), rulesFor(null)),
  over(MANY, 'throwKillSwitch', { type: 'throwSwitch', scope: { clientId: OWNER }, by: 'client', reason: REASON }),
  cappedFlow(20_000),
  openingFlow(10_000),
  { name: 'resumeSecurity', steps: [[HALT, ...shares('sell', 10_000), ...shares('buy', 10_000)], [RESUME]] },
];

function enter({ side, quantity, contingency, minimum, cents }: HostileOrder, clientId = OWNER): EnterCommand {
  return {
    type: 'enter',
    ticket: limitTicket({ clientId, securityId: SECURITY, side }),
    quantity,
    price: (1000 + cents) * CENT,
    contingency,
    minimum,
  };
}
