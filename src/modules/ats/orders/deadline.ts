/** The deadline of a call that makes or changes an order (V71). */
import { DEADLINES_SINCE } from '../../../exchange/api/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { instant } from '../../shared/values/index.ts';
import type { AtsDeps } from '../shared/index.ts';

export const deadline = optional(
  instant('An extension (V71): the call changes nothing unless the venue applies it by then.'),
);

/** As a part of a command. Throws ApiError 503 where a node would not judge it. */
export function deadlineOf(
  { rules }: Pick<AtsDeps['exchange'], 'rules'>,
  values: { readonly deadline?: number | undefined },
): { readonly deadline?: number } {
  if (values.deadline === undefined) return {};
  requireRules({ rules }, 'deadline');
  return { deadline: values.deadline };
}

/** Throws ApiError 503 while a node of the venue does not know the field. */
export function requireRules({ rules }: Pick<AtsDeps['exchange'], 'rules'>, field: string): void {
  if (rules < DEADLINES_SINCE) throw new ApiError(503, `a node of the venue does not know ${field} yet`);
}
