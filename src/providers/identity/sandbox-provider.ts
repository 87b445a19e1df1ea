/**
 * The sandbox provider: answers by rules that anybody can look up (README.md of this folder), with a real screening.
 */
import type {
  AnswersResult,
  CheckOutcome,
  CheckResponse,
  CheckResult,
  CheckVariant,
  GivenAnswer,
  IdentityProvider,
  Individual,
  Message,
  ScreeningResult,
  Subject,
} from './identity-provider.ts';
import { ProviderFailed } from './identity-provider.ts';
import { type ListScreening, newIdNumber } from './list-screening.ts';
import { questionsFor, rightAnswers } from './sandbox-questions.ts';

const RIGHT_MIN = 3;

/** Last names, and names of entities, that end without an answer. */
const PROVIDER_ERROR = 'PROVIDERERROR';
const TIME_OUT = 'TIMEOUT';

interface Verdict {
  readonly outcome: CheckOutcome;
  readonly qualifier?: Message;
}

const ADDRESS_DIFFERS = { key: 'address.no.match', message: 'The address differs from the records' };
const BIRTH_DATE_DIFFERS = { key: 'birthdate.no.match', message: 'The date of birth differs from the records' };
const TAX_ID_DIFFERS = { key: 'taxid.no.match', message: 'The tax id belongs to nobody of this name' };
const NOT_LOCATED = { key: 'name.no.match', message: 'Nobody of this name and address is on record' };

export class SandboxProvider implements IdentityProvider {
  readonly #screening: ListScreening;

  constructor(options: { readonly screening: ListScreening }) {
    this.#screening = options.screening;
  }

  async check(person: Individual, variant: CheckVariant, signal: AbortSignal): Promise<CheckResult> {
    await endWithoutAnswer(person.lastName, signal);
    const idNumber = newIdNumber();
    const verdict = verdictOn(person);
    return { outcome: verdict.outcome, idNumber, response: responseOf(idNumber, verdict, variant) };
  }

  async checkAnswers(idNumber: string, answers: readonly GivenAnswer[], _signal: AbortSignal): Promise<AnswersResult> {
    const right = rightAnswers(answers);
    const passed = right >= RIGHT_MIN;
    const message = passed ? 'The questions were answered correctly' : 'Too few questions were answered correctly';
    return {
      passed,
      message,
      response: {
        'id-number': idNumber,
        'summary-result': { key: passed ? 'id.success' : 'id.failure', message: passed ? 'Pass' : 'Fail' },
        'questions-result': { key: passed ? 'answers.pass' : 'answers.fail', message },
        'answers-received': String(answers.length),
        'answers-correct': String(right),
      },
    };
  }

  async screen(subject: Subject, signal: AbortSignal): Promise<ScreeningResult> {
    await endWithoutAnswer(subject.name.split(' ').at(-1) ?? '', signal);
    return this.#screening.screen(subject);
  }
}

async function endWithoutAnswer(lastName: string, signal: AbortSignal): Promise<void> {
  const name = lastName.toUpperCase();
  if (name === PROVIDER_ERROR) throw new ProviderFailed('the sandbox was asked for a provider error');
  if (name !== TIME_OUT) return;
  await new Promise((_, reject) => {
    const end = () => reject(new ProviderFailed('the sandbox was asked for a time-out'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

function verdictOn({ lastName, taxId, birthDate }: Individual): Verdict {
  const name = lastName.toUpperCase();
  if (name === 'FAIL') return { outcome: 'fail', qualifier: NOT_LOCATED };
  if (taxId.endsWith('0000')) return { outcome: 'fail', qualifier: TAX_ID_DIFFERS };
  if (birthDate === '01-01-1900') return { outcome: 'fail', qualifier: BIRTH_DATE_DIFFERS };
  return name === 'QUESTIONS' ? { outcome: 'unsure', qualifier: ADDRESS_DIFFERS } : { outcome: 'pass' };
}

function responseOf(idNumber: string, { outcome, qualifier }: Verdict, variant: CheckVariant): CheckResponse {
  const isLocated = outcome !== 'fail';
  return {
    'id-number': idNumber,
    'summary-result': SUMMARIES[outcome],
    results: isLocated
      ? { key: 'result.match', message: 'The identity was located' }
      : { key: 'result.no.match', message: 'The identity was not located' },
    qualifiers: { qualifier: qualifier === undefined ? [] : [qualifier] },
    idnotescore: '0',
    ...(variant === 'Enhanced' && isLocated ? { questions: { question: questionsFor(idNumber) } } : {}),
  };
}

const SUMMARIES: Readonly<Record<CheckOutcome, Message>> = {
  pass: { key: 'id.success', message: 'Pass' },
  unsure: { key: 'id.partial', message: 'Partial' },
  fail: { key: 'id.failure', message: 'Fail' },
};
