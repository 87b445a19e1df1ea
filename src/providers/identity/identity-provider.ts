/** Who checks identities and watch lists: one interface, whatever service implements it (README.md of this folder). */

/** A person whose identity is to be checked; unknown fields are empty. */
export interface Individual {
  readonly firstName: string;
  readonly middleInitial: string;
  readonly lastName: string;
  readonly taxId: string;
  /** MM-DD-YYYY. */
  readonly birthDate: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/** Whom to look for on the watch lists. */
export interface Subject {
  readonly kind: 'individual' | 'entity';
  readonly name: string;
  /** MM-DD-YYYY; empty when unknown, and for entities. */
  readonly birthDate: string;
  /** Of the address, a name or an ISO code of two letters; empty when unknown. */
  readonly country: string;
  /** Social security number or tax id, with or without signs; empty when unknown. */
  readonly taxId: string;
}

/** Basic: only the identity; Enhanced: with questions that only the person can answer. */
export type CheckVariant = 'Basic' | 'Enhanced';

export interface Message {
  readonly key: string;
  readonly message: string;
}

/** A question about the person's past. */
export interface Question {
  readonly prompt: string;
  readonly type: string;
  /** The options to choose from. */
  readonly answer: readonly string[];
}

/** What the service says of a person, in the shape in which it is handed on (C64). */
export interface CheckResponse {
  readonly 'id-number': string;
  readonly 'summary-result': Message;
  readonly results: Message;
  readonly qualifiers: { readonly qualifier: readonly Message[] };
  readonly idnotescore: string;
  /** Enhanced only. */
  readonly questions?: { readonly question: readonly Question[] };
}

/** pass: the identity is certain; unsure: it needs answers or a person's eye; fail: it is not who they say. */
export type CheckOutcome = 'pass' | 'unsure' | 'fail';

export interface CheckResult {
  readonly outcome: CheckOutcome;
  /** Decimal digits, another for each check. */
  readonly idNumber: string;
  readonly response: CheckResponse;
}

export interface GivenAnswer {
  readonly type: string;
  readonly answer: string;
}

export interface AnswersResult {
  readonly passed: boolean;
  /** What the service says of the answers, for people. */
  readonly message: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** An entry of a watch list whose name is like the subject's. */
export interface WatchListMatch {
  /** The list that has the entry: OFAC SDN. */
  readonly list: string;
  /** The id of the entry in its list. */
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  readonly programs: readonly string[];
  /** Of the addresses that the list gives, for whoever looks at the match. */
  readonly countries: readonly string[];
  /** The name that is like the subject's: the entry's own or an alias. */
  readonly matchedName: string;
  /** own, strong (an alias) or weak (an alias so common that it proves little by itself). */
  readonly nameStrength: 'own' | 'strong' | 'weak';
  /** 0 to 100. */
  readonly score: number;
}

export interface ScreeningResult {
  /** The list of the best match; without a match, the lists that were searched. */
  readonly list: string;
  /** The best match first; none: nobody on the list is like the subject. */
  readonly matches: readonly WatchListMatch[];
  readonly idNumber: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * All methods reject with ProviderFailed when there is no answer that can be read. A signal that is aborted says that
 * nobody waits any more; what then comes is ignored.
 */
export interface IdentityProvider {
  check(person: Individual, variant: CheckVariant, signal: AbortSignal): Promise<CheckResult>;
  /** Rates the answers to the questions of the check with this id-number. */
  checkAnswers(idNumber: string, answers: readonly GivenAnswer[], signal: AbortSignal): Promise<AnswersResult>;
  screen(subject: Subject, signal: AbortSignal): Promise<ScreeningResult>;
}

/** The service gave no answer that can be read. The message holds no personal data. */
export class ProviderFailed extends Error {
  override readonly name: string = 'ProviderFailed';
}

/** The service took too long; whether the check was made is not known. */
export class ProviderTimedOut extends ProviderFailed {
  override readonly name = 'ProviderTimedOut';
}
