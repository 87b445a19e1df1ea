import fc from 'fast-check';
import type { Contingency, Expiration } from '../../src/exchange/api/orders.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { DOLLAR, order, security } from './venue.ts';

/** Orders take turns: so the client of an order follows from its number. */
const CLIENTS = ['a', 'b', 'c', 'd', 'e', 'f'];
const SECURITY = 7 as SecurityId;
const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: SECURITY } as const;

const price = fc.integer({ min: 8, max: 12 }).map((dollars) => dollars * DOLLAR);
const quantity = fc.integer({ min: 1, max: 20 });

type Step = (entered: number) => UntimedCommand;

function named(number: number, entered: number): { clientId: string; orderId: OrderId } {
  const known = number % Math.max(entered, 1);
  return { clientId: CLIENTS[known % CLIENTS.length]!, orderId: ((known + 1001) * 100) as OrderId };
}

const enter = fc
  .record({
    side: fc.constantFrom('buy' as const, 'buy' as const, 'buy' as const, 'sell' as const),
    price,
    quantity,
    contingency: fc.constantFrom<Contingency>('None', 'None', 'None', 'All or None'),
    expiration: fc.constantFrom<Expiration>('GTC', 'GTC', 'GTC', 'IOC'),
    key: fc.option(fc.nat(1000)),
  })
  .map(({ key, ...over }): Step => {
    const idempotency = key === null ? {} : { idempotency: { key: `k${key}`, bodyHash: `h${key}` } };
    return (entered) => order({ ...over, ...idempotency, clientId: CLIENTS[entered % CLIENTS.length]! });
  });

function holdings(clientId: string, shares: number): UntimedCommand {
  const lots = shares === 0 ? [] : [{ date: '2026-01-02', quantity: shares }];
  return { type: 'holdings', ...BY_OWNER, holdings: [{ clientId, accountId: null, lots }] };
}

function cap(holdersMax: number): UntimedCommand {
  const rules = { holdingDays: null, allowed: null, holdersMax, windows: null, firstRefusal: null };
  return { type: 'transferRules', ...BY_OWNER, rules, version: null };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: enter },
  {
    weight: 15,
    arbitrary: fc.nat(1000).map(
      (n): Step =>
        (entered) => ({ type: 'cancel', ...named(n, entered) }),
    ),
  },
  {
    weight: 17,
    arbitrary: fc.record({ n: fc.nat(1000), price, quantity }).map(({ n, ...terms }): Step => {
      return (entered) => ({ type: 'replace', ...named(n, entered), ...terms });
    }),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map(
      (orderApproval): Step =>
        () =>
          security({ securityId: SECURITY, orderApproval }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...CLIENTS), fc.nat(20)).map(
      ([client, shares]): Step =>
        () =>
          holdings(client, shares),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 2, max: 4 }).map(
      (max): Step =>
        () =>
          cap(max),
    ),
  },
  { weight: 4, arbitrary: fc.constant<Step>(() => ({ type: 'transferDue', securityId: SECURITY })) },
);

/** Random bids for the few seats of a security whose number of holders is capped (F6), and offers of a holder. */
export function cappedFlow(length: number): fc.Arbitrary<UntimedCommand[]> {
  const steps = fc.array(step, { minLength: length, maxLength: length, size: 'max' });
  return fc.tuple(fc.integer({ min: 2, max: 4 }), steps).map(([max, chosen]) => {
    let entered = 0;
    const commands = chosen.map((one) => {
      const command = one(entered);
      if (command.type === 'enter') entered++;
      return command;
    });
    return [
      security({ securityId: SECURITY }) as UntimedCommand,
      { type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 },
      holdings('a', 500),
      cap(max),
      ...commands,
    ];
  });
}
