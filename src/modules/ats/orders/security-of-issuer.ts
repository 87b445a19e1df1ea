import type { SecurityId } from '../../../exchange/api/index.ts';
import { type AtsDeps, type Reference, refusalError } from '../shared/index.ts';

/**
 * Throws ApiError unless the security is one of the issuer: 136 for an issuer that is unknown or deleted, 138, 162. A
 * promise only where the database must be asked: not on the way of an order that is taken.
 * @param sentIssuerId undefined: the security was named by its symbol, and may be of any issuer
 */
export function requireSecurityOfIssuer(
  { exchange, reference }: AtsDeps,
  sentIssuerId: number | undefined,
  securityId: SecurityId,
): Promise<void> | undefined {
  const security = exchange.listing(securityId);
  const issuerId = sentIssuerId ?? security?.issuerId;
  if (issuerId === undefined) throw refusalError('unknown security');
  if (security?.issuerId !== issuerId) return refuseMisfit(reference, issuerId, securityId);
  // The securities of an issuer end with it.
  return security.status === 'ended' ? requireIssuer(reference, issuerId) : undefined;
}

async function requireIssuer(reference: Reference, issuerId: number): Promise<void> {
  if (!(await reference.issuerExists(issuerId))) throw refusalError('unknown issuer');
}

async function refuseMisfit(reference: Reference, issuerId: number, securityId: SecurityId): Promise<never> {
  await requireIssuer(reference, issuerId);
  if (!(await reference.offeringExists(securityId))) throw refusalError('unknown offering');
  throw refusalError('offering of another issuer');
}
