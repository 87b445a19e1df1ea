/** How an investment ends: cancelInvestment, and fundReturnRequest, which it replaces (T11). */
import Type from 'typebox';
import type { Db, UnitIssueRow } from '../../../database/schema/index.ts';
import { ApiError, type Call, defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { change, changeAfter, inOneTransaction } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { insertNote } from '../../shared/notes/index.ts';
import { found, type Secrets } from '../../shared/record/index.ts';
import { ipAddress, line } from '../../shared/values/index.ts';
import {
  type AskedBack,
  type EndTakeBack,
  endUnits,
  submitUnits,
  takeBackUnits,
  unitsAreStored,
  wereTakenBack,
} from '../../units/index.ts';
import { livePaymentOf, moveByMoney, type PaymentRail, recordedOf, withdrawMoney } from '../money/index.ts';
import type { TradeWebhook } from '../records/index.ts';
import {
  type ChangedTrade,
  changeTrade,
  findTrade,
  holdTrade,
  isCanceled,
  type OwnTrade,
  ofAccount,
  TRADE,
  TRADE_CORE_VIEW,
  TRADE_END_VIEW,
  totalOfTrade,
} from '../records/index.ts';

const cancellationParameters = {
  tradeId: required(numericId({ description: 'trade id' })),
  requestedBy: required(line('who asks for it; kept as the author of a note of the trade')),
  reason: required(text({ description: 'kept as a note of the trade' })),
  notes: optional(text({ description: 'added to the reason' })),
  createdIpAddress: optional(ipAddress()),
};

interface Cancellation {
  readonly requestedBy: string;
  readonly reason: string;
  readonly notes: string | undefined;
  /** Where it is asked for from; kept with the trade. */
  readonly ip: string | null;
  readonly nowUs: number;
  readonly secrets: Secrets;
  /** Of a SETTLED trade: what the venue has taken back; absent: nothing. */
  readonly takenBack?: UnitIssueRow | undefined;
}

/** `isCanceledBefore`: by an earlier call, or by the leader with the units that this call had taken back. */
type Canceled = ChangedTrade & { readonly isCanceledBefore?: true };

/**
 * Cancels the client's trade and writes down who asked and why. Money that is Pending is voided; a trade without money
 * is CANCELED, any other UNWIND PENDING, and UNWIND SETTLED at once where all of its money is back. A trade that was
 * cancelled before stays as it is (T11). Throws ApiError 189, or 190 where it was SETTLED meanwhile.
 */
async function cancelTrade(
  transaction: Db,
  of: OwnTrade,
  rails: readonly PaymentRail[],
  asked: Cancellation,
): Promise<Canceled> {
  const trade = found(TRADE, await holdTrade(transaction, of));
  const { takenBack } = asked;
  if (trade.order_status === 'SETTLED' && takenBack === undefined)
    throw new ApiError(190, 'the trade is SETTLED by now');
  if (takenBack !== undefined && !(await endUnits(transaction, takenBack, 'done'))) {
    return { row: trade, webhooks: [], isCanceledBefore: true };
  }
  if (isCanceled(trade.order_status)) return { row: trade, webhooks: [], isCanceledBefore: true };
  const withdrawal = await withdrawMoney(transaction, trade, rails, asked);
  const { webhooks: voids } = withdrawal;
  const underWay = withdrawal.underWay || trade.order_status !== 'CREATED' || recordedOf(trade) > 0n;
  const { nowUs, ip } = asked;
  const changes = { trigger: underWay ? 'unwind' : 'withdraw', values: { updated_ip_address: ip } } as const;
  const canceled = await changeTrade(transaction, trade, changes, nowUs);
  // All of its money may be back by now.
  const settled = underWay ? await moveByMoney(transaction, canceled.row, 'returned', nowUs) : undefined;
  const note = { authorName: asked.requestedBy, note: [asked.reason, asked.notes].filter(Boolean).join('\n') };
  const owner = { clientId: of.clientId, kind: 'trade', id: String(of.tradeId) } as const;
  await insertNote(transaction, owner, note, nowUs);
  const webhooks = [...voids, ...(underWay ? [] : [withdrawn(of)]), ...canceled.webhooks, ...(settled?.webhooks ?? [])];
  return { row: (settled ?? canceled).row, webhooks };
}

/** What deleteTrade would have sent. */
function withdrawn({ clientId, tradeId }: OwnTrade): TradeWebhook {
  return { clientId, method: 'deleteTrade', fields: { tradeId: String(tradeId) } };
}

type Asked = Pick<Call<typeof cancellationParameters>, 'client' | 'values' | 'ip' | 'inTurn'>;

/** What both methods do. */
function cancellation({ nowUs, secrets }: ModuleDeps, rails: readonly PaymentRail[]) {
  return (db: Db, { client: { clientId }, values, ip }: Asked, takenBack?: UnitIssueRow): Promise<Canceled> => {
    const { tradeId, requestedBy, reason, notes, createdIpAddress = ip } = values;
    const asked = { requestedBy, reason, notes, ip: createdIpAddress, nowUs: nowUs(), secrets, takenBack };
    return cancelTrade(db, { clientId, tradeId }, rails, asked);
  };
}

/**
 * Before a SETTLED trade is cancelled, the venue takes its units back (F12). Resolves with the row of that, which the
 * cancellation ends; undefined of another trade. Throws ApiError 190 where its account does not have them, free of its
 * live orders, and 503 where the venue takes no commands: the leader then cancels the trade later.
 */
function takingBack(deps: ModuleDeps, method: AskedBack['method']) {
  return async (call: Asked): Promise<UnitIssueRow | undefined> => {
    const { client, values, ip } = call;
    const { tradeId, requestedBy, reason, notes = null, createdIpAddress = ip } = values;
    const seen = await findTrade(deps.db, client.clientId, tradeId);
    if (seen?.order_status !== 'SETTLED') return undefined;
    await call.inTurn();
    const asked = { method, requestedBy, reason, notes, ip: createdIpAddress };
    const written = await inOneTransaction(deps, async (db) => {
      const trade = await holdTrade(db, { clientId: client.clientId, tradeId });
      return trade?.order_status === 'SETTLED' ? takeBackUnits(db, trade, asked, deps.nowUs()) : undefined;
    });
    if (written === undefined) return undefined;
    let free: boolean | undefined;
    const endTakeBack: EndTakeBack = async (row, isFree) => {
      free = isFree;
      if (!isFree) await endUnits(deps.db, row, 'refused');
    };
    const what = `that trade ${tradeId} is cancelled is stored`;
    await unitsAreStored(what, () => submitUnits(deps, tradeId, endTakeBack));
    if (free ?? (await wereTakenBack(deps.db, written))) return written;
    throw new ApiError(190, 'the account does not have the units of the trade, or its live orders sell them');
  };
}

/**
 * What a takeBack that a call left leads to: the leader ends it as the call would have, or another call has. The client
 * gets the webhooks of the call.
 */
export function endingTakeBack(deps: ModuleDeps, rails: readonly PaymentRail[]): EndTakeBack {
  return async (row, isFree) => {
    if (!isFree) return endUnits(deps.db, row, 'refused');
    const { method, requestedBy, reason, notes, ip } = JSON.parse(row.asked as string) as AskedBack;
    return inOneTransaction(deps, async (db) => {
      const of = { clientId: row.client_id, tradeId: row.trade_id };
      const trade = await holdTrade(db, of);
      if (trade?.order_status !== 'SETTLED') return endUnits(db, row, 'done');
      const asked = { requestedBy, reason, notes: notes ?? undefined, ip };
      const rest = { nowUs: deps.nowUs(), secrets: deps.secrets, takenBack: row };
      const changed = await cancelTrade(db, of, rails, { ...asked, ...rest });
      const own = { clientId: row.client_id, method, fields: canceledFields(changed) };
      for (const one of method === 'cancelInvestment' ? [...changed.webhooks, own] : changed.webhooks) {
        await deps.outbox.add(db, { ...one, userId: undefined });
      }
      return true;
    });
  };
}

function canceledFields({ row }: Pick<ChangedTrade, 'row'>) {
  return {
    accountId: row.account_id,
    OrderId: String(row.trade_id),
    'Transaction Type': row.transaction_type,
    OrderStatus: row.order_status,
  };
}

export function cancelInvestment(deps: ModuleDeps, rails: readonly PaymentRail[]): Method {
  const cancel = cancellation(deps, rails);
  return defineMethod({
    name: 'cancelInvestment',
    summary: 'Cancels an investment fully, and returns its money',
    description:
      'Without money under way the trade becomes CANCELED, otherwise UNWIND PENDING until its money is back, and ' +
      'UNWIND SETTLED at once where it is. ' +
      'Voids a Pending fund move, and notes who asked, and why. The account of a SETTLED trade gives its units ' +
      'back (F12): 190 where it does not have them, or its live orders sell them. Of a trade that was cancelled ' +
      'before, the call changes nothing and sends no webhook (T11).',
    signInAgain: true,
    amount: totalOfTrade(deps),
    refusals: [TRADE.unknown, 190, 503],
    parameters: cancellationParameters,
    response: Type.Object({ 'Canceled investment details': Type.Array(TRADE_CORE_VIEW.schema) }),
    handler: changeAfter(deps, takingBack(deps, 'cancelInvestment'), async (call, db, takenBack) => {
      const { row, webhooks, isCanceledBefore } = await cancel(db, call, takenBack);
      return {
        fields: { 'Canceled investment details': [TRADE_CORE_VIEW.show(row)] },
        ...(isCanceledBefore ? {} : { webhook: canceledFields({ row }) }),
        firesFirst: webhooks,
      };
    }),
  });
}

export function fundReturnRequest(deps: ModuleDeps, rails: readonly PaymentRail[]): Method {
  const cancel = cancellation(deps, rails);
  return defineMethod({
    name: 'fundReturnRequest',
    summary: 'Cancels an investment and returns its money; use cancelInvestment',
    description: 'As cancelInvestment, without its own webhook; the webhooks of its effects are sent.',
    signInAgain: true,
    amount: totalOfTrade(deps),
    refusals: [TRADE.unknown, 190, 503],
    deprecated: true,
    parameters: cancellationParameters,
    response: Type.Object({ tradeDetails: TRADE_END_VIEW.schema }),
    handler: changeAfter(deps, takingBack(deps, 'fundReturnRequest'), async (call, db, takenBack) => {
      const { row, webhooks } = await cancel(db, call, takenBack);
      return { fields: { tradeDetails: TRADE_END_VIEW.show(row) }, alsoFires: webhooks };
    }),
  });
}

export function deleteTrade(deps: ModuleDeps, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'deleteTrade',
    summary: 'Withdraws a trade before its money is under way; it becomes CANCELED',
    description: 'The units go back to the offering. In another state than CREATED: 190; with a live fund move: 150.',
    signInAgain: true,
    refusals: [TRADE.unknown, 190, 150],
    parameters: {
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      tradeId: required(numericId({ description: 'trade id' })),
      errDesc: optional(text({ description: 'kept as errors' })),
    },
    response: Type.Object({ tradeDetails: TRADE_END_VIEW.schema }),
    handler: change(deps, async ({ client, values }, db) => {
      const held = await holdTrade(db, { clientId: client.clientId, tradeId: values.tradeId });
      const trade = found(TRADE, ofAccount(held, values.accountId));
      if (trade.order_status !== 'CREATED') throw new ApiError(190, `the state is ${trade.order_status}`);
      if ((await livePaymentOf(db, trade, rails)) !== undefined || recordedOf(trade) > 0n) throw new ApiError(150);
      const changes = { trigger: 'withdraw', values: { errors: values.errDesc } } as const;
      const { row, webhooks } = await changeTrade(db, trade, changes, deps.nowUs());
      const webhook = { tradeId: String(row.trade_id) };
      return { fields: { tradeDetails: TRADE_END_VIEW.show(row) }, webhook, alsoFires: webhooks };
    }),
  });
}
