/** The steps from a person to settled units: the state of each, and what is missing. */
import { dollarText, quantityText } from '../../data/index.ts';
import { investmentState, signatureWords } from '../../views/index.ts';
import type { Progress } from './progress.ts';

/** In their order. */
export const STEP_TITLES = {
  person: 'Person or company',
  account: 'Account',
  money: 'Bank or card',
  check: 'Identity and watch list',
  accreditation: 'Accreditation',
  investment: 'Investment',
  signature: 'Signature',
  payment: 'Payment',
} as const;

export type StepName = keyof typeof STEP_TITLES;
export const STEP_NAMES = Object.keys(STEP_TITLES) as StepName[];

export interface Step {
  readonly name: StepName;
  /** later: it needs a step before it; optional: not every offering asks for it. */
  readonly state: 'done' | 'waits' | 'missing' | 'optional' | 'later';
  /** What is known, waited for or missing. */
  readonly says: string;
}

type Stated = Omit<Step, 'name'>;

const done = (says: string): Stated => ({ state: 'done', says });
const waits = (says: string): Stated => ({ state: 'waits', says });
const missing = (says: string): Stated => ({ state: 'missing', says });

/** Fields without which no check succeeds. A field that the key may not see is not in the record. */
const NEEDED: readonly (readonly [field: string, words: string])[] = [
  ['emailAddress', 'e-mail'],
  ['primAddress1', 'address'],
  ['dob', 'day of birth'],
  ['socialSecurityNumber', 'social security number'],
  ['ein', 'employer id (EIN)'],
];

function person({ person: { fields, name } }: Progress): Stated {
  const lacks = NEEDED.filter(([field]) => field in fields && !fields[field]).map(([, words]) => words);
  return lacks.length === 0 ? done(name) : missing(`Lacks ${lacks.join(', ')}`);
}

function account({ account: one, accounts, person: { name } }: Progress): Stated {
  if (one === undefined) return missing(`${name} is the primary owner of no account`);
  const more = accounts.length > 1 ? `, one of ${accounts.length}` : '';
  return done(`${one.name}${more}`);
}

function money({ bank, card }: Progress): Stated {
  const known = [
    bank === undefined ? '' : `Bank account ${bank.AccountNickName ?? ''}`.trim(),
    card === undefined ? '' : `Card ${card.cardType ?? ''}`.trim(),
  ].filter((text) => text !== '');
  return known.length === 0 ? missing('Neither a bank account nor a card') : done(known.join(', '));
}

const APPROVED = /approved$/i;
const REFUSED = /disapproved|not approved|rejected/i;

function check({ person: { kycStatus, amlStatus }, isInReview }: Progress): Stated {
  const both = [
    ['identity', kycStatus],
    ['watch list', amlStatus],
  ] as const;
  const refused = both.filter(([, status]) => REFUSED.test(status));
  if (refused.length > 0) return missing(refused.map(([what, status]) => `${what}: ${status}`).join(', '));
  const open = both.filter(([, status]) => !APPROVED.test(status)).map(([what]) => what);
  if (open.length === 0) return done('Approved');
  if (isInReview) return waits(`A review by people: ${open.join(' and ')}`);
  return missing(`Not checked: ${open.join(' and ')}`);
}

const DECIDED = ['approved', 'rejected', 'expired'];

function accreditation({ account: one, requests }: Progress): Stated {
  const status = String(one?.fields.accreditedStatus ?? '');
  if (/^(self|verified) accredited$/i.test(status)) return done(status);
  const [newest] = requests;
  if (newest !== undefined && !DECIDED.includes(newest.toLowerCase())) return waits(`Verification: ${newest}`);
  return { state: 'optional', says: status === 'Not Accredited' ? status : 'Not asked for' };
}

function investment({ investment: one, investments }: Progress): Stated {
  if (one === undefined) return missing('No investment');
  const more = investments.length > 1 ? `, one of ${investments.length}` : '';
  return done(`${quantityText(one.units)} units of ${one.issueName}, ${investmentState(one)}${more}`);
}

function signature({ investment: one, signatures }: Progress): Stated {
  if (one?.fields.esignStatus === 'SIGNED') return done('Signed');
  const open = signatures.filter(({ status }) => status === 'CREATED');
  if (open.length > 0)
    return waits(`${open.length === 1 ? 'A document waits' : `${open.length} documents wait`} to be signed`);
  const [last] = signatures;
  return missing(last === undefined ? 'No document was sent' : `${last.name}: ${signatureWords(last).toLowerCase()}`);
}

const UNDER_WAY = ['Pending', 'Submitted'];

function payment({ investment: one, payments }: Progress): Stated {
  if (one === undefined) return missing('No investment');
  if (['FUNDED', 'SETTLED'].includes(one.state)) return done(investmentState(one));
  if (one.state !== 'CREATED') return missing(investmentState(one));
  const moving = payments.find(({ status }) => UNDER_WAY.includes(status));
  if (moving !== undefined) return waits(`${dollarText(moving.amount)}: ${moving.status}`);
  return missing(`${dollarText(String(one.fields.dueAmount ?? one.amount))} are due`);
}

const STATED: Readonly<Record<StepName, (progress: Progress) => Stated>> = {
  ...{ person, account, money, check, accreditation, investment, signature, payment },
};

/** What must be there before a step begins. */
const NEEDS: Partial<Readonly<Record<StepName, readonly (readonly [(progress: Progress) => unknown, string])[]>>> = {
  money: [[(progress) => progress.account, 'an account']],
  accreditation: [[(progress) => progress.account, 'an account']],
  investment: [[(progress) => progress.account, 'an account']],
  signature: [[(progress) => progress.investment, 'an investment']],
  payment: [[(progress) => progress.investment, 'an investment']],
};

export function stepsOf(progress: Progress): readonly Step[] {
  return STEP_NAMES.map((name) => {
    const lacked = NEEDS[name]?.find(([has]) => has(progress) === undefined);
    if (lacked !== undefined) return { name, state: 'later', says: `Needs ${lacked[1]} first` };
    return { name, ...STATED[name](progress) };
  });
}

/** The first that the reader can do something about; the last where all is done. */
export function nextStep(steps: readonly Step[]): StepName {
  return (
    steps.find(({ state }) => state === 'missing') ??
    steps.find(({ state }) => state === 'waits') ??
    steps.at(-1)!
  ).name;
}
