/** A security that a call names by its id, or by its symbol (V67). */
import { NO_SECURITY, type Orders, type SecurityId } from '../../../exchange/api/index.ts';
import { numericId, optional, requiredWhen } from '../../../http/parameters/index.ts';
import { malformed } from '../shared/index.ts';
import * as kinds from './order-parameters.ts';

/** For methods that take `symbol` in place of the id. */
export const unlessSymbol = (sent: (name: string) => unknown) => sent('symbol') === undefined;

export function namedSecurity<const Name extends string>(name: Name) {
  const id = requiredWhen(numericId<SecurityId>({ description: 'The offering id; or symbol.' }), unlessSymbol);
  return { [name]: id, symbol: optional(kinds.symbol) } as { readonly [N in Name]: typeof id } & {
    readonly symbol: ReturnType<typeof optional<string>>;
  };
}

/** Which security; 0, which none has, for an unknown symbol. Throws ApiError 106 unless one of the two is sent. */
export function securityNamed(
  exchange: Pick<Orders, 'securityNamed'>,
  securityId: SecurityId | undefined,
  symbol: string | undefined,
): SecurityId {
  if (symbol === undefined) return securityId as SecurityId;
  if (securityId !== undefined) throw malformed('symbol', 'is sent in place of the id of the security');
  return exchange.securityNamed(symbol) ?? NO_SECURITY;
}
