import { type Desk, type Fields, instantOf, pathOf, quantityText, venueInput, venueInstant } from '../../data/index.ts';
import { FormButton, type FormField, type Node, useLoaded } from '../../parts/index.ts';
import { findAccount, findClient } from '../../views/index.ts';

interface Rules {
  readonly version: number;
  readonly holdingDays: number | null;
  readonly holdersMax: number | null;
  readonly allowedClients: readonly string[] | null;
  readonly allowedAccounts: readonly string[] | null;
  readonly unregisteredSales: 'Allowed' | 'Refused';
  readonly windows: readonly { readonly from: string; readonly to: string }[] | null;
  readonly firstRefusalHours: number | null;
  readonly firstRefusalUnanswered: string | null;
  readonly holders: number;
}

const fieldsOf = (desk: Desk): readonly FormField[] => [
  { name: 'holdingDays', label: 'Holding period, days', kind: 'number', hint: '0: only registered shares are sold.' },
  { name: 'holdersMax', label: 'Most holders', kind: 'number' },
  {
    ...{ name: 'unregisteredSales', label: 'Sales of shares that are not registered', kind: 'choice' },
    choices: [
      ['Allowed', 'Allowed'],
      ['Refused', 'Refused'],
    ],
  },
  {
    ...{ name: 'allowedClients', label: 'Clients that may trade', kind: 'records' },
    // Clients do not see each other: an issuer adds the ids that it was given.
    find: desk.session.may('getClients') ? findClient(desk.session) : () => [],
    hint: 'None: no such rule.',
  },
  { name: 'allowedAccounts', label: 'Accounts that may trade', kind: 'records', find: findAccount(desk) },
  { name: 'windows', label: 'Windows of trading', kind: 'spans' },
  { name: 'firstRefusalHours', label: 'First refusal, hours to answer', kind: 'number' },
  {
    ...{ name: 'firstRefusalUnanswered', label: 'Without an answer', kind: 'choice' },
    choices: [
      ['', 'No such rule'],
      ['Waive', 'The order may trade'],
      ['Exercise', 'The order ends'],
    ],
  },
];

const idsOf = (text: unknown): readonly string[] => String(text).split(',');

/** As the API has times, in UTC. */
const sentTime = (text: string): string => {
  const at = venueInstant(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
};

/**
 * The rules of the form as the API takes them; a rule that is empty is left out, and so removed (F1). Without
 * unregisteredSales those stay as they are (F13).
 */
function sentOf(
  { allowedClients, allowedAccounts, windows, unregisteredSales, ...rest }: Fields,
  before: Rules,
): Fields {
  const lines = String(windows ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const spans = lines.map((line) => {
    const [from = '', to = ''] = line.split(' to ').map(sentTime);
    return { from, to };
  });
  return {
    ...rest,
    ...(unregisteredSales === before.unregisteredSales ? {} : { unregisteredSales }),
    ...(allowedClients === undefined ? {} : { allowedClients: idsOf(allowedClients) }),
    ...(allowedAccounts === undefined ? {} : { allowedAccounts: idsOf(allowedAccounts) }),
    ...(spans.length === 0 ? {} : { windows: spans }),
  };
}

function startOf(rules: Rules): Readonly<Record<string, string>> {
  const { allowedClients, allowedAccounts, windows } = rules;
  return {
    ...{ holdingDays: String(rules.holdingDays ?? ''), holdersMax: String(rules.holdersMax ?? '') },
    ...{ allowedClients: allowedClients?.join(',') ?? '', allowedAccounts: allowedAccounts?.join(',') ?? '' },
    unregisteredSales: rules.unregisteredSales,
    windows:
      windows?.map((span) => [span.from, span.to].map((time) => venueInput(instantOf(time))).join(' to ')).join('\n') ??
      '',
    firstRefusalHours: String(rules.firstRefusalHours ?? ''),
    firstRefusalUnanswered: rules.firstRefusalUnanswered ?? '',
  };
}

/** The transfer rules in one line, and a form that replaces all of them. */
export function TransferRules({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node | null {
  const { session } = desk;
  const may = session.may('getTransferRules');
  const read = async () => (await session.api.call('getTransferRules', { securityId })).transferRules as Rules;
  const { value: rules, again } = useLoaded(() => (may ? read() : Promise.resolve(undefined)), [], 30_000);
  if (rules === undefined) return null;
  const { version } = rules;
  const send = async (fields: Fields) => {
    const answer = await session.api.call('setTransferRules', { securityId, version, ...sentOf(fields, rules) });
    const done = 'The transfer rules are set. Orders that must not trade are held.';
    desk.say('done', answer.pendingAction === undefined ? done : 'They wait for a second operator.');
    again();
  };
  return (
    <div class="place-tools">
      <span>{wordsOf(rules)}</span>
      {session.may('setTransferRules') ? (
        <FormButton
          key={version}
          desk={desk}
          words="Transfer rules"
          fields={fieldsOf(desk)}
          start={startOf(rules)}
          name={`rules-${securityId}-${version}`}
          yes="Set"
          send={send}
        />
      ) : null}
      {rules.firstRefusalHours !== null && session.may('answerFirstRefusal') ? (
        <a class="button" href={pathOf('approvals', '', 'f.kind=First refusal')}>
          First refusals
        </a>
      ) : null}
    </div>
  );
}

function wordsOf(rules: Rules): string {
  const { holdingDays, holdersMax, allowedClients, allowedAccounts, windows, firstRefusalHours, holders } = rules;
  const allowed = (allowedClients?.length ?? 0) + (allowedAccounts?.length ?? 0);
  const parts = [
    `${quantityText(holders)} holders${holdersMax === null ? '' : ` of at most ${quantityText(holdersMax)}`}`,
    rules.unregisteredSales === 'Refused' ? 'only registered shares are sold' : '',
    holdingDays === null ? '' : `held for ${holdingDays} days`,
    allowedClients === null && allowedAccounts === null ? '' : `${allowed} may trade`,
    windows === null ? '' : `${windows.length} windows of trading`,
    firstRefusalHours === null ? '' : `first refusal within ${firstRefusalHours} hours`,
  ].filter((part) => part !== '');
  return parts.length === 1 && holdersMax === null ? `${parts[0]}, no transfer rules` : parts.join(', ');
}
