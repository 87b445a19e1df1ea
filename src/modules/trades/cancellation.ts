/** How an investment ends before it is settled: cancelInvestment, and fundReturnRequest, which it replaces (T11). */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { insertNote } from '../shared/notes/index.ts';
import { found } from '../shared/record/index.ts';
import { ipAddress, line } from '../shared/values/index.ts';
import { type PaymentRail, withdrawMoney } from './payment-rail.ts';
import { TRADE } from './trade-kind.ts';
import { type ChangedTrade, changeTrade, holdTrade, type OwnTrade } from './trade-records.ts';
import type { TradeWebhook } from './trade-webhooks.ts';

export const cancellationParameters = {
  tradeId: required(numericId({ description: 'trade id' })),
  requestedBy: required(line('who asks for it; kept as the author of a note of the trade')),
  reason: required(text({ description: 'kept as a note of the trade' })),
  notes: optional(text({ description: 'added to the reason' })),
  createdIpAddress: optional(ipAddress()),
};

export interface Cancellation {
  readonly requestedBy: string;
  readonly reason: string;
  readonly notes: string | undefined;
  /** Where it is asked for from; kept with the trade. */
  readonly ip: string | null;
  readonly nowUs: number;
}

/**
 * Cancels the client's trade and writes down who asked and why. Money that is Pending is voided; a trade without money
 * is CANCELED, any other UNWIND PENDING. Throws ApiError 189, or 190 when it has ended already.
 */
export async function cancelTrade(
  transaction: Kysely<Schema>,
  of: OwnTrade,
  rails: readonly PaymentRail[],
  asked: Cancellation,
): Promise<ChangedTrade> {
  const trade = found(TRADE, await holdTrade(transaction, of));
  const withdrawal = await withdrawMoney(transaction, trade, rails, asked.nowUs);
  const { webhooks: voids } = withdrawal;
  const underWay = withdrawal.underWay || trade.order_status !== 'CREATED';
  const { row, webhooks } = await changeTrade(
    transaction,
    trade,
    { trigger: underWay ? 'unwind' : 'withdraw', values: { updated_ip_address: asked.ip } },
    asked.nowUs,
  );
  const note = { authorName: asked.requestedBy, note: [asked.reason, asked.notes].filter(Boolean).join('\n') };
  const owner = { clientId: of.clientId, kind: 'trade', id: String(of.tradeId) } as const;
  await insertNote(transaction, owner, note, asked.nowUs);
  return { row, webhooks: [...voids, ...(underWay ? [] : [withdrawn(of)]), ...webhooks] };
}

/** What deleteTrade would have sent. */
function withdrawn({ clientId, tradeId }: OwnTrade): TradeWebhook {
  return { clientId, method: 'deleteTrade', fields: { tradeId: String(tradeId) } };
}
