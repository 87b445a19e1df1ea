import { SECOND_US } from '../../time/units.ts';
import {
  BLOCKS_STOPPED_SINCE,
  type BlockTimerCommand,
  type ConfirmBlockCommand,
  type EndBlockCommand,
  idOf,
  type MatchId,
  type Millionths,
  type OrderTicket,
  type Outcome,
  type Refusal,
  type ReportBlockCommand,
  type ReportedBlock,
  refused,
} from '../api/index.ts';
import { isTrading, type SecurityRecord, type VenueRecords, waiting } from '../records/index.ts';
import type { OrderDesk } from './order-desk.ts';

/** Used when the journal has no settings. */
const CONFIRM_SECONDS = 900;

/** Negotiated blocks: one side reports, the other confirms in time, and both get a notice (V59 to V63). */
export class BlockDesk {
  readonly #records: VenueRecords;
  readonly #orders: OrderDesk;

  constructor(records: VenueRecords, orders: OrderDesk) {
    this.#records = records;
    this.#orders = orders;
  }

  /** V59. */
  report({ ticket, quantity, price, counterparty, seconds }: ReportBlockCommand): Outcome {
    const { blocks, counters, limits, risk, securities, shard } = this.#records;
    const security = securities.get(ticket.securityId);
    if (security === undefined) return refused('unknown security');
    if (counterparty.clientId === ticket.clientId) return refused('block with oneself');
    const stopped = (counters.rules ?? 1) >= BLOCKS_STOPPED_SINCE ? risk.stopped(ticket) : undefined;
    if (stopped !== undefined) return stopped;
    const refusal = refusalOfBlock(security, price);
    if (refusal !== undefined) return refused(refusal);
    const broken = risk.refusalBySecurity(ticket, { quantity, price });
    if (broken !== undefined) return broken;
    if (!blocks.mayReport(ticket.clientId)) return refused('too many blocks');
    const { time } = counters;
    const expiresAt = time + (seconds ?? limits?.blockSeconds ?? CONFIRM_SECONDS) * SECOND_US;
    const blockId = idOf(++blocks.count, shard);
    const block: ReportedBlock = { blockId, ticket, quantity, price, counterparty, reportedAt: time, expiresAt };
    blocks.add(block);
    return this.#orders.blocks.publish(waiting(block));
  }

  /** V61. A refused confirmation leaves the block unchanged. */
  confirm(command: ConfirmBlockCommand): Outcome {
    const { blocks, counters, securities, shard } = this.#records;
    const block = blocks.get(command.blockId);
    if (block?.counterparty.clientId !== command.clientId) return refused('unknown block');
    const { ticket, counterparty, price } = block;
    const named = counterparty.accountId;
    if (named !== null && named !== command.accountId) return refused('block names another account');
    const security = securities.known(ticket.securityId);
    const refusal = refusalOfBlock(security, price);
    if (refusal !== undefined) return refused(refusal);
    const exceeded = this.#orders.deals.tradeBlock(block, otherSide(ticket, command), security);
    if (exceeded !== undefined) return exceeded;
    const matchId = idOf<MatchId>(counters.matches, shard);
    return this.#orders.blocks.end(block, { status: 'Confirmed', reason: null, matchId });
  }

  /** V62. */
  end({ clientId, blockId, status, reason }: EndBlockCommand): Outcome {
    const block = this.#records.blocks.get(blockId);
    const side = status === 'Declined' ? block?.counterparty : block?.ticket;
    if (block === undefined || side?.clientId !== clientId) return refused('unknown block');
    return this.#orders.blocks.end(block, { status, reason, matchId: null });
  }

  /** V62: the other side did not confirm in time. */
  runOut({ blockId }: BlockTimerCommand): Outcome {
    const block = this.#records.blocks.get(blockId);
    if (block === undefined) return refused('unknown block');
    return this.#orders.blocks.end(block, { status: 'Expired', reason: null, matchId: null });
  }
}

/** The security trades without approval of each order, and the price is one of the day (V60). */
function refusalOfBlock(security: SecurityRecord, price: Millionths): Refusal | undefined {
  if (!isTrading(security) || security.orderApproval) return 'security takes no blocks';
  const [low, high] = rangeOf(security) ?? [Infinity, -Infinity];
  return price < low || price > high ? 'price outside the range of the day' : undefined;
}

/** V60: the matches of the day; without them the top of the book; without it the last match. */
function rangeOf({ traded, top: { bid, offer } }: SecurityRecord): readonly [number, number] | undefined {
  if (traded?.range) return traded.range;
  const isPriced = bid !== null && bid !== 'RFQ' && offer !== null && offer !== 'RFQ';
  if (isPriced) return [bid.price, offer.price];
  return traded && [traded.last, traded.last];
}

function otherSide(ticket: OrderTicket, command: ConfirmBlockCommand): OrderTicket {
  const { clientId, memberId, accountId, token, ip } = command;
  return { ...ticket, clientId, memberId, accountId, token, ip, side: ticket.side === 'buy' ? 'sell' : 'buy' };
}
