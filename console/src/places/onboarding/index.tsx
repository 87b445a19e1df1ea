/** One investor from a person to settled units: eight steps, each with its state, its address and what is missing. */
import { type Desk, go, instantOf, pathOf, useAddress } from '../../data/index.ts';
import { DialogButton, Empty, type Node, useLoaded } from '../../parts/index.ts';
import { type Column, Table, usePages } from '../../table/index.ts';
import { CheckState, clientColumns, type Person, PersonForm, readPeople, useColumns } from '../../views/index.ts';
import { readProgress } from './progress.ts';
import { STEP_VIEWS } from './step-views.tsx';
import { nextStep, STEP_NAMES, STEP_TITLES, type Step, type StepName, stepsOf } from './steps.ts';

export function Place({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return id === '' ? <Investors desk={desk} /> : <Onboarding key={id} desk={desk} partyId={id} />;
}

const COLUMNS: readonly Column<Person>[] = [
  {
    ...{ id: 'name', title: 'Investor', width: 180, value: ({ name }: Person) => name },
    view: ({ partyId, name }) => <a href={pathOf('onboarding', partyId)}>{name}</a>,
    below: ({ partyId }) => partyId,
  },
  { id: 'id', title: 'Id', width: 90, isWideOnly: true, value: ({ partyId }) => partyId },
  {
    ...{ id: 'kyc', title: 'Identity (KYC)', width: 130, kind: 'choice', value: ({ kycStatus }: Person) => kycStatus },
    view: ({ kycStatus }) => <CheckState status={kycStatus} />,
  },
  {
    ...{ id: 'aml', title: 'Watch list (AML)', width: 130, kind: 'choice', isWideOnly: true },
    value: ({ amlStatus }) => amlStatus,
    view: ({ amlStatus }) => <CheckState status={amlStatus} />,
  },
  {
    ...{ id: 'created', title: 'Created', width: 142, kind: 'time', isWideOnly: true },
    value: ({ fields }) => instantOf(String(fields.createdDate)),
  },
];

/** With whom the reader goes on, or whom it begins with. */
function Investors({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const pages = usePages<Person>((from) => readPeople(desk, '', {}, from), [], 30_000);
  const columns = useColumns(desk, () => [...COLUMNS, ...clientColumns<Person>(desk)]);
  const done = (partyId: string) => go(pathOf('onboarding', partyId));
  const form = (isCompany: boolean) => (close: () => void) => (
    <PersonForm desk={desk} isCompany={isCompany} done={done} close={close} />
  );
  const isOwn = !session.capabilities.operator;
  const tools = (
    <>
      {isOwn && session.may('createEntity') ? <DialogButton words="New company" show={form(true)} /> : null}
      {isOwn && session.may('createParty') ? <DialogButton words="New investor" isPrimary show={form(false)} /> : null}
    </>
  );
  return (
    <Table
      name="onboarding"
      label="Investors"
      {...pages}
      columns={columns}
      tools={tools}
      idOf={({ partyId }: Person) => partyId}
      empty="Nobody yet. Begin with “New investor …”: the steps follow from there."
    />
  );
}

function Onboarding({ desk, partyId }: { readonly desk: Desk; readonly partyId: string }): Node {
  const { query } = useAddress();
  const chosen = { account: query.get('account') ?? '', investment: query.get('investment') ?? '' };
  const loaded = useLoaded(
    () => readProgress(desk, partyId, chosen),
    [partyId, chosen.account, chosen.investment],
    15_000,
  );
  const { value: progress, failure, again } = loaded;
  if (progress === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const steps = stepsOf(progress);
  const asked = query.get('step') as StepName | null;
  const next = nextStep(steps);
  const shown = asked !== null && STEP_NAMES.includes(asked) ? asked : next;
  const step = steps.find(({ name }) => name === shown) as Step;
  const View = STEP_VIEWS[shown];
  const addressOf = (name: StepName) => {
    const fields = new URLSearchParams(query);
    fields.set('step', name);
    return pathOf('onboarding', partyId, fields.toString());
  };
  return (
    <article class="onboarding" aria-label={progress.person.name}>
      <header>
        <a href={pathOf('onboarding')}>‹ All investors</a>
        <h2>{progress.person.name}</h2>
        <p class="hint">
          {[partyId, progress.account?.accountId, progress.investment?.tradeId].filter(Boolean).join(', ')}
        </p>
        <p class="hint">
          {steps.filter(({ state }) => state === 'done').length} of {steps.length} steps done
        </p>
      </header>
      <nav aria-label="Steps">
        <ol class="steps">
          {steps.map((one, index) => (
            <li key={one.name} data-state={one.state}>
              <a href={addressOf(one.name)} aria-current={one.name === shown ? 'step' : undefined}>
                <span class="sign" aria-hidden="true">
                  {SIGNS[one.state]}
                </span>
                <span>
                  {index + 1}. {STEP_TITLES[one.name]} <span class="unseen">: {WORDS[one.state]}</span>
                  <small>{one.says}</small>
                </span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <section class="step" aria-labelledby="step-title">
        <h3 id="step-title">{STEP_TITLES[shown]}</h3>
        <p role="status">
          {SIGNS[step.state]} {step.says}
        </p>
        {step.state === 'later' ? null : <View key={shown} desk={desk} progress={progress} again={again} />}
        {next === shown ? null : (
          <p class="next">
            <a class="button primary" href={addressOf(next)}>
              Next: {STEP_TITLES[next]}
            </a>
          </p>
        )}
      </section>
    </article>
  );
}

const SIGNS: Readonly<Record<Step['state'], string>> = {
  done: '✓',
  waits: '◌',
  missing: '!',
  optional: '○',
  later: '·',
};
const WORDS: Readonly<Record<Step['state'], string>> = {
  ...{ done: 'done', waits: 'waits', missing: 'missing', optional: 'not asked for', later: 'later' },
};
