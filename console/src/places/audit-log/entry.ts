/** An entry of the audit log as the API has it, and its words. */
import {
  type Desk,
  type Fields,
  instantOf,
  labelOf,
  methodWords,
  plainId,
  sentence,
  valueWords,
  venueDateTime,
} from '../../data/index.ts';

export interface Entry {
  readonly entryId: string;
  readonly time: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly sessionId: string | null;
  readonly method: string;
  readonly address: string;
  readonly requestId: string;
  readonly outcome: 'Done' | 'Waits' | 'Refused';
  readonly statusCode: string;
  readonly fields: readonly string[];
  readonly records: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

export interface Change extends Readonly<Record<'record' | 'id' | 'field', string>> {
  /** Null: none. Undefined: no log has such a value, as of a tax id. */
  readonly before?: string | null;
  readonly after?: string | null;
}

const SIGNS = { Done: '✓', Waits: '◌', Refused: '✕' } as const;

export const outcomeText = ({ outcome, statusCode }: Entry): string =>
  `${SIGNS[outcome]} ${outcome}${outcome === 'Refused' ? ` (${statusCode})` : ''}`;

/** What was done: `Create an issuer`, or of a command of the host the command itself. */
export const doneWords = ({ method }: Entry): string => methodWords(method);

/** `issuer 1001, client C10000002` */
export const recordsText = ({ records }: Entry): string =>
  Object.entries(records)
    .map(([name, id]) => `${labelOf(name).replace(/ id$/, '')} ${plainId(id)}`)
    .join(', ');

/** Of tables of the database that have another name on screen. */
const RECORDS: Readonly<Record<string, string>> = {
  ...{ parties: 'People', entities: 'Companies', entity_supplements: 'Details of companies', trades: 'Investments' },
  ...{ external_accounts: 'Bank accounts', ach_fund_moves: 'Debits', card_fund_moves: 'Payments by card' },
  ...{ custody_fund_moves: 'Deposits into custody', custody_fund_disbursements: 'Disbursements' },
  ...{ ach_blocks: 'Debits of accounts', ach_clients: 'Debits of clients', ach_batches: 'Batches' },
  ...{ kyc_responses: 'Results of checks', kyc_reviews: 'Reviews', kyc_questionnaires: 'Questions of checks' },
  ...{ receipts: 'Wires and checks', receipt_matches: 'Matches of wires and checks', api_keys: 'API keys' },
  ...{ pending_actions: 'Actions that wait', investor_tasks: 'Tasks', unit_issues: 'Issued units' },
};

export const fieldText = ({ record, field }: Change): string =>
  `${RECORDS[record] ?? sentence(labelOf(record))}: ${labelOf(field)}`;

const NOT_KEPT = 'not kept in the log';

/** A value of a change as it is read. */
export function valueText(desk: Desk, field: string, value: string | null | undefined): string {
  if (value === undefined) return NOT_KEPT;
  if (value === null) return '–';
  // Of a column of the database: microseconds since 1970.
  if (/(^|_)at$/.test(field) && /^\d{15,17}$/.test(value)) return `${venueDateTime(Number(value) / 1000)} New York`;
  // A word of the database.
  if (/^[a-z]+(_[a-z]+)+$/.test(value)) return value.replaceAll('_', ' ');
  return valueWords(desk, field, value) || '–';
}

function changeText(desk: Desk, one: Change): string {
  const [before, after] = [one.before, one.after].map((value) => valueText(desk, one.field, value));
  return `${fieldText(one)} ${before} → ${after}`;
}

export const changesText =
  (desk: Desk) =>
  ({ changes }: Entry): string =>
    changes.map((one) => changeText(desk, one)).join(', ');

const more = (count: number): string => (count > 0 ? ` and ${count} more` : '');

/** The first change that is not the time of the entry itself, and how many more there are: a row has two lines. */
export const changesSummary =
  (desk: Desk) =>
  ({ changes }: Entry): string => {
    const first = changes.find(({ field }) => !/(^|_)at$/.test(field)) ?? changes[0];
    return first === undefined ? '' : changeText(desk, first) + more(changes.length - 1);
  };

const SHORT_ID = 12;

/** A record with a short id, else the first, and how many more there are. */
export function recordsSummary({ records, ...entry }: Entry): string {
  const all = Object.entries(records);
  const shown = all.find(([, id]) => id.length <= SHORT_ID) ?? all[0];
  return shown === undefined
    ? ''
    : recordsText({ ...entry, records: Object.fromEntries([shown]) }) + more(all.length - 1);
}

/** In addresses: the log has an index by time, and few entries of one millisecond. */
export const recordIdOf = ({ time, entryId }: Entry): string => `${instantOf(time)}-${entryId}`;

/** Undefined: no such entry. */
export async function readEntry({ session }: Desk, id: string): Promise<Entry | undefined> {
  const [ms = '', entryId = ''] = id.split(/-(.*)/s);
  const at = Number(ms);
  if (!Number.isSafeInteger(at) || ms === '') return undefined;
  const [from, to] = [new Date(at).toISOString(), new Date(at + 1).toISOString()];
  const { entries } = (await session.api.call('getAuditLog', { from, to })) as Fields & { entries: Entry[] };
  return entries.find((one) => one.entryId === entryId);
}
