/** What the audit log keeps of a call (O3): no values and no answers, so neither personal data nor secrets. */
import type { AuditEntryRow, AuditRecordRow } from '../../../database/schema/index.ts';
import type { Answer, Call } from '../../../http/methods/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { shortId } from '../ids/index.ts';

export const AUDIT_OUTCOMES = ['Done', 'Waits', 'Refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Fields that hold the id of a record, in the spelling of the log. A tax id, say, does not. */
const RECORD_FIELDS = [
  ...['accountId', 'actionId', 'airequestId', 'alertId', 'blockId', 'clientId', 'closeId', 'custAccRequestId'],
  ...['deliveryId', 'documentId', 'entityId', 'id', 'issuerId', 'keyId', 'linkId', 'matchId', 'noteId', 'noticeId'],
  ...['offeringId', 'orderId', 'partyId', 'quoteId', 'requestId', 'securityId', 'switchId', 'templateId', 'tokenId'],
  ...['tradeId', 'webhookId'],
] as const;
const BY_LOWER_CASE = new Map<string, string>(RECORD_FIELDS.map((name) => [name.toLowerCase(), name]));

const RECORDS_MAX = 8;
const FIELDS_MAX = 100;
/** Levels of an answer that are searched for ids. */
const DEPTH_MAX = 4;
const ID = /^[A-Za-z0-9_-]{1,60}$/;

export interface AuditRows {
  readonly entry: AuditEntryRow;
  readonly records: readonly AuditRecordRow[];
}

type AuditedCall = Pick<Call, 'client' | 'values' | 'methodName' | 'ip' | 'requestId'>;

export function auditRows(
  { client, values, methodName, ip, requestId }: AuditedCall,
  at: Microseconds,
  result: {
    readonly outcome: AuditOutcome;
    readonly statusCode: number;
    readonly fields?: Answer['fields'] | undefined;
  },
): AuditRows {
  const sent = Object.keys(values).filter((name) => values[name] !== undefined);
  const records = new Map<string, string>();
  collect(records, values);
  if (result.fields !== undefined) collectAnswer(records, result.fields);
  const entry_id = shortId();
  return {
    entry: {
      entry_id,
      occurred_at: at,
      client_id: client.clientId,
      key_id: client.keyId ?? null,
      method: methodName,
      ip,
      request_id: requestId,
      status_code: result.statusCode,
      outcome: result.outcome,
      fields: JSON.stringify(sent.slice(0, FIELDS_MAX)),
      records: JSON.stringify(Object.fromEntries(records)),
    },
    records: [...new Set(records.values())].map((record_id) => ({ record_id, occurred_at: at, entry_id })),
  };
}

function collect(records: Map<string, string>, from: object): void {
  for (const [field, value] of Object.entries(from)) {
    const name = BY_LOWER_CASE.get(field.toLowerCase());
    if (name === undefined || records.has(name) || records.size >= RECORDS_MAX) continue;
    const id = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (ID.test(id)) records.set(name, id);
  }
}

/** An answer has its record in an object, in the first of a list, or in a list within a list. */
function collectAnswer(records: Map<string, string>, value: unknown, depth = 0): void {
  if (!isObject(value) || depth > DEPTH_MAX) return;
  if (Array.isArray(value)) collectAnswer(records, value.find(isObject), depth + 1);
  else {
    collect(records, value);
    for (const one of Object.values(value)) collectAnswer(records, one, depth + 1);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
