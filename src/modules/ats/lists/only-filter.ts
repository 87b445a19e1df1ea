/** The filters that an index of the history may answer: those by one field alone. */
import { NO_SECURITY, type Orders, type SecurityId } from '../../../exchange/api/index.ts';
import { Malformed } from '../../../http/parameters/index.ts';
import type { FieldFilter, ListQuery } from '../../shared/list/index.ts';
import { type ListField, numberField } from '../../shared/record/index.ts';
import { orderParameters } from '../orders/index.ts';

/** Which security has a symbol now. */
export type Symbols = Pick<Orders, 'securityNamed'>;

/** The security that has the symbol now (V67); an unknown symbol matches no record. */
export function symbolFilter(symbols: Symbols): ListField<'security_id'> {
  return {
    ...numberField('security_id', { sort: false }),
    form: 'symbol',
    read: (text) => {
      const symbol = orderParameters.symbol.read(text);
      return symbol instanceof Malformed ? symbol : { from: securityWith(symbols, symbol) };
    },
  };
}

function securityWith(symbols: Symbols, symbol: string): SecurityId {
  return symbols.securityNamed(symbol) ?? NO_SECURITY;
}

export interface OnlyFilter {
  readonly name: string;
  /** One at least; any of them. */
  readonly values: readonly string[];
}

/** The one field that the list is filtered by; undefined: by none, by several, or by a range. */
export function onlyFilter({ filter }: ListQuery): OnlyFilter | undefined {
  if (filter.size !== 1) return undefined;
  const [[name, { values, ...parts }]] = [...filter] as [[string, FieldFilter]];
  return values.length === 0 || Object.keys(parts).length > 0 ? undefined : { name, values };
}

/** The id of the one security that the list is filtered by. */
export function onlySecurity({ name, values }: OnlyFilter, symbols: Symbols): SecurityId | undefined {
  if (name === 'symbol' && values.length === 1) return securityWith(symbols, values[0]!.toUpperCase());
  if ((name !== 'securityId' && name !== 'offeringId') || values.length > 1) return undefined;
  // As numberField reads it: a number with too many digits is no security's.
  return Math.min(Number(values[0]), Number.MAX_SAFE_INTEGER) as SecurityId;
}
