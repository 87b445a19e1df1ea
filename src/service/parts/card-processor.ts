/** Creates the card processor from the settings, and runs the job of its waiting payments and refunds. */
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { CardPayments, CardRefunds } from '../../modules/payments/index.ts';
import { type CardProcessor, SandboxProcessor } from '../../providers/cards/index.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { MINUTE_MS, type Microseconds } from '../../time/units.ts';
import { type Due, msUntil, type PartContext, startJob } from '../lifecycle/index.ts';
import type { LeaderDeps } from './leader-databases.ts';

/** Of one request to the processor. */
const ANSWER_MS_MAX = 30_000;

/** Undefined: payments by card are not offered. */
export async function openCardProcessor(config: Config): Promise<CardProcessor | undefined> {
  const { CARD_PROCESSOR, ENVIRONMENT, STRIPE_SECRET_KEY } = config;
  if (CARD_PROCESSOR === 'stripe' && STRIPE_SECRET_KEY !== null) {
    // Read only where it is used: the library is large.
    const { StripeProcessor } = await import('../../providers/cards/stripe-processor.ts');
    return new StripeProcessor({
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      url: null,
      timeoutMs: ANSWER_MS_MAX,
    });
  }
  return ENVIRONMENT === 'sandbox' ? new SandboxProcessor() : undefined;
}

/** The minimum between two runs, so that a payment that fails at each run does not keep the program busy. */
const PAUSE_MS = 1000;
/** How long a stop waits for the processor. After the next start it is asked for missing answers. */
const END_MS = 3000;

export interface CardPaymentJob {
  readonly payments: Pick<CardPayments, 'run'>;
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  /** Where the clock can be moved. */
  readonly time?: Due['time'] | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Once more at the start, what a crash may have left: payments and refunds that were on their way to the processor. */
export function addCardPaymentJob({ log, shutdown, leaderTasks, time }: PartContext, work: LeaderDeps): void {
  const [payments, refunds] = [new CardPayments(work, log), new CardRefunds(work, log)];
  const run = async (...watch: Parameters<CardPayments['run']>) =>
    Math.min(await payments.run(...watch), await refunds.run(...watch));
  const job = { payments: { run }, nowUs: work.nowUs, after: systemTimers.after, time, log };
  leaderTasks.addBackground(shutdown, (shutdown) => shutdown.add('payments by card', runCardPaymentJob(job)));
}

/** Runs the payments now, and whenever one is due. The returned function stops it, after END_MS at the latest. */
export function runCardPaymentJob({ payments, nowUs, after, time, log }: CardPaymentJob): () => Promise<void> {
  let nextUs: Microseconds = 0;
  const stop = startJob({
    failure: 'card payments could not be processed',
    run: async (signal, failed) => {
      let hasFailed = false;
      const next = await payments.run(
        () => signal.aborted,
        (...reported) => {
          hasFailed = true;
          failed(...reported);
        },
      );
      nextUs = hasFailed || next === undefined ? Number.POSITIVE_INFINITY : next;
      // One that failed is still due: it would be tried again each second, and keep the program busy.
      return hasFailed || next === undefined ? MINUTE_MS : Math.max(PAUSE_MS, msUntil(next, nowUs()));
    },
    retryMs: MINUTE_MS,
    after,
    due: time && { time, next: () => nextUs },
    log,
  });
  return async () => {
    let callOff = () => {};
    const limit = new Promise<void>((resolve) => {
      callOff = after(END_MS, resolve);
    });
    await Promise.race([stop(), limit]);
    callOff();
  };
}
