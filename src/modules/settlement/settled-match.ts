import {
  type AmendedFee,
  type BustCommand,
  isTerminal,
  type Markets,
  type MatchId,
  type MatchView,
  type Orders,
  type OrderView,
} from '../../exchange/api/index.ts';
import type { ApiError, Client } from '../../http/methods/index.ts';
import { matchById, orderById, refusalError } from '../ats/index.ts';
import type { SettlementDeps } from './settlement-records.ts';

/** A match with its orders. */
export interface SettledMatch {
  readonly match: MatchView;
  readonly buy: OrderView;
  readonly sell: OrderView;
  /** The clients of both orders and that of the security: each once. */
  readonly parties: readonly string[];
}

/** Throws ApiError 404 where there is no such match. */
export async function matchWithOrders(
  deps: { readonly exchange: Orders & Markets } & Pick<SettlementDeps, 'history'>,
  matchId: MatchId,
): Promise<SettledMatch> {
  const match = await matchById(deps, matchId);
  if (match === undefined) throw matchNotFound();
  const [buy, sell] = await Promise.all([orderById(deps, match.buyOrderId), orderById(deps, match.sellOrderId)]);
  if (buy === undefined || sell === undefined) throw new Error(`match ${matchId} has no orders`);
  const owner = deps.exchange.security(match.securityId)?.ownerClientId;
  const all = [match.buyClientId, match.sellClientId, ...(owner === undefined ? [] : [owner])];
  return { match, buy, sell, parties: [...new Set(all)] };
}

/**
 * The sides that had a fee, with what their orders paid where these have ended (X6).
 * @param upToDate whether the history first catches up with the orders as they are read; throws VenueUnavailable where
 * that takes too long
 */
export async function feesOfMatch(
  deps: SettlementDeps,
  matchId: MatchId,
  upToDate: boolean,
): Promise<Pick<BustCommand, 'fees' | 'feesUpTo'>> {
  const { exchange, history, records } = deps;
  const { match, buy, sell } = await matchWithOrders(deps, matchId);
  const sides = [
    { order: buy, isBuy: true, fee: match.buyFee },
    { order: sell, isBuy: false, fee: match.sellFee },
  ].filter(({ fee }) => fee !== undefined);
  if (sides.length === 0) return {};
  const feesUpTo = exchange.lastEventSeq();
  if (upToDate) await records.reached(feesUpTo);
  const paidBy = async ({ orderId, fees }: OrderView) =>
    (upToDate ? undefined : fees) ?? (await history.feesOf(orderId)) ?? null;
  const fees = sides.map(async ({ order, isBuy }): Promise<AmendedFee> => {
    const { orderId, status } = order;
    return { orderId, isBuy, role: roleIn(match, orderId), fees: isTerminal(status) ? await paidBy(order) : null };
  });
  return { fees: await Promise.all(fees), ...(upToDate && { feesUpTo }) };
}

function roleIn({ auction, block, initiatorOrderId }: MatchView, orderId: OrderView['orderId']): AmendedFee['role'] {
  if (block) return 'block';
  if (auction !== undefined) return 'auction';
  return orderId === initiatorOrderId ? 'initiator' : 'contra';
}

/** The same for one of its parties; for everybody else there is no such match. */
export async function matchOfParty(
  deps: SettlementDeps,
  client: Pick<Client, 'clientId'>,
  matchId: MatchId,
): Promise<SettledMatch> {
  const found = await matchWithOrders(deps, matchId);
  if (!found.parties.includes(client.clientId)) throw matchNotFound();
  return found;
}

function matchNotFound(): ApiError {
  return refusalError('unknown match');
}

/** Whose position an order moves. */
export function holderOf({ ticket: { clientId, accountId, securityId } }: OrderView) {
  return { clientId, accountId, securityId };
}

/** The order of the caller's side; the sell order where both are, or neither is. */
export function orderOfSide({ buy, sell }: SettledMatch, { clientId }: Pick<Client, 'clientId'>): OrderView {
  return sell.ticket.clientId !== clientId && buy.ticket.clientId === clientId ? buy : sell;
}
