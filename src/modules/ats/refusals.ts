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
    case 'order has other terms':
      return new ApiError(190, 'the order has other terms by now');
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
    case 'too many live orders':
      return new ApiError(190, 'the client has as many live orders as it may have');
    case 'too many contingent orders':
      return new ApiError(190, 'the client has as many live orders with a contingency in the security as it may have');
    case 'too many orders with the token':
      return new ApiError(190, 'as many live orders of the client share the token as may');
    case 'order takes no quotes':
      return new ApiError(190, 'the order is not a live RFQ order');
    case 'market is not open':
      return malformed('quoteId', 'cannot be accepted while the market is not open');
    case 'security wants approval':
      return new ApiError(190, 'every order of the security awaits approval: quotes cannot be accepted');
    case 'contingency not met':
      return new ApiError(190, 'the contingency of the order is not met');
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
 * Throws ApiError unless the security is one of the issuer: 136 for an issuer that is unknown or deleted, 138, 162. A
 * promise only where the database must be asked: not on the way of an order that is taken.
 */
export function requireSecurityOfIssuer(
  { exchange, reference }: AtsServices,
  issuerId: number,
  securityId: number,
): Promise<void> | undefined {
  const security = exchange.security(securityId);
  if (security?.issuerId !== issuerId) return refuseMisfit(reference, issuerId, securityId);
  // The securities of an issuer end with it.
  return security.status === 'ended' ? requireIssuer(reference, issuerId) : undefined;
}

async function requireIssuer(reference: Reference, issuerId: number): Promise<void> {
  if (!(await reference.issuerExists(issuerId))) throw new ApiError(136, 'there is no such issuer');
}

async function refuseMisfit(reference: Reference, issuerId: number, securityId: number): Promise<never> {
  await requireIssuer(reference, issuerId);
  if (!(await reference.offeringExists(securityId))) throw new ApiError(138, 'there is no such offering');
  throw new ApiError(162, 'the offering is not one of the issuer, or not on the venue');
}
