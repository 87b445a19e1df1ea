import type { Timers } from '../../time/timers.ts';
import {
  type AnswersResult,
  type CheckResult,
  type CheckVariant,
  type GivenAnswer,
  type IdentityProvider,
  type Individual,
  ProviderTimedOut,
  type ScreeningResult,
  type Subject,
} from './identity-provider.ts';

/** A provider whose every call ends within a time: what takes longer is aborted and rejects with ProviderTimedOut. */
export class TimeLimitedProvider implements IdentityProvider {
  readonly #provider: IdentityProvider;
  readonly #limitMs: number;
  readonly #timers: Pick<Timers, 'after'>;
  /** What ends each call that is under way. */
  readonly #underWay = new Set<() => void>();

  constructor(provider: IdentityProvider, limit: { readonly limitMs: number; readonly timers: Pick<Timers, 'after'> }) {
    this.#provider = provider;
    this.#limitMs = limit.limitMs;
    this.#timers = limit.timers;
  }

  check(person: Individual, variant: CheckVariant, signal: AbortSignal): Promise<CheckResult> {
    return this.#limited(signal, (ended) => this.#provider.check(person, variant, ended));
  }

  checkAnswers(idNumber: string, answers: readonly GivenAnswer[], signal: AbortSignal): Promise<AnswersResult> {
    return this.#limited(signal, (ended) => this.#provider.checkAnswers(idNumber, answers, ended));
  }

  screen(subject: Subject, signal: AbortSignal): Promise<ScreeningResult> {
    return this.#limited(signal, (ended) => this.#provider.screen(subject, ended));
  }

  /** Ends what is then still under way: a program that stops does not wait for a provider as long as a caller does. */
  endAllAfter(delayMs: number): void {
    this.#timers.after(delayMs, () => {
      for (const end of this.#underWay) end();
    });
  }

  async #limited<T>(signal: AbortSignal, call: (ended: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const { promise: timedOut, reject } = Promise.withResolvers<never>();
    const end = () => {
      // Rejected before the abort, so that what the provider makes of the abort comes second.
      reject(new ProviderTimedOut('the verification provider did not answer in time'));
      limit.abort();
    };
    const callOff = this.#timers.after(this.#limitMs, end);
    this.#underWay.add(end);
    try {
      return await Promise.race([call(AbortSignal.any([signal, limit.signal])), timedOut]);
    } finally {
      callOff();
      this.#underWay.delete(end);
    }
  }
}
