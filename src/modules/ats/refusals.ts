/** What the venue answers when it cannot do what was asked. */
import type { Refusal, SecurityView } from '../../exchange/interface.ts';
import { ApiError } from '../../http/status-codes.ts';
import { malformedCall } from '../../http/validation.ts';
import type { AtsServices, Reference } from './services.ts';

/** 106, naming the field in the form that the missing and malformed parameters have. */
export function malformed(field: string, reason: string): ApiError {
  return malformedCall('method', field, reason);
}

export function missing(field: string): ApiError {
  return malformed(field, 'Missing');
}

/** Unknown orders and orders of other clients are answered alike. */
export function orderNotFound(): ApiError {
  return new ApiError(404, 'the order was not found');
}

export function notOwner(): ApiError {
  return new ApiError(162, 'the offering does not belong to the client');
}

/** The answer to a command that the exchange refused. */
export function refusalError(refusal: Refusal): ApiError {
  switch (refusal) {
    case 'unknown order':
      return orderNotFound();
    case 'order is terminal':
      return new ApiError(190, 'the order is no longer live');
    case 'order is not pending':
      return new ApiError(190, 'the order does not await approval');
    case 'issuer does not own the security':
      return new ApiError(162, 'the security does not belong to the issuer');
    case 'unknown security':
      return new ApiError(138, 'there is no such security');
    case 'security has ended':
      return new ApiError(162, 'the offering is not open for trading');
    case 'quantity not above filled':
      return malformed('quantity', 'must exceed what is already filled');
    case 'minimum out of range':
      return malformed('minimumThreshold', 'must be from 1 to the quantity');
    case 'price required':
      return malformed('price', 'must be above 0 for a Limit order');
    case 'calendar is full':
      return new ApiError(190, "the calendar holds no more of the operator's dates");
    case 'idempotency key reused':
      return new ApiError(409);
  }
}

/** The security, or 138. */
export function knownSecurity(services: AtsServices, securityId: number): SecurityView {
  const security = services.exchange.security(securityId);
  if (security === undefined) throw refusalError('unknown security');
  return security;
}

/**
 * Why an issuer and a security that were named together do not fit: 136 for an unknown issuer, 138 for an unknown
 * offering, else 162. The database is asked only here, when the call fails anyway.
 */
export async function issuerOrSecurityError(
  reference: Reference,
  issuerId: number,
  securityId: number,
): Promise<ApiError> {
  if (!(await reference.issuerExists(issuerId))) return new ApiError(136, 'there is no such issuer');
  if (!(await reference.offeringExists(securityId))) return new ApiError(138, 'there is no such offering');
  return new ApiError(162, 'the offering is not one of the issuer, or not on the venue');
}
