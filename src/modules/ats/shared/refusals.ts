/** What the venue answers when it cannot do what was asked. */
import {
  type Markets,
  REASONS,
  type Refusal,
  type Refused,
  reasonCodeOf,
  type SecurityId,
  type SecurityView,
  textOf,
} from '../../../exchange/api/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError, type StatusCode } from '../../../http/methods/index.ts';
import { saidOf } from './limit-refusals.ts';

/** 106, naming the field in the form that the missing and malformed parameters have. */
export function malformed(field: string, reason: string): ApiError {
  return malformedCall('method', field, reason);
}

export function missing(field: string): ApiError {
  return malformed(field, 'Missing');
}

/** Unknown orders and orders of other clients are answered alike. */
export function orderNotFound(): ApiError {
  return refusalError('unknown order');
}

export function notOwner(): ApiError {
  return refusalError('offering of another client');
}

/** The answer to what is refused for a reason of the list, which its code names (G2). */
export function refusalError(refusal: Refusal, says = textOf(refusal) ?? undefined): ApiError {
  const reason: Readonly<{ status: StatusCode; field?: string }> = REASONS[refusal];
  const fields = { reasonCode: reasonCodeOf(refusal) };
  // Resource-style codes say in statusDesc what is wrong (C2).
  if (reason.status > 1000) return new ApiError(reason.status, undefined, { statusDesc: says ?? null, fields });
  const detail = reason.field === undefined ? says : malformed(reason.field, says ?? '').detail;
  const headers = reason.status === 429 ? { 'retry-after': '1' } : {};
  return new ApiError(reason.status, detail, { fields, headers });
}

/** Whether it is the answer to what is refused for this reason. */
export function isRefusedFor(error: unknown, refusal: Refusal): boolean {
  return error instanceof ApiError && error.options.fields?.reasonCode === reasonCodeOf(refusal);
}

/** The same with what the exchange said of it. */
export function errorOf(outcome: Refused): ApiError {
  const { holder, loosened, ofOther, refusal } = outcome;
  if (ofOther) return refusalError('other side may not trade');
  if (holder !== undefined) return refusalError(refusal, `order ${holder} has the token`);
  if (loosened !== undefined) return refusalError(refusal, `field "${loosened}" would be looser than it is`);
  const said = saidOf(outcome);
  if (said === undefined) return refusalError(refusal);
  const { statusCode, detail, options } = refusalError(refusal, said.detail);
  return new ApiError(statusCode, detail, { ...options, fields: { ...options.fields, ...said.fields } });
}

/** The security, or 138. */
export function knownSecurity(deps: { readonly exchange: Markets }, securityId: SecurityId): SecurityView {
  const security = deps.exchange.security(securityId);
  if (security === undefined) throw refusalError('unknown security');
  return security;
}
