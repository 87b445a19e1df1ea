/** Another client that takes the other side by script (Z7). */
import { type MatchId, type OrderId, type OrderView, priceText, type SecurityId } from '../../exchange/api/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import {
  choice,
  decimal,
  numericId,
  optional,
  required,
  text,
  type ValuesOf,
  wholeNumber,
  yesNo,
} from '../../http/parameters/index.ts';
import { matchById, orderById, orderNotFound } from '../ats/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import {
  dueOf,
  type ScriptDeps,
  scriptFields,
  scriptsOf,
  scriptsSchema,
  type Trading,
  tradingOf,
  when,
} from './script-parts.ts';
import type { Step } from './scripts.ts';
import { span } from './span.ts';

const PARTS_MAX = 100;

const MOVES = [
  'fill',
  'cancel',
  'quote',
  'confirmBlock',
  'declineBlock',
  'settle',
  'cancelSettlement',
  'bust',
] as const;

const counterparty = {
  action: required(choice(MOVES, { description: 'what the other side does' })),
  orderId: optional(numericId<OrderId>({ description: 'fill, cancel, quote: your order' })),
  blockId: optional(numericId({ description: 'confirmBlock, declineBlock: your block' })),
  matchId: optional(numericId<MatchId>({ description: 'settle, cancelSettlement, bust: your match' })),
  price: optional(decimal({ description: 'fill, quote: dollars per share; that of the order when absent' })),
  quantity: optional(wholeNumber({ minimum: 1, maximum: 1_000_000_000, description: 'fill, quote: all when absent' })),
  parts: optional(wholeNumber({ minimum: 1, maximum: PARTS_MAX, description: 'fill: in equal parts; 1 when absent' })),
  every: optional(span('fill: from one part to the next; all at once when absent')),
  allOrNone: optional(yesNo({ description: 'fill: each part trades as a whole or not at all' })),
  reason: optional(text({ maxLength: 500, description: 'declineBlock, bust: shown to you' })),
  ...when,
};

export function scriptCounterparty(deps: ScriptDeps): Method {
  return defineMethod({
    name: 'scriptCounterparty',
    path: '/v3/sandbox/counterparty',
    summary: 'Has another client take the other side of your orders, blocks and matches, at once or at a time',
    description:
      'An extension, only in the sandbox (Z7). fill enters a contra order at the price, also in parts; cancel ' +
      'cancels what is left of those; quote quotes your RFQ order; confirmBlock and declineBlock answer a block that ' +
      'you reported to counterpartyId; settle and cancelSettlement report the outcome of a match with it; bust has ' +
      'the operator bust one.',
    refusals: [190, 404],
    parameters: counterparty,
    response: scriptsSchema,
    handler: keepAnswer(deps, async ({ client: { clientId }, values }) => {
      const scripts = scriptsOf(deps);
      const due = dueOf(deps, values);
      const steps = await stepsOf(tradingOf(deps), { clientId, counterpartyId: scripts.counterpartyId }, values);
      const planned = steps.map((step, index) => ({ step, dueUs: due + index * (values.every ?? 0) }));
      return scriptFields(scripts, await scripts.add(clientId, values.action, planned));
    }),
  });
}

type Counterparty = ValuesOf<typeof counterparty>;

interface Sides {
  readonly clientId: string;
  readonly counterpartyId: string;
}

async function stepsOf(trading: Trading, { clientId, counterpartyId }: Sides, values: Counterparty): Promise<Step[]> {
  const { action, reason } = values;
  const call = (method: string, fields: Record<string, unknown>, as: 'counterparty' | 'operator' = 'counterparty') => ({
    ...{ as, method },
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  });
  switch (action) {
    case 'fill':
    case 'cancel':
    case 'quote': {
      const order = await ownOrder(trading, clientId, named('orderId', values));
      const { securityId, side } = order.ticket;
      if (action === 'cancel') return [call('cancelOrders', { securityid: String(securityId) })];
      const price = values.price === undefined ? priceText(order.price) : String(values.price);
      const quantity = values.quantity ?? order.remaining;
      if (quantity === 0) throw new ApiError(190, 'nothing of the order is left: name a quantity');
      if (action === 'quote') {
        return [call('createQuote', { orderid: String(order.orderId), memberid: '2', price, quantity })];
      }
      const terms = {
        ...{
          memberid: '2',
          issuerid: String(issuerOf(trading, securityId)),
          securityid: String(securityId),
          type: 'Limit',
        },
        ...{ action: side === 'buy' ? 'Sell' : 'Buy', price, expiration: 'GTC', disclosePrice: 'Yes' },
        ...{ solicited: 'Unsolicited', contingencies: values.allOrNone === 'Yes' ? 'All or None' : undefined },
      };
      const { orderId: fills } = order;
      return partsOf(quantity, values.parts ?? 1).map((part) => ({
        ...call('createOrder', { ...terms, quantity: part }),
        fills,
      }));
    }
    case 'confirmBlock':
    case 'declineBlock': {
      const blockId = named('blockId', values);
      if (trading.exchange.blocksOf(clientId, blockId - 1, 1)[0]?.blockId !== blockId) throw new ApiError(404);
      const id = { blockId: String(blockId) };
      return [action === 'confirmBlock' ? call(action, { ...id, memberid: '2' }) : call(action, { ...id, reason })];
    }
    default: {
      const matchId = named('matchId', values);
      const match = await matchById(trading, matchId);
      if (match === undefined || (match.buyClientId !== clientId && match.sellClientId !== clientId)) {
        throw new ApiError(404);
      }
      if (action === 'bust')
        return [call('bustTrade', { tradeID: String(matchId), reason: reason ?? 'A test' }, 'operator')];
      if (match.buyClientId !== counterpartyId && match.sellClientId !== counterpartyId) {
        throw new ApiError(190, 'the counterparty is on neither side of the match');
      }
      const { securityId } = match;
      const tradeStatus = action === 'settle' ? 'Settled' : 'Canceled';
      const issuerid = String(issuerOf(trading, securityId));
      return [call('notifySettlement', { memberid: '2', issuerid, tradeID: String(matchId), tradeStatus })];
    }
  }
}

function named<K extends 'orderId' | 'blockId' | 'matchId'>(
  name: K,
  values: Counterparty,
): NonNullable<Counterparty[K]> {
  const value = values[name];
  if (value === undefined) throw malformedCall('method', name, `Is needed with action ${values.action}`);
  return value as NonNullable<Counterparty[K]>;
}

async function ownOrder(trading: Trading, clientId: string, orderId: OrderId): Promise<OrderView> {
  const order = await orderById(trading, orderId);
  if (order?.ticket.clientId !== clientId) throw orderNotFound();
  return order;
}

function issuerOf({ exchange }: Trading, securityId: SecurityId): number {
  const security = exchange.security(securityId);
  if (security === undefined) throw new ApiError(138);
  return security.issuerId;
}

/** As equal as whole shares can be. */
function partsOf(quantity: number, parts: number): number[] {
  if (parts > quantity) throw malformedCall('method', 'parts', `must not be above the shares, ${quantity}`);
  const [least, more] = [Math.floor(quantity / parts), quantity % parts];
  return Array.from({ length: parts }, (_, index) => least + (index < more ? 1 : 0));
}
