/** The filters that an index of the history may answer: those by one field alone. */
import type { SecurityId } from '../../../exchange/api/index.ts';
import type { ListQuery } from '../../shared/list/index.ts';

export interface OnlyFilter {
  readonly name: string;
  /** One at least; any of them. */
  readonly values: readonly string[];
}

/** The one field that the list is filtered by; undefined: by none, by several, or by a range. */
export function onlyFilter({ filter }: ListQuery): OnlyFilter | undefined {
  if (filter.size !== 1) return undefined;
  const [[name, { values, min, max }]] = [...filter] as [[string, { values: string[]; min?: string; max?: string }]];
  return values.length === 0 || min !== undefined || max !== undefined ? undefined : { name, values };
}

/** The id of the one security that the list is filtered by. */
export function onlySecurity({ name, values }: OnlyFilter): SecurityId | undefined {
  if ((name !== 'securityId' && name !== 'offeringId') || values.length > 1) return undefined;
  // As numberField reads it: what has too many digits is no security's.
  return Math.min(Number(values[0]), Number.MAX_SAFE_INTEGER) as SecurityId;
}
