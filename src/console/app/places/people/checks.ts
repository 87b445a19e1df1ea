import type { MethodName } from 'openats/client';
import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf } from '../../data/index.ts';
import {
  attempt,
  Confirm,
  Empty,
  Facts,
  html,
  type Node,
  Section,
  type Step,
  Timeline,
  useLoaded,
} from '../../parts/index.ts';
import { CheckState } from '../../views/index.ts';
import type { Person } from './person.ts';

interface Check {
  readonly method: MethodName;
  readonly words: string;
  readonly says: string;
  readonly done: string;
}

const CHECKS: readonly Check[] = [
  {
    ...{ method: 'performKycAmlBasic', words: 'Check identity' },
    says: 'The identity and the watch lists are checked now. The result becomes the status of its accounts too.',
    done: 'The identity is checked.',
  },
  {
    ...{ method: 'performAml', words: 'Screen names' },
    says: 'The name is compared with the watch lists now.',
    done: 'The name is screened.',
  },
  {
    ...{ method: 'requestKycAml', words: 'Ask for a review' },
    says: 'The operator reviews identity and watch list, and may ask for more. It can be asked for once.',
    done: 'The review is requested.',
  },
];

/** Of getKycAmlResponse. */
const TYPES = ['Basic', 'Enhanced', 'AML Only'] as const;
const NAMES = { Basic: 'Identity', Enhanced: 'Identity, with questions', 'AML Only': 'Watch lists' } as const;

interface Props {
  readonly desk: Desk;
  readonly person: Person;
  readonly again: () => void;
}

/** The state of its checks, what each kind of check found last, and buttons that start one. */
export function Checks({ desk, person, again }: Props): Node {
  const { session } = desk;
  const { partyId, kycStatus, amlStatus } = person;
  const [asked, ask] = useState<Check | undefined>(undefined);
  const results = useLoaded(() => readResults(desk, partyId), [partyId, kycStatus, amlStatus]);
  const shown = CHECKS.filter(({ method }) => session.may(method) && !session.capabilities.operator);
  const start = async ({ method, done }: Check) => {
    const fields = method === 'requestKycAml' ? { investorId: partyId } : { partyId };
    await attempt(desk, () => session.api.call(method, fields), done);
    again();
    results.again();
  };
  const aside = html`<div class="buttons">${shown.map(
    (one) => html`<button key=${one.method} type="button" onClick=${() => ask(one)}>${one.words} …</button>`,
  )}</div>`;
  return html`<${Section} title="Checks" aside=${aside}>
    <${Facts} facts=${[
      ['Identity (KYC)', html`<${CheckState} status=${kycStatus} />`],
      ['Watch list (AML)', html`<${CheckState} status=${amlStatus} />`],
    ]} />
    ${
      results.value === undefined || results.value.length === 0
        ? html`<${Empty}>${results.failure ?? (results.value === undefined ? 'Reading …' : 'No check was made yet.')}
          </${Empty}>`
        : html`<${Timeline} steps=${results.value} />`
    }
  </${Section}>
  ${
    asked === undefined
      ? null
      : html`<${Confirm} title=${`${asked.words}: ${person.name}`} yes=${asked.words} text=${asked.says}
          close=${() => ask(undefined)} does=${() => start(asked)} />`
  }`;
}

/** The latest result of each kind, the newest first. */
async function readResults({ session }: Desk, partyId: string): Promise<readonly Step[]> {
  if (!session.may('getKycAmlResponse')) return [];
  const read = async (type: (typeof TYPES)[number]): Promise<Step | undefined> => {
    const answer = await session.api.call('getKycAmlResponse', { partyId, type });
    if (answer.createdAt === null) return undefined;
    return stepOf(type, instantOf(String(answer.createdAt)), answer.kycamlDetails as Fields);
  };
  const steps = await Promise.all(TYPES.map(read));
  return steps.filter((step) => step !== undefined).sort((one, other) => other.at - one.at);
}

function stepOf(type: (typeof TYPES)[number], at: number, details: Fields): Step {
  const response = ((details.kyc as Fields | undefined)?.response ?? {}) as Fields;
  const messages = [response['summary-result'], response.results].flatMap((one) =>
    one === undefined ? [] : [String((one as Fields).message ?? '')],
  );
  const isGood = String((response['summary-result'] as Fields | undefined)?.key ?? '').endsWith('success');
  return { at, title: NAMES[type], text: messages.join(': '), kind: isGood ? 'good' : 'bad' };
}
