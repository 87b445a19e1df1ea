/** Refunds by card, as CardPayments has payments: the state is written first, then the processor is asked (A33). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { lastCutOff, nextCutOff } from '../../../calendar/bank-days.ts';
import type { CardFundMoveRow, Db, RefundRow } from '../../../database/schema/index.ts';
import {
  type CardProcessor,
  type FoundRefund,
  ProcessorFailed,
  type RefundOrder,
  type RefundResult,
} from '../../../providers/cards/index.ts';
import { jobFailed, type ReportFailure } from '../../../time/failed-jobs.ts';
import { HOUR_US, MINUTE_US } from '../../../time/units.ts';
import { inOneTransaction } from '../../shared/change/index.ts';
import { EVERY_CLIENT, findRecord, found } from '../../shared/record/index.ts';
import { toMillionths } from '../../shared/values/index.ts';
import {
  askAgainAt,
  type CardPaymentDeps,
  cardRail,
  eachInTurn,
  isPaidBy,
  MILLIONTHS_PER_CENT,
  nextAskAt,
  numbersToAsk,
  PAYMENTS_AT_ONCE,
  paymentToken,
} from '../cards/index.ts';
import { type HeldRefund, holdRefund, type MovedRefund, notToSend, REFUND, stepRefund } from './refund-records.ts';

const FAILED = 'a refund by card could not be processed';
const CARD_REFUNDS = { table: 'refunds', number: 'refund_id' } as const;
const NEVER_MADE: RefundResult = { accepted: false, message: 'The processor never made the refund' };

export class CardRefunds {
  readonly #deps: CardPaymentDeps;
  readonly #log: Pick<Logger, 'error'>;

  constructor(deps: CardPaymentDeps, log: Pick<Logger, 'error'>) {
    this.#deps = deps;
    this.#log = log;
  }

  /** As CardPayments.run, of refunds. */
  async run(isEnding: () => boolean = () => false, failed: ReportFailure = this.#report): Promise<number> {
    const { db, nowUs, cards } = this.#deps;
    if (cards !== undefined) {
      const watch = { isEnding, failed: (refundId: number, error: unknown) => failed(FAILED, error, { refundId }) };
      const cutOff = lastCutOff(nowUs()).time;
      await eachInTurn(
        (after) => dueBefore(db, cutOff, after),
        async (id) => {
          if (await this.#submit(id)) await this.#ask(cards, id);
        },
        watch,
      );
      const now = nowUs();
      await eachInTurn(
        (after) => numbersToAsk(db, CARD_REFUNDS, now, { after, most: PAYMENTS_AT_ONCE }),
        (id) => this.#ask(cards, id),
        watch,
      );
    }
    return Math.min(nextCutOff(nowUs()), (cards && (await nextAskAt(db, CARD_REFUNDS))) ?? Number.MAX_SAFE_INTEGER);
  }

  readonly #report: ReportFailure = (...reported) => jobFailed(this.#log, ...reported);

  /** Whether the processor is to be asked now. */
  async #submit(refundId: number): Promise<boolean> {
    const { nowUs } = this.#deps;
    const refund = await this.#change(refundId, async (db, held) => {
      if (held.refund.status !== 'Pending') return undefined;
      const errors = await notToSend(db, held);
      if (errors !== undefined) return stepRefund(db, held, 'void', { nowUs: nowUs(), changes: { errors } });
      const changes = {
        ...{ refund_key: randomUUID(), submitted_at: nowUs() },
        refunded_before: (await paymentOf(db, held.refund)).refunded_amount,
        // Should this process end before the processor has answered, the next one asks.
        ...{ ask_at: nowUs() + MINUTE_US, asked: 1 },
      };
      return stepRefund(db, held, 'submit', { nowUs: nowUs(), changes });
    });
    return refund?.status === 'Submitted';
  }

  async #ask(cards: CardProcessor, refundId: number): Promise<void> {
    const refund = await findRecord(this.#deps.db, REFUND, EVERY_CLIENT, refundId);
    if (refund?.status !== 'Submitted' || refund.refund_key === null) return;
    const payment = await paymentOf(this.#deps.db, refund);
    const result = await this.#outcome(cards, refund, payment);
    if (result === 'open') return this.#askLater(refund);
    if (result === 'none') return this.#decide(refundId, NEVER_MADE);
    if (isOf(payment, refund, result)) return this.#decide(refundId, result);
    this.#log.error({ refundId, back: result.back }, 'the processor reports another amount: the refund stays open');
    return this.#askLater(refund);
  }

  /** Within the life of its key the same refund is asked for; later it is looked up, or it might be made twice. */
  async #outcome(cards: CardProcessor, refund: RefundRow, payment: CardFundMoveRow): Promise<FoundRefund> {
    const order: RefundOrder = {
      key: refund.refund_key ?? '',
      token: paymentToken(this.#deps.secrets, payment),
      transactionId: payment.processor_transaction_id,
      cents: Number(toMillionths(refund.amount) / MILLIONTHS_PER_CENT),
      reference: String(refund.refund_id),
    };
    const isKeyed = this.#deps.nowUs() < (refund.submitted_at ?? 0) + cards.keyHours * HOUR_US;
    try {
      return isKeyed ? await cards.refund(order) : await cards.findRefund(order);
    } catch (error) {
      if (!(error instanceof ProcessorFailed)) throw error;
      this.#report('the processor did not say what became of a refund', error, { refundId: refund.refund_id });
      return 'open';
    }
  }

  async #askLater({ refund_id, asked }: RefundRow): Promise<void> {
    const changes = { ask_at: askAgainAt(this.#deps.nowUs(), asked), asked: asked + 1 };
    const open = this.#deps.db.updateTable('refunds').set(changes).where('refund_id', '=', refund_id);
    await open.where('status', '=', 'Submitted').execute();
  }

  async #decide(refundId: number, { accepted, message, back }: RefundResult): Promise<void> {
    const nowUs = this.#deps.nowUs();
    await this.#change(refundId, async (db, held) => {
      // The operator was first.
      if (held.refund.status !== 'Submitted') return undefined;
      if (!accepted) return stepRefund(db, held, 'return', { nowUs, changes: { errors: message } });
      const refunded = back && BigInt(back.cents) * MILLIONTHS_PER_CENT;
      return stepRefund(db, held, 'settle', { nowUs, refunded });
    });
  }

  /** A change of a refund with its webhooks, in one transaction; the refund as it then is, undefined: unchanged. */
  async #change(
    refundId: number,
    work: (db: Db, held: HeldRefund) => Promise<MovedRefund | undefined>,
  ): Promise<RefundRow | undefined> {
    const { outbox } = this.#deps;
    return inOneTransaction(this.#deps, async (transaction) => {
      const moved = await work(transaction, await holdRefund(transaction, EVERY_CLIENT, refundId));
      for (const webhook of moved?.webhooks ?? []) await outbox.add(transaction, webhook);
      return moved?.refund;
    });
  }
}

async function paymentOf(db: Db, { payment }: RefundRow): Promise<CardFundMoveRow> {
  return found(cardRail.instrument.kind, await cardRail.find(db, EVERY_CLIENT, payment ?? 0));
}

/** Whether what has gone back in all, where the processor says so, is of the payment, and has this refund in it. */
function isOf(payment: CardFundMoveRow, { amount }: RefundRow, { accepted, back }: RefundResult): boolean {
  if (!accepted || back === undefined) return true;
  const all = BigInt(back.cents) * MILLIONTHS_PER_CENT;
  return isPaidBy(payment, back.paid) && all >= toMillionths(amount) && all <= toMillionths(payment.total_amount);
}

async function dueBefore(db: Db, cutOff: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('refund_id')
    .where('rail', '=', sql.lit('CARD'))
    .where('status', '=', sql.lit('Pending'))
    .where('status', 'in', [sql.lit('Pending'), sql.lit('Submitted')])
    .where('created_at', '<', cutOff)
    .where('refund_id', '>', after)
    .orderBy('refund_id')
    .limit(PAYMENTS_AT_ONCE)
    .execute();
  return rows.map(({ refund_id }) => refund_id);
}
