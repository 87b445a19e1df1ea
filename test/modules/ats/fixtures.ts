/** The clients, records and answers that the tests of the venue's methods speak of. */
import { expect } from 'vitest';
import { REASONS, type ReasonWord, reasonCodeOf, textOf } from '../../../src/exchange/api/reasons.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { STATUS, type StatusCode } from '../../../src/http/methods/status-codes.ts';

/** Monday, 10:00 in New York: the market is open. */
export const MONDAY_10_00 = '2026-03-02T15:00:00Z';

export const TRADER = 'C1001';
export const OTHER_TRADER = 'C1002';
export const OWNER = 'C2001';
export const OPERATOR = 'C9001';
export type Caller = typeof TRADER | typeof OTHER_TRADER | typeof OWNER | typeof OPERATOR;

/** One trader is below the other. */
export const parentOf = (clientId: string): string => (clientId === OTHER_TRADER ? TRADER : clientId);

export const ISSUER = 7001;
export const OTHER_ISSUER = 7002;
/** Securities of ISSUER, owned by OWNER. */
export const SECURITY = 549119 as SecurityId;
export const AWAITING_SECURITY = 549120 as SecurityId;
export const ENDED_SECURITY = 549121 as SecurityId;
/** A security of OTHER_ISSUER, owned by OWNER too. */
export const OTHER_SECURITY = 549122 as SecurityId;
/** An offering of ISSUER that never came to the venue. */
export const UNLISTED_OFFERING = 549130;
export const ACCOUNT = 'A1234567';

/** A valid order, as a form has it. */
export const ORDER = Object.freeze({
  memberid: '5001',
  issuerid: String(ISSUER),
  securityid: String(SECURITY),
  type: 'Limit',
  action: 'Buy',
  quantity: '100',
  price: '10.25',
  expiration: 'GTC',
  disclosePrice: 'Yes',
  solicited: 'Unsolicited',
});

export type Fields = Readonly<Record<string, unknown>>;
export interface Reply {
  readonly http: number;
  readonly body: unknown;
  readonly replayed: string | null;
  /** The header Ignored-Fields, where there is one. */
  readonly ignored?: string;
}
export interface FiredWebhook {
  readonly clientId: string;
  readonly method: string;
  readonly fields: Fields;
}

/** What the webhooks of the venue say of when something happened. */
export const HAPPENED = {
  eventSeq: expect.any(Number),
  eventTime: expect.stringMatching(/^2026-03-02T15:00:00\.000000Z$/),
};

/** The body of a refused call; with the code of the reason where it is one of the list. */
export function refused(statusCode: StatusCode, detail?: string): Fields {
  return refusedFor(statusCode, detail, detail);
}

/** The body of a 106 that names one field. */
export function faulty(field: string, reason: string): Fields {
  return refusedFor(106, `<br />${field}&nbsp;&nbsp;: ${reason}`, reason, field);
}

function refusedFor(statusCode: StatusCode, detail?: string, says?: string, field?: string): Fields {
  const word = (Object.keys(REASONS) as ReasonWord[]).find((one) => {
    const reason: Readonly<{ says: string; status?: number; field?: string }> = REASONS[one];
    return reason.status === statusCode && reason.field === field && (textOf(one) ?? undefined) === says;
  });
  return {
    statusCode: String(statusCode),
    statusDesc: STATUS[statusCode].text,
    ...(detail === undefined ? {} : { 'Error(s)': detail }),
    ...(word === undefined ? {} : { reasonCode: reasonCodeOf(word) }),
  };
}

export function ok(fields: Fields): Fields {
  return { statusCode: '101', statusDesc: 'Ok', ...fields };
}

export const NOT_FOUND = refused(404, 'the order was not found');
