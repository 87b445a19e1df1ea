/** What the checks of a person or company found last. */
import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf } from '../data/index.ts';
import { type Node, placeholder, type Step, Timeline, useLoaded } from '../parts/index.ts';

/** Of getKycAmlResponse. */
const NAMES = {
  Basic: 'Identity',
  Enhanced: 'Identity, with questions',
  'AML Only': 'Watch lists',
  'Screened Again': 'Watch lists, screened again',
} as const;
const TYPES = ['Basic', 'Enhanced', 'AML Only', 'Screened Again'] as const;

interface Props {
  readonly desk: Desk;
  readonly partyId: string;
  /** Changes when a check was made. */
  readonly of: string;
}

export function CheckResults({ desk, partyId, of }: Props): Node {
  const results = useLoaded(() => readResults(desk, partyId), [partyId, of]);
  return placeholder(results, 'No check was made yet.') ?? <Timeline steps={results.value ?? []} />;
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
  return {
    at,
    title: NAMES[type],
    text: (
      <>
        {messages.join(': ')}
        <Whole details={details} />
      </>
    ),
    kind: isGood ? 'good' : 'bad',
  };
}

/** Its fields depend on the provider; written when it is asked for. */
function Whole({ details }: { readonly details: Fields }): Node {
  const [isShown, show] = useState(false);
  return (
    <>
      {' '}
      <button type="button" class="plain" aria-expanded={isShown} onClick={() => show(!isShown)}>
        {isShown ? 'Hide the answer' : 'Full answer'}
      </button>
      {isShown ? <pre>{JSON.stringify(details, null, 2)}</pre> : null}
    </>
  );
}
