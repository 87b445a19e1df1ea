/** The questions of suitability; their answers are stored and shown (C59). */
import Type from 'typebox';
import { type Kind, optional, text, wholeNumber } from '../../http/parameters/index.ts';
import { piiTable } from '../shared/record/index.ts';
import { asSent, line, textOrNull, textsSchema } from '../shared/values/index.ts';

/** Only the format is checked (C59). */
function digits(description: string): Kind<string> {
  return text({ description, maxLength: 20, pattern: /^[0-9]+(\.[0-9]+)?$/, patternReason: 'must be a number' });
}

function percentage(description: string): Kind<string> {
  return asSent(wholeNumber({ description: `${description}, % of the portfolio`, minimum: 0, maximum: 100 }));
}

const ANSWERS = {
  riskProfile: digits('expected 1 (very conservative) to 5 (very aggressive)'),
  investmentExperience: digits('expected 1 (none) to 5 (extensive)'),
  privOffExperience: digits('experience in private offerings, expected 1 to 5'),
  pctPrivSecurities: percentage('private securities'),
  pctIlliquidSecurities: percentage('illiquid securities'),
  pctLiquidSecurities: percentage('liquid securities'),
  pctRealEstate: percentage('real estate'),
  timeHorizon: digits('years to maturity'),
  education: line('High School or GED, 4 Year College or University, Graduate Degree, Other; kept as sent'),
  financialAdvisor: line('expected Yes or No; kept as sent'),
  investmentObjective: line('for example Primarily on Capital Preservation; kept as sent'),
  notes: text({ description: 'free text' }),
  additionalnotes: text({ description: 'free text' }),
} as const;

type Name = keyof typeof ANSWERS;
export type Answers = Partial<Record<Name, string>>;
const NAMES = Object.keys(ANSWERS) as readonly Name[];
const FREE_TEXTS: readonly Name[] = ['notes', 'additionalnotes'];

/** Figures describe an investor without a name; free text may name people. */
export const SUITABILITY_LEVELS = piiTable('account.read', {
  pii_low: NAMES.filter((name) => !FREE_TEXTS.includes(name)),
  pii_medium: FREE_TEXTS,
});

export const suitabilityParameters = Object.fromEntries(NAMES.map((name) => [name, optional(ANSWERS[name])])) as Record<
  Name,
  ReturnType<typeof optional<string>>
>;

/** The response of the methods that write. */
export const suitabilityWritten = Type.Object({ accountDetails: Type.Array(textsSchema('accountId')) });

export const suitabilitySchema = Type.Object({
  accountId: Type.String(),
  ...Object.fromEntries(NAMES.map((name) => [name, textOrNull()])),
});

export function suitabilityFields(accountId: string, answers: Answers) {
  return { accountId, ...Object.fromEntries(NAMES.map((name) => [name, answers[name] ?? null])) };
}

export function sentAnswers(values: Readonly<Record<string, unknown>>): Answers {
  return Object.fromEntries(NAMES.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}
