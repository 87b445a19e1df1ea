import Type from 'typebox';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError, type Call, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, type Kind, Malformed, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { found, readerOf, updateParameters, valuesOf } from '../../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import { submitUnits, unitsAreStored } from '../../units/index.ts';
import {
  isNothingLeft,
  moneyOfTrade,
  type PaymentRail,
  recordedOf,
  refundedByHand,
  refuseOtherMoney,
  requireCanBePaid,
  type TradeBalance,
  withdrawMoney,
} from '../money/index.ts';
import type { TradeState, TradeTrigger } from '../records/index.ts';
import {
  changeTrade,
  EDITABLE_FIELDS,
  holdTradeOf,
  ofAccount,
  TRADE,
  totalOfTrade,
  tradeRecord,
  tradeRecordSchema,
} from '../records/index.ts';

/** What each word moves the trade by; CANCELED is deleteTrade and cancelInvestment. */
const TRIGGERS = {
  CREATED: 'setCreated',
  FUNDED: 'setFunded',
  'UNWIND PENDING': 'setUnwindPending',
  'UNWIND SETTLED': 'setUnwindSettled',
  SETTLED: 'setSettled',
} as const satisfies Partial<Record<TradeState, TradeTrigger>>;

export function updateTradeStatus(deps: ModuleDeps, rails: readonly PaymentRail[]): Method {
  /** The units of a trade that is SETTLED, once that is durable (F12). */
  const issue = async (call: Pick<Call, 'inTurn'>, tradeId: number) => {
    await call.inTurn();
    await unitsAreStored(`trade ${tradeId} is SETTLED`, () => submitUnits(deps, tradeId));
  };
  return defineMethod({
    name: 'updateTradeStatus',
    summary: 'Moves a trade to another state',
    description:
      'With the state that it has, only the other values are changed, and no webhook of this name is sent. A state ' +
      'that does not follow is refused (190). UNWIND SETTLED gives the units back to the offering; while a ' +
      'payment of the trade is Submitted or Settled it is refused (150), and FUNDED while one is Submitted. FUNDED ' +
      'is refused like a payment (T14) where the account, its primary party or the offering has ended. With a ' +
      'master key the operator records a wire or its refund for a trade of any client, which gets the webhook.',
    signInAgain: true,
    amount: totalOfTrade(deps),
    refusals: [TRADE.unknown, 190, 150, 135, 138, 148, 503],
    fourEyes: (_values, { master }) => master,
    parameters: {
      tradeId: required(numericId({ description: 'trade id' })),
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      orderStatus: required(trigger()),
      errDesc: optional(text({ description: 'kept as errors' })),
      ...updateParameters(EDITABLE_FIELDS, 'optional'),
    },
    response: Type.Object({ tradeDetails: Type.Array(tradeRecordSchema) }),
    handler: change(deps, async (call, db) => {
      const { client, values } = call;
      const held = await holdTradeOf(db, readerOf(client), values.tradeId);
      const trade = found(TRADE, ofAccount(held, values.accountId));
      const trigger = values.orderStatus;
      if (trigger === 'setFunded') await refuseOtherMoney(db, trade);
      const money = await moneyOfTrade(db, trade);
      if (trigger === 'setSettled' && trade.order_status === 'FUNDED' && money.due > 0n) {
        throw new ApiError(190, `${fromMillionths(money.due)} dollars of the trade are due`);
      }
      const recorded_amount = await recordedBy(db, trigger, trade, money);
      const changes = {
        values: { ...valuesOf(EDITABLE_FIELDS, values), errors: values.errDesc, recorded_amount },
        trigger,
      };
      const nowUs = deps.nowUs();
      // Where nothing is due, no money is recorded, and nothing is to be asked.
      if (trigger === 'setFunded' && trade.order_status === 'CREATED' && money.due > 0n) {
        await requireCanBePaid(db, { ...trade, amount: toMillionths(trade.total_amount) });
      }
      const { row, webhooks } = await changeTrade(db, trade, changes, nowUs);
      if (row.order_status === 'CREATED') return { fields: { tradeDetails: [tradeRecord(row)] }, alsoFires: webhooks };
      // What is due of a FUNDED trade can still be paid; any other payment is no longer wanted (T10).
      const isStillDue = row.order_status === trade.order_status && money.due > 0n;
      if (isStillDue) return { fields: { tradeDetails: [tradeRecord(row)] }, alsoFires: webhooks };
      const { webhooks: voids } = await withdrawMoney(db, trade, rails, { nowUs, secrets: deps.secrets });
      const isUnwound = trigger === 'setUnwindSettled' && row.order_status !== trade.order_status;
      if (isUnwound && !isNothingLeft(await moneyOfTrade(db, row))) {
        throw new ApiError(150, 'a payment of the trade was not returned, or a refund of it is under way');
      }
      const answer = { fields: { tradeDetails: [tradeRecord(row)] }, alsoFires: [...voids, ...webhooks] };
      return row.order_status === 'SETTLED' ? { ...answer, afterCommit: () => issue(call, row.trade_id) } : answer;
    }),
  });
}

/**
 * The money that has come by hand once the trade is set to another state, undefined: as before. FUNDED says that the
 * rest of the total has come, CREATED and UNWIND SETTLED that nothing by hand is there. The state that the trade has
 * says nothing of it (T8).
 */
async function recordedBy(
  db: Db,
  trigger: TradeTrigger,
  trade: TradeRow,
  { due }: TradeBalance,
): Promise<string | null | undefined> {
  if (trigger === 'setFunded' && trade.order_status === 'CREATED') return fromMillionths(recordedOf(trade) + due);
  const isTakenBack = trigger === 'setCreated' && trade.order_status !== 'CREATED';
  const isCleared = isTakenBack || trigger === 'setUnwindSettled';
  return isCleared && recordedOf(trade) > 0n ? refundedByHand(db, trade) : undefined;
}

/** A state in any case, with underscores or spaces, as the trigger that leads to it. */
function trigger(): Kind<TradeTrigger> {
  const kind = choice(Object.keys(TRIGGERS) as (keyof typeof TRIGGERS)[], { description: 'also with underscores' });
  return {
    ...kind,
    written: (value) => Object.entries(TRIGGERS).find(([, trigger]) => trigger === value)?.[0],
    read: (value) => {
      const read = kind.read(typeof value === 'string' ? value.replaceAll('_', ' ') : value);
      return read instanceof Malformed ? read : TRIGGERS[read];
    },
  };
}
