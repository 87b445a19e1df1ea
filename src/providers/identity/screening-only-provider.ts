import {
  type AnswersResult,
  type CheckResult,
  type IdentityProvider,
  ProviderFailed,
  type ScreeningResult,
  type Subject,
} from './identity-provider.ts';
import type { ListScreening } from './list-screening.ts';

/**
 * Where no identity service is connected: names are screened, identities are for people to check (requestKycAml). It
 * never says that an identity passed.
 */
export class ScreeningOnlyProvider implements IdentityProvider {
  readonly #screening: ListScreening;

  constructor(options: { readonly screening: ListScreening }) {
    this.#screening = options.screening;
  }

  check(): Promise<CheckResult> {
    return Promise.reject(new ProviderFailed('no identity provider is connected'));
  }

  checkAnswers(): Promise<AnswersResult> {
    return Promise.reject(new ProviderFailed('no identity provider is connected'));
  }

  screen(subject: Subject): Promise<ScreeningResult> {
    return this.#screening.screen(subject);
  }
}
