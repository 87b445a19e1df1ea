/** Which payment a refund gives back, and how much of it (A31). */
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { fromMillionths } from '../../shared/values/index.ts';
import { moneyOfTrade } from '../../trades/index.ts';
import type { AchDeps } from '../ach/accounts/index.ts';
import type { CardDeps } from '../cards/index.ts';
import {
  isInCents,
  least,
  payableBy,
  type Refundable,
  type RefundRail,
  refundable,
  type Source,
  sourcesOf,
} from './sources.ts';

/** What the methods of refunds are built from. */
export type RefundDeps = AchDeps & CardDeps;

export interface Asked {
  readonly rail: RefundRail;
  readonly paymentNumber?: number | undefined;
  /** In millionths. */
  readonly amount?: bigint | undefined;
}

export interface Chosen {
  readonly rail: RefundRail;
  /** Null: none in particular. */
  readonly payment: number | null;
  readonly amount: bigint;
}

interface Offered extends Pick<Refundable, 'waiting'> {
  readonly sources: readonly Source[];
  /** The most that goes back by the rail, in millionths. */
  readonly most: bigint;
}

/**
 * What the call asks for, of a trade that is held. Throws 190, 150, 211 and 106 where it does not fit: more than is
 * overpaid or left, nothing of the rail, or a payment that the bank may still take back.
 */
export async function chooseRefund(
  deps: Pick<RefundDeps, 'ach' | 'cards' | 'nowUs'>,
  db: Db,
  trade: TradeRow,
  asked: Asked,
): Promise<Chosen> {
  const hasProvider = { ACH: deps.ach.originator !== null, CARD: deps.cards !== undefined };
  if (asked.rail in hasProvider && !hasProvider[asked.rail as keyof typeof hasProvider]) throw new ApiError(211);
  if (isInCents(asked.rail) && asked.amount !== undefined && payableBy(asked.rail, asked.amount) !== asked.amount) {
    throw malformedCall('method', 'amount', 'must be whole cents');
  }
  const clock = { waitDays: deps.ach.refundWaitDays, nowUs: deps.nowUs() };
  const sources = (await sourcesOf(db, [trade], clock)).get(trade.trade_id) ?? [];
  const { free, ready, waiting } = refundable(await moneyOfTrade(db, trade), sources);
  if (free === 0n) throw new ApiError(190, 'tradeId: nothing of the trade is overpaid that is not being refunded');
  const most = asked.rail === 'CUSTODY' ? free : ready;
  const { paymentNumber } = asked;
  const offered = { sources, most, waiting };
  return paymentNumber === undefined ? ofNewest(offered, asked) : ofPayment(offered, { ...asked, paymentNumber });
}

const isByHand = (rail: RefundRail) => rail === 'WIRE' || rail === 'CHECK';

/** A receipt is given back by wire or by check, however it came. */
const goesBackBy = (rail: RefundRail, source: Source) =>
  source.payment !== null && (isByHand(rail) ? isByHand(source.rail) : source.rail === rail);

function ofPayment(offered: Offered, asked: Asked & { readonly paymentNumber: number }): Chosen {
  const { rail, paymentNumber: payment } = asked;
  const source = offered.sources.find((one) => one.payment === payment && goesBackBy(rail, one));
  if (source === undefined)
    throw new ApiError(190, `paymentNumber: no payment of the trade by ${rail} that is Settled`);
  refuseNotYet(source);
  return { rail, payment, amount: within(offered, source.left, asked) };
}

function refuseNotYet({ rail, payment, isBusy, waitsUntil }: Source): void {
  if (waitsUntil !== null) throw new ApiError(190, `the bank may take payment ${payment} back until ${waitsUntil}`);
  // The processor says what has gone back of a payment in all: of two refunds at once it would not say which.
  if (rail === 'CARD' && isBusy) throw new ApiError(150, `a refund of payment ${payment} is under way`);
}

function ofNewest(offered: Offered, asked: Asked): Chosen {
  const { rail, amount = 1n } = asked;
  const all = offered.sources.filter(
    (one) => goesBackBy(rail, one) && (isByHand(rail) ? one.rail === rail : true) && one.left > 0n,
  );
  const ready = all.filter((one) => one.waitsUntil === null && !(rail === 'CARD' && one.isBusy));
  const [first] = isByHand(rail) ? ready.filter(({ left }) => left >= amount) : ready;
  if (first !== undefined) return { rail, payment: first.payment, amount: within(offered, first.left, asked) };
  // Paid by hand for none in particular.
  if (isByHand(rail)) return { rail, payment: null, amount: within(offered, offered.most, asked) };
  const [notYet] = all;
  if (notYet !== undefined) refuseNotYet(notYet);
  throw new ApiError(190, `rail: nothing that came by ${rail} is left`);
}

/** The amount that is asked for, or all of `left` that may go back by the rail. */
function within({ most, waiting: [notYet] }: Offered, left: bigint, { rail, amount }: Asked): bigint {
  const all = payableBy(rail, least(most, left));
  const isTooMuch = all <= 0n || (amount !== undefined && amount > all);
  if (isTooMuch && all === payableBy(rail, most) && notYet !== undefined) refuseNotYet(notYet);
  if (all <= 0n) throw new ApiError(190, `rail: nothing of the trade is left that may go back by ${rail}`);
  if (isTooMuch) throw malformedCall('method', 'amount', `must be at most ${fromMillionths(all)}`);
  return amount ?? all;
}
