/** Waiting work for investors, by kind: lists of the API, the oldest first, with who takes care of each. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, instantOf, messageOf } from '../../data/index.ts';
import type { WorkKind } from '../../views/index.ts';

export interface Work {
  /** Separate from those of other kinds. */
  readonly id: string;
  readonly kind: WorkKind;
  /** As the API names it among those of its kind. */
  readonly record: string;
  readonly what: string;
  /** An account, or a person. */
  readonly investor: string;
  /** In dollars, as the API has it; null: no money. */
  readonly amount: string | null;
  readonly since: number;
  /** A user, or a client; empty: nobody. */
  readonly owner: string;
  /** NaN: never. */
  readonly remindedAt: number;
  /** Of its page: the place, and the record there. */
  readonly page: readonly [place: string, id: string];
  readonly fields: Fields;
}

interface Queue {
  readonly title: string;
  readonly method: MethodName;
  readonly key: string;
  readonly filter: Fields;
  readonly read: (fields: Fields) => Pick<Work, 'record' | 'what' | 'investor' | 'amount' | 'page'>;
}

const textOf = (value: unknown): string => String(value ?? '');

const trades = (title: string, filter: Fields, says: (fields: Fields) => string): Queue => ({
  ...{ title, method: 'listTrades', key: 'trades', filter },
  read: (fields) => ({
    ...{ record: textOf(fields.tradeId), what: says(fields), investor: textOf(fields.accountId) },
    ...{ amount: textOf(fields.totalAmount), page: ['investments', textOf(fields.tradeId)] },
  }),
});

const offeringOf = (fields: Fields): string => textOf(fields.issueName) || `offering ${textOf(fields.offeringId)}`;
const OPEN = ['CREATED', 'FUNDED'];
const UNAPPROVED = ['Pending', 'Under Review', 'Disapproved'];
const BY: Readonly<Record<string, string>> = { ACH: 'debit', WIRE: 'wire', CHECK: 'check', CREDITCARD: 'card' };

export const QUEUES: Readonly<Record<WorkKind, Queue>> = {
  check: {
    ...{ title: 'Checks', method: 'listKycReviews', key: 'kycReviews', filter: { open: 'yes' } },
    read: (fields) => ({
      record: textOf(fields.requestId),
      what: `Identity ${textOf(fields.kycStatus).toLowerCase()}, watch list ${textOf(fields.amlStatus).toLowerCase()}`,
      ...{ investor: textOf(fields.investorId), amount: null, page: ['checks', `KYC-${fields.requestId}`] },
    }),
  },
  accreditation: {
    ...{ title: 'Accreditation', method: 'listAiRequests', key: 'aiRequests' },
    filter: { aiRequestStatus: ['Pending', 'Needs More Info', 'New Info Added', 'Updated Letter Requested'] },
    read: (fields) => ({
      ...{ record: textOf(fields.airequestId), what: `Verification ${textOf(fields.aiRequestStatus).toLowerCase()}` },
      ...{ investor: textOf(fields.accountId), amount: null, page: ['checks', `AI-${fields.airequestId}`] },
    }),
  },
  signature: {
    ...{ title: 'Signatures', method: 'listSignatures', key: 'signatures', filter: { status: 'CREATED' } },
    read: (fields) => ({
      ...{ record: textOf(fields.signatureId), what: `Signature of ${textOf(fields.templateName)}` },
      ...{ investor: textOf(fields.accountId), amount: null, page: ['documents', textOf(fields.signatureId)] },
    }),
  },
  representative: trades(
    'Representative',
    { orderStatus: OPEN, RRApprovalStatus: UNAPPROVED },
    (fields) => `${offeringOf(fields)}: representative’s approval`,
  ),
  principal: trades(
    'Principal',
    { orderStatus: OPEN, PrincipalApprovalStatus: UNAPPROVED },
    (fields) => `${offeringOf(fields)}: principal’s approval`,
  ),
  payment: trades('Payments due', { orderStatus: 'CREATED' }, (fields) => {
    const by = BY[textOf(fields.transactionType)];
    return `${offeringOf(fields)}: payment${by === undefined ? '' : ` by ${by}`}`;
  }),
  settlement: trades(
    'To settle',
    { orderStatus: 'FUNDED', eligibleToClose: 'yes' },
    (fields) => `${offeringOf(fields)}: paid, signed and approved`,
  ),
  refund: trades('Refunds', { orderStatus: 'UNWIND PENDING' }, (fields) => `${offeringOf(fields)}: money goes back`),
};

export const WORK_KINDS = Object.keys(QUEUES) as WorkKind[];

/** Of each kind the oldest; the count is of all. */
export const SHOWN_MAX = 200;

export interface Queues {
  readonly work: readonly Work[];
  /** Of all, as the venue counts them; a kind that the reader may not see is not there. */
  readonly totals: ReadonlyMap<WorkKind, number>;
  /** Why some kinds are not there; empty: all are. */
  readonly failure: string;
}

export async function readQueues(desk: Desk): Promise<Queues> {
  const kinds = WORK_KINDS.filter((kind) => desk.session.may(QUEUES[kind].method));
  const read = await Promise.allSettled(kinds.map((kind) => readQueue(desk, kind)));
  const totals = new Map<WorkKind, number>();
  const work: Work[] = [];
  let failure = '';
  for (const [index, one] of read.entries()) {
    if (one.status === 'rejected') {
      failure = messageOf(one.reason);
      continue;
    }
    totals.set(kinds[index] as WorkKind, one.value.total);
    work.push(...one.value.work);
  }
  return { work, totals, failure };
}

async function readQueue({ session, names }: Desk, kind: WorkKind) {
  const { method, key, filter, read } = QUEUES[kind];
  const asked = { filter: JSON.stringify(filter), sort: 'createdDate:asc', limit: SHOWN_MAX };
  const answer = await session.api.call(method, asked);
  const rows = (answer[key] as Fields[]).map((fields) => ({ ...read(fields), fields }));
  const records = rows.map(({ record }) => record);
  const may = session.may('getInvestorTasks') && records.length > 0;
  const tasks = may ? ((await session.api.call('getInvestorTasks', { kind, records })).tasks as Fields[]) : [];
  const byRecord = new Map(tasks.map((one) => [textOf(one.record), one]));
  const work = rows.map((row): Work => {
    const task = byRecord.get(row.record);
    return {
      ...{ ...row, id: `${kind}-${row.record}`, kind, since: instantOf(textOf(row.fields.createdDate)) },
      ...{ owner: textOf(task?.owner), remindedAt: instantOf(textOf(task?.remindedDate)) },
    };
  });
  await names.load(work.flatMap(({ investor, owner }) => [investor, owner]));
  return { work, total: Number((answer.pagination as Fields).totalRecords) };
}

const MINUTE_MS = 60_000;

/** How long it waits: `12 min`, `5 h`, `3 d`. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
