import { type Desk, type Fields, isRefusal } from '../../data/index.ts';
import { Empty, Facts, FormButton, type FormField, type Node, Section, useLoaded } from '../../parts/index.ts';

const percent = (name: string, label: string): FormField => ({ name, label: `${label}, %`, kind: 'number' });
/** As the API has the questions (C59). */
const QUESTIONS: readonly FormField[] = [
  { name: 'riskProfile', label: 'Risk profile', kind: 'number', hint: '1 (very conservative) to 5 (very aggressive).' },
  { name: 'investmentExperience', label: 'Experience', kind: 'number', hint: '1 (none) to 5 (extensive).' },
  { name: 'privOffExperience', label: 'Experience in private offerings', kind: 'number', hint: '1 to 5.' },
  percent('pctPrivSecurities', 'Private securities'),
  percent('pctIlliquidSecurities', 'Illiquid securities'),
  percent('pctLiquidSecurities', 'Liquid securities'),
  percent('pctRealEstate', 'Real estate'),
  { name: 'timeHorizon', label: 'Horizon, years', kind: 'number' },
  { name: 'education', label: 'Education' },
  { name: 'financialAdvisor', label: 'Has an adviser' },
  { name: 'investmentObjective', label: 'Objective' },
  { name: 'notes', label: 'Notes', kind: 'long' },
];

interface Props {
  readonly desk: Desk;
  readonly accountId: string;
}

/** The answers to the questions of suitability; they are changed one by one. */
export function Suitability({ desk, accountId }: Props): Node {
  const { session } = desk;
  const { value, failure, again } = useLoaded(() => readAnswers(desk, accountId), [accountId]);
  const answers = value ?? {};
  const known = QUESTIONS.filter(({ name }) => Boolean(answers[name]));
  const may = session.may('calculateSuitability', 'updateSuitability') && !session.capabilities.operator;
  const send = async (values: Fields) => {
    const method = known.length === 0 ? 'calculateSuitability' : 'updateSuitability';
    await session.api.call(method, { ...values, accountId });
    desk.say('done', 'The answers are stored.');
    again();
  };
  const start = Object.fromEntries(known.map(({ name }) => [name, String(answers[name])]));
  const aside = may ? (
    <FormButton
      words={known.length === 0 ? 'Answer' : 'Change'}
      title="Suitability"
      desk={desk}
      fields={QUESTIONS}
      name={`suitability-${accountId}`}
      start={start}
      yes="Store"
      send={send}
    />
  ) : null;
  return (
    <Section title="Suitability" aside={aside}>
      {known.length === 0 ? (
        <Empty>{failure ?? (value === undefined ? 'Reading …' : 'The questions are not answered yet.')}</Empty>
      ) : (
        <Facts facts={known.map(({ name, label }) => [label, String(answers[name])])} />
      )}
    </Section>
  );
}

/** An account without answers is refused. */
async function readAnswers({ session }: Desk, accountId: string): Promise<Fields> {
  try {
    const { accountDetails } = await session.api.call('getSuitability', { accountId });
    return ([accountDetails].flat()[0] ?? {}) as Fields;
  } catch (error) {
    if (isRefusal(error)) return {};
    throw error;
  }
}
