/**
 * Payments that go to the processor, and its answers: the state is written first, then the processor is asked (K8).
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { lastCutOff, nextCutOff } from '../../../calendar/bank-days.ts';
import type { CardFundMoveRow, Db } from '../../../database/schema/index.ts';
import {
  type CardProcessor,
  type FoundPayment,
  type PaidAmount,
  type Payment,
  type PaymentNotice,
  type PaymentResult,
  ProcessorFailed,
  type Refund,
} from '../../../providers/cards/index.ts';
import { jobFailed, type ReportFailure } from '../../../time/failed-jobs.ts';
import { HOUR_US, MINUTE_US } from '../../../time/units.ts';
import { inOneTransaction } from '../../shared/change/index.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import { toMillionths } from '../../shared/values/index.ts';
import {
  type HeldCardPayment,
  type MovedCardPayment,
  partRefund,
  paymentToken,
  refundTo,
  sealToken,
  withProcessed,
} from './card-move-records.ts';
import { cardRail } from './card-rail.ts';
import { findCard, tokenOf } from './card-records.ts';
import type { CardDeps } from './cards-deps.ts';
import { movesDueBefore, refNumOfKey } from './due-card-moves.ts';
import {
  type Asked,
  askAgainAt,
  eachInTurn,
  MILLIONTHS_PER_CENT,
  nextAskAt,
  numbersToAsk,
  PAYMENTS_AT_ONCE,
} from './processor-work.ts';

const CARD_MOVES: Asked = { table: 'card_fund_moves', number: 'ref_num' };

export type CardPaymentDeps = Pick<CardDeps, 'db' | 'nowUs' | 'secrets' | 'outbox' | 'cards'>;

export class CardPayments {
  readonly #deps: CardPaymentDeps;
  readonly #log: Pick<Logger, 'error'>;

  constructor(deps: CardPaymentDeps, log: Pick<Logger, 'error'>) {
    this.#deps = deps;
    this.#log = log;
  }

  /**
   * Gives the payments to the processor whose cut-off has come, and asks again for those whose outcome is not known.
   * Safe to repeat at any moment, also after a crash in the middle. Resolves with when there is more to do, in
   * microseconds.
   * `failed` gets each payment that could not be processed; the others go on.
   */
  async run(isEnding: () => boolean = () => false, failed: ReportFailure = this.#report): Promise<number> {
    const { db, nowUs, cards } = this.#deps;
    if (cards !== undefined) {
      const cutOff = lastCutOff(nowUs()).time;
      const watch = { isEnding, failed: (refNum: number, error: unknown) => failed(FAILED, error, { refNum }) };
      await eachInTurn(
        (after) => movesDueBefore(db, cutOff, { after, most: PAYMENTS_AT_ONCE }),
        async (refNum) => {
          if (await this.#submit(refNum)) await this.#ask(cards, refNum);
        },
        watch,
      );
      const now = nowUs();
      await eachInTurn(
        (after) => numbersToAsk(db, CARD_MOVES, now, { after, most: PAYMENTS_AT_ONCE }),
        (refNum) => this.#ask(cards, refNum),
        watch,
      );
    }
    return Math.min(nextCutOff(nowUs()), (cards && (await nextAskAt(db, CARD_MOVES))) ?? Number.MAX_SAFE_INTEGER);
  }

  readonly #report: ReportFailure = (...reported) => jobFailed(this.#log, ...reported);

  /** A report of the processor. One of a payment that is not ours, or is decided already, changes nothing. */
  async receive(notice: PaymentNotice): Promise<void> {
    const refNum = await refNumOfKey(this.#deps.db, notice.key);
    if (refNum === undefined) return;
    if ('refund' in notice) await this.#refunded(refNum, notice.refund);
    else await this.#decide(refNum, notice.result);
  }

  /** Whether the processor is to be asked now. */
  #submit(refNum: number): Promise<boolean> {
    const { secrets, nowUs } = this.#deps;
    return this.#change(refNum, async (db, held) => {
      const { payment: move } = held;
      if (move.fund_status !== 'Pending' || move.transaction_status === 'Declined') return undefined;
      // A payment that is not wanted any more, or has no card any more, is not made (K7).
      const errors = (await cardRail.canBePaid(db, [move]))(move)?.reason;
      const card = await findCard(db, move.client_id, move.account_id);
      if (card === undefined || errors !== undefined) {
        return cardRail.step(db, held, 'void', { nowUs: nowUs(), errors });
      }
      const changes = {
        payment_key: randomUUID(),
        token_sealed: sealToken(secrets, move, tokenOf(card, secrets)),
        // Should this process end before the processor has answered, the next one asks.
        ask_at: nowUs() + MINUTE_US,
        asked: 1,
      };
      return cardRail.step(db, held, 'submit', { nowUs: nowUs(), changes });
    }).then((moved) => moved?.fund_status === 'Submitted');
  }

  async #ask(cards: CardProcessor, refNum: number): Promise<void> {
    const move = await cardRail.find(this.#deps.db, EVERY_CLIENT, refNum);
    if (move?.fund_status !== 'Submitted' || move.payment_key === null || move.submitted_at === null) return;
    const result = await this.#outcome(cards, move);
    if (result === 'open' || (result !== 'none' && !isPaid(move, result))) await this.#askLater(move);
    else await this.#decide(refNum, result === 'none' ? NEVER_MADE : result);
  }

  /** Within the life of its key the same payment is asked for; later it is looked up, or it might be made twice. */
  async #outcome(cards: CardProcessor, move: CardFundMoveRow): Promise<FoundPayment> {
    const payment = this.#paymentOf(move);
    const isKeyed = this.#deps.nowUs() < (move.submitted_at ?? 0) + cards.keyHours * HOUR_US;
    try {
      return isKeyed ? await cards.pay(payment) : await cards.find(payment);
    } catch (error) {
      if (!(error instanceof ProcessorFailed)) throw error;
      this.#report('the processor did not say what became of a payment', error, { refNum: move.ref_num });
      return 'open';
    }
  }

  #paymentOf(move: CardFundMoveRow): Payment {
    return {
      key: move.payment_key ?? '',
      token: paymentToken(this.#deps.secrets, move),
      cents: centsOf(move),
      reference: String(move.ref_num),
    };
  }

  async #askLater({ ref_num, asked }: CardFundMoveRow): Promise<void> {
    const ask_at = askAgainAt(this.#deps.nowUs(), asked);
    await this.#deps.db.transaction().execute(async (transaction) => {
      const held = await cardRail.hold(transaction, EVERY_CLIENT, ref_num);
      if (held?.payment.fund_status !== 'Submitted') return;
      await cardRail.write(transaction, held.payment, { ask_at, asked: asked + 1 });
    });
  }

  async #decide(refNum: number, result: PaymentResult): Promise<void> {
    await this.#change(refNum, async (db, held) => {
      // Reported twice, by the answer and by a notice; or the operator was first.
      if (held.payment.fund_status !== 'Submitted') return undefined;
      if (!isPaid(held.payment, result)) {
        this.#log.error({ refNum, paid: result.paid }, 'the processor reports another amount: the payment stays open');
        return undefined;
      }
      const errors = result.accepted ? partRefund(held.payment) : result.message;
      const changes = {
        processor_transaction_id: result.transactionId,
        processor_transaction_message: result.message,
        processor_token_message: result.tokenMessage,
      };
      const details = { nowUs: this.#deps.nowUs(), errors, changes };
      const trigger = result.accepted ? 'settle' : 'return';
      return withProcessed(await cardRail.step(db, held, trigger, details));
    });
  }

  async #refunded(refNum: number, { paid, cents }: Refund): Promise<void> {
    await this.#change(refNum, async (db, held) => {
      const { payment: move } = held;
      const isOfPayment = Number.isInteger(cents) && cents <= centsOf(move) && isPaidBy(move, paid);
      if (!isOfPayment) {
        this.#log.error({ refNum, paid, refunded: cents }, 'the processor reports a refund of another amount: ignored');
        return undefined;
      }
      return refundTo(db, held, BigInt(cents) * MILLIONTHS_PER_CENT, this.#deps.nowUs());
    });
  }

  /** A change of a payment with its webhooks, in one transaction; the payment as it then is, undefined: unchanged. */
  async #change(
    refNum: number,
    work: (db: Db, held: HeldCardPayment) => Promise<MovedCardPayment | undefined>,
  ): Promise<CardFundMoveRow | undefined> {
    const { outbox } = this.#deps;
    return inOneTransaction(this.#deps, async (transaction) => {
      const held = await cardRail.hold(transaction, EVERY_CLIENT, refNum);
      const moved = held && (await work(transaction, held));
      for (const webhook of moved?.webhooks ?? []) await outbox.add(transaction, webhook);
      return moved?.payment;
    });
  }
}

function centsOf({ total_amount }: CardFundMoveRow): number {
  return Number(toMillionths(total_amount) / MILLIONTHS_PER_CENT);
}

/** Whether what the processor took, where it took something, is the payment: in full, in dollars. */
function isPaid(move: CardFundMoveRow, { accepted, paid }: PaymentResult): boolean {
  return !accepted || paid === undefined || isPaidBy(move, paid);
}

export function isPaidBy(move: CardFundMoveRow, paid: PaidAmount): boolean {
  return paid.cents === centsOf(move) && paid.currency === CURRENCY;
}

const CURRENCY = 'usd';
const FAILED = 'a payment by card could not be processed';

const NEVER_MADE: PaymentResult = {
  accepted: false,
  transactionId: null,
  message: 'The processor never made the payment',
  tokenMessage: null,
};
