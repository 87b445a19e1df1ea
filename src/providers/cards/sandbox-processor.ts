import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type CardDetails,
  type CardProcessor,
  CardRefused,
  type FoundPayment,
  type FoundRefund,
  type Payment,
  type PaymentResult,
  ProcessorFailed,
  type RefundOrder,
  type RefundResult,
  type StoredCard,
} from './card-processor.ts';

/** What a card of the sandbox does; in its token, since no number is kept. */
type Behaviour = 'accepted' | 'declined' | 'insufficient' | 'expired' | 'lost' | 'silent' | 'unrefundable';

/** The numbers that do something else than to be accepted (README.md). */
const NUMBERS: ReadonlyMap<string, Behaviour | 'refused' | 'unreachable'> = new Map([
  ['4000000000000002', 'refused'],
  ['4000000000000119', 'unreachable'],
  ['4000000000000341', 'declined'],
  ['4000000000009995', 'insufficient'],
  ['4000000000000069', 'expired'],
  ['4000000000000259', 'lost'],
  ['4000000000000226', 'silent'],
  ['4000000000005126', 'unrefundable'],
]);

const REFUSALS: Partial<Record<Behaviour, string>> = {
  declined: 'The card was declined',
  insufficient: 'Insufficient funds',
  expired: 'The card has expired',
};

const PAYMENTS_MAX = 10_000;

/** Moves no money: what a payment comes to, the number of the card says (README.md). */
export class SandboxProcessor implements CardProcessor {
  readonly name = 'sandbox';
  readonly keyHours = 23;
  /** Keys that were asked for, so that an answer that is lost comes at the second time. */
  // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
  readonly #asked = new LRUCache<string, true>({ maxSize: PAYMENTS_MAX, sizeCalculation: () => 1 });

  async store(card: CardDetails): Promise<StoredCard> {
    const behaviour = NUMBERS.get(card.number) ?? 'accepted';
    if (behaviour === 'refused') throw new CardRefused('The card was declined. Try another card.');
    if (behaviour === 'unreachable') throw new ProcessorFailed('the sandbox simulates an unreachable processor');
    return { token: `sandbox_${behaviour}_${randomBytes(12).toString('hex')}` };
  }

  async forget(): Promise<void> {}

  async pay(payment: Payment): Promise<PaymentResult> {
    return resultOf(payment, this.#answers(payment));
  }

  async find(payment: Payment): Promise<FoundPayment> {
    const behaviour = behaviourOf(payment.token);
    return behaviour === 'silent' ? 'none' : resultOf(payment, behaviour);
  }

  async refund(order: RefundOrder): Promise<RefundResult> {
    return refundOf(this.#answers(order));
  }

  async findRefund({ token }: RefundOrder): Promise<FoundRefund> {
    const behaviour = behaviourOf(token);
    return behaviour === 'silent' ? 'none' : refundOf(behaviour);
  }

  /** What its card does. Throws ProcessorFailed where no answer comes. */
  #answers({ key, token }: Pick<Payment, 'key' | 'token'>): Behaviour {
    const behaviour = behaviourOf(token);
    const isFirst = !this.#asked.has(key);
    this.#asked.set(key, true);
    if (behaviour === 'silent' || (behaviour === 'lost' && isFirst)) {
      throw new ProcessorFailed('the sandbox processor gave no answer');
    }
    return behaviour;
  }
}

function refundOf(behaviour: Behaviour): RefundResult {
  return behaviour === 'unrefundable'
    ? { accepted: false, message: 'The bank of the card refused the refund' }
    : { accepted: true, message: 'Refund complete' };
}

function behaviourOf(token: string): Behaviour {
  return token.split('_')[1] as Behaviour;
}

/** The same for the same payment. */
function resultOf({ key, cents, reference }: Payment, behaviour: Behaviour): PaymentResult {
  const refusal = REFUSALS[behaviour];
  const transactionId = `sandbox_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
  return {
    accepted: refusal === undefined,
    transactionId,
    message: refusal ?? 'Payment complete',
    tokenMessage: JSON.stringify({ id: transactionId, amount: cents, currency: 'usd', reference }),
  };
}
