/** The venue's closed list of reasons (docs/venue/reasons.md), as the codes that FIX has. */
import { ApiRefusal, NeverSent, NoAnswer, StreamRefusal } from '../client.ts';
import { type Fault, Refusal } from './values.ts';

export interface Reason {
  /** The text that a person reads. */
  readonly text: string;
  /** reasonCode of the venue, statusCode where it has none, or the fault that the gateway found. */
  readonly code: string;
}

/** What a refused or failed call says. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Refusal) return { code: error.fault, text: error.message };
  if (error instanceof ApiRefusal) {
    const text = error.faults.length > 0 ? error.faults.join('; ') : error.statusDesc;
    return { code: error.reasonCode ?? error.statusCode, text };
  }
  const text = error instanceof NoAnswer ? 'the venue cannot be reached' : 'the venue cannot take it now';
  return { code: 'unavailable' satisfies Fault, text };
}

/** The same of a call that is sent in time or never. */
export function reasonInTime(error: unknown): Reason {
  if (!(error instanceof NeverSent)) return reasonOf(error);
  return { code: 'stale' satisfies Fault, text: 'the message could not be sent to the venue in time' };
}

/** A refusal, or a venue that cannot be reached; anything else is a fault of the gateway. */
export function isExpected(error: unknown): boolean {
  return [Refusal, ApiRefusal, NoAnswer, StreamRefusal].some((kind) => error instanceof kind);
}

/** By code of the reason; others are 0, a refusal by the exchange. */
const ORD_REJ_REASON: Readonly<Record<string, number>> = {
  ...{ 'unknown-security': 1, 'unknown-offering': 1, 'unknown-issuer': 1, 136: 1, 138: 1 },
  ...{ 'security-has-ended': 2, 'no-trading-window-is-left': 2, 162: 2 },
  ...{ 'order-quantity-above-limit': 3, 'order-value-above-limit': 3, 'open-value-above-limit': 3 },
  ...{ 'open-orders-above-limit': 3, 'order-rate-above-limit': 3, 'too-many-live-orders': 3 },
  ...{ 'too-many-contingent-orders': 3, 'too-many-orders-with-the-token': 3 },
  ...{ 'unknown-order': 5, 404: 5 },
  ...{ 'token-is-taken': 6, 'token-of-several-orders': 6, 'idempotency-key-reused': 6, duplicate: 6 },
  ...{ stale: 8, 'account-may-not-trade-the-security': 10, unsupported: 11, 'post-only-must-rest': 11 },
  ...{
    'quantity-not-above-filled': 13,
    'minimum-out-of-range': 13,
    'quantity-off-lot': 13,
    'quantity-below-minimum': 13,
    'quantity-above-maximum': 13,
    'unknown-account': 15,
    148: 15,
  },
  ...{ malformed: 99, unavailable: 99, 106: 99, 429: 99, 503: 99, 'price-required': 99 },
  ...{ 'price-outside-band': 99, 'price-off-tick': 99, 'price-outside-collar': 99 },
};

/** OrdRejReason (103). */
export function ordRejReason({ code }: Reason): number {
  return ORD_REJ_REASON[code] ?? 0;
}

const CXL_REJ_REASON: Readonly<Record<string, number>> = {
  ...{ 'order-is-terminal': 0, 'unknown-order': 1, 404: 1 },
  ...{ duplicate: 6, 'token-is-taken': 6, 'idempotency-key-reused': 6, 'token-of-several-orders': 99 },
  ...{ malformed: 99, unsupported: 99, stale: 99, unavailable: 99, 106: 99, 429: 99, 503: 99 },
};

/** CxlRejReason (102). */
export function cxlRejReason({ code }: Reason): number {
  return CXL_REJ_REASON[code] ?? 2;
}

/** There is no such order, as far as the caller may know. */
export function isUnknownOrder(reason: Reason): boolean {
  return cxlRejReason(reason) === UNKNOWN_ORDER;
}

const UNKNOWN_ORDER = 1;

/**
 * MassCancelRejectReason (532): not supported, unknown security. For other reasons FIX has 99, which is not one
 * character, as the type of the field asks: engines reject it, so it is not sent.
 */
export function massCancelRejectReason(reason: Reason): number | undefined {
  if (reason.code === 'unsupported') return 0;
  return ordRejReason(reason) === 1 ? 1 : undefined;
}

/** QuoteRequestRejectReason (658) by OrdRejReason: security, closed, limit, too late, not authorized. */
const QUOTE_REQUEST_REJECT_REASON: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 8: 4, 10: 6 };

/** QuoteRequestRejectReason (658); 99 for another reason. */
export function quoteRequestRejectReason(reason: Reason): number {
  return QUOTE_REQUEST_REJECT_REASON[ordRejReason(reason)] ?? 99;
}
