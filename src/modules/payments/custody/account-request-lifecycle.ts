import type { Lifecycle, Move, RecordKind } from '../../shared/record/index.ts';

export const REQUEST_STATUSES = ['Pending', 'Need More Info', 'New Info Added', 'Approved', 'Rejected'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** What the client asks for. */
export const ASKED = ['Pending', 'New Info Added'] as const;
/** What the operator decides. */
export const DECIDED = ['Need More Info', 'Approved', 'Rejected'] as const;

const UNDECIDED = ['Pending', 'Need More Info', 'New Info Added'] as const;

/** The triggers are the statuses that the client, or the operator, sets (U2). */
export const REQUEST_LIFECYCLE: Lifecycle<RequestStatus, RequestStatus> = {
  states: REQUEST_STATUSES,
  refusals: { Pending: 190, 'New Info Added': 190, 'Need More Info': 190, Approved: 190, Rejected: 190 },
  moves: [
    ...set('Pending', REQUEST_STATUSES),
    ...set('New Info Added', REQUEST_STATUSES),
    ...set('Need More Info', ['Pending', 'New Info Added']),
    ...set('Approved', UNDECIDED),
    ...set('Rejected', UNDECIDED),
  ],
};

function set(status: RequestStatus, from: readonly RequestStatus[]): Move<RequestStatus, RequestStatus>[] {
  return from.map((state) => ({ from: state, trigger: status, to: status }));
}

export type AccountStatus = 'Pending' | 'Open' | 'Closed';

/** The custody account itself: opened by the approval of its request, closed by the operator (U3). */
export const ACCOUNT_LIFECYCLE: Lifecycle<AccountStatus, 'ask' | 'approve' | 'close'> = {
  states: ['Pending', 'Open', 'Closed'],
  refusals: { ask: 190, approve: 190, close: 190 },
  moves: [
    { from: 'Pending', trigger: 'ask', to: 'Pending' },
    { from: 'Open', trigger: 'ask', to: 'Open' },
    { from: 'Pending', trigger: 'approve', to: 'Open' },
    { from: 'Open', trigger: 'approve', to: 'Open' },
    { from: 'Pending', trigger: 'close', to: 'Closed' },
    { from: 'Open', trigger: 'close', to: 'Closed' },
  ],
};

export const ACCOUNT_REQUEST: RecordKind<'custody_account_requests'> = {
  table: 'custody_account_requests',
  id: 'request_id',
  unknown: 404,
};
