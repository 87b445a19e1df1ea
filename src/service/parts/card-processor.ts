/** Creates the card processor from the settings, and runs the job of its waiting payments. */
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { CardPayments } from '../../modules/payments/index.ts';
import { type CardProcessor, SandboxProcessor } from '../../providers/cards/index.ts';

/** Undefined: payments by card are not offered. */
export async function openCardProcessor(config: Config): Promise<CardProcessor | undefined> {
  const { CARD_PROCESSOR, ENVIRONMENT, STRIPE_SECRET_KEY } = config;
  if (CARD_PROCESSOR === 'stripe' && STRIPE_SECRET_KEY !== null) {
    // Read only where it is used: the library is large.
    const { StripeProcessor } = await import('../../providers/cards/stripe-processor.ts');
    return new StripeProcessor({
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      url: config.STRIPE_URL,
      timeoutMs: config.CARD_SECONDS_MAX * 1000,
    });
  }
  return ENVIRONMENT === 'sandbox' ? new SandboxProcessor() : undefined;
}

const HOUR_MS = 3_600_000;
/** The least between two turns, so that what fails at each turn does not keep the program busy. */
const PAUSE_MS = 1000;
/** So long a stop waits for the processor; what it had to say is asked for after the next start. */
const END_MS = 3000;

export interface CardPaymentJob {
  readonly payments: Pick<CardPayments, 'run'>;
  readonly nowUs: () => number;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Runs the payments now, and whenever one is due. The returned function ends it, and resolves when nothing is under
 * way.
 */
export function runCardPaymentJob({ payments, nowUs, after, log }: CardPaymentJob): () => Promise<void> {
  let ended = false;
  let cancelTimer = () => {};
  const turn = async () => {
    let next: number | undefined;
    try {
      next = await payments.run(() => ended);
    } catch (error) {
      log.error({ err: error }, 'card payments could not be processed; tried again in a minute');
    }
    if (ended) return;
    const delayMs = next === undefined ? HOUR_MS / 60 : Math.ceil((next - nowUs()) / 1000);
    // Never longer than an hour: clocks are set.
    cancelTimer = after(Math.min(Math.max(delayMs, PAUSE_MS), HOUR_MS), () => (underWay = turn()));
  };
  let underWay = turn();
  return async () => {
    ended = true;
    cancelTimer();
    let callOff = () => {};
    const limit = new Promise<void>((resolve) => {
      callOff = after(END_MS, resolve);
    });
    await Promise.race([underWay, limit]);
    callOff();
  };
}
