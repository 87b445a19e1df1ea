import type { MethodName } from '../../client/index.ts';
import type { Desk, Fields } from '../../data/index.ts';
import { attempt, ConfirmedActions, type Node } from '../../parts/index.ts';
import type { Check } from './check.ts';

interface Action {
  readonly words: string;
  readonly method: MethodName;
  readonly fields: Fields;
  readonly says: string;
  /** The text that is asked for is sent as notes. */
  readonly asks?: string;
}

const DECISIONS = [
  ['approve', 'Manually Approved'],
  ['ask for more', 'Needs More Info'],
  ['disapprove', 'Disapproved'],
] as const;
const TYPES = [
  ['Identity', 'KYC', 'kycStatus'],
  ['Watch list', 'AML', 'amlStatus'],
] as const;

/** Of the operator on a review: each status that it may get, but for the one that it has. */
function ofReview({ requestId, ...check }: Check): readonly Action[] {
  return TYPES.flatMap(([name, type, field]) =>
    DECISIONS.filter(([, status]) => status !== check[field]).map(
      ([words, status]): Action => ({
        ...{ words: `${name}: ${words}`, method: 'reviewKycAml', fields: { requestId, type, status } },
        says: `The status becomes ${status}, also of linked accounts; the client gets a webhook.`,
        asks: 'Notes for the client',
      }),
    ),
  );
}

const ANSWERS = [
  ['Approve', 'Approved', 'The account is Verified Accredited for 90 days.'],
  ['Ask for more', 'Needs More Info', 'The account stays as it is until the client has added information.'],
  ['Reject', 'Rejected', 'The account is Not Accredited.'],
] as const;

function ofRequest({ requestId: airequestId, aiStatus }: Check, reviewedBy: string): readonly Action[] {
  return ANSWERS.filter(([, status]) => status !== aiStatus).map(([words, aiRequestStatus, says]) => ({
    ...{ words, method: 'updateAiVerification', fields: { airequestId, aiRequestStatus, reviewedBy } },
    ...{ says, asks: 'Notes for the client' },
  }));
}

function ofClient({ kind, requestId: airequestId, state }: Check): readonly Action[] {
  if (kind !== 'Accreditation' || state === 'Waits for review') return [];
  const asked = state === 'Decided' ? 'Updated Letter Requested' : 'New Info Added';
  const words = state === 'Decided' ? 'Ask for a new letter' : 'Information was added';
  const fields = { airequestId, aiRequestStatus: asked };
  return [{ words, method: 'updateAiRequest', fields, says: 'The reviewer looks at it again.' }];
}

interface Props {
  readonly desk: Desk;
  readonly check: Check;
  readonly again: () => void;
}

/** What can be done in its state: the operator decides, the client adds information. */
export function Actions({ desk, check, again }: Props): Node {
  const { session } = desk;
  const { operator, name } = session.capabilities;
  const all = !operator ? ofClient(check) : check.kind === 'Accreditation' ? ofRequest(check, name) : ofReview(check);
  const act = async ({ method, fields, words }: Action, notes: string) => {
    const sent = { ...fields, ...(notes === '' ? {} : { notes }) };
    await attempt(desk, () => session.api.call(method, sent), `${words}: ${check.investorId} is done.`);
    again();
  };
  const actions = all
    .filter(({ method }) => session.may(method))
    .map((one) => ({ ...one, reason: one.asks, does: (notes: string) => act(one, notes) }));
  return <ConfirmedActions name={check.investorId} actions={actions} />;
}
