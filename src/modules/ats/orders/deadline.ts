/** The deadline of a call that makes or changes an order (V71). */
import { DEADLINES_SINCE } from '../../../exchange/api/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { instant } from '../../shared/values/index.ts';
import { type AtsDeps, requireRules } from '../shared/index.ts';

export const deadline = optional(
  instant('An extension (V71): the call changes nothing unless the venue applies it by then.'),
);

/** As a part of a command. Throws ApiError 503 where a node would not judge it. */
export function deadlineOf(
  { rules }: Pick<AtsDeps['exchange'], 'rules'>,
  values: { readonly deadline?: number | undefined },
): { readonly deadline?: number } {
  if (values.deadline === undefined) return {};
  requireRules({ rules }, DEADLINES_SINCE, 'deadline');
  return { deadline: values.deadline };
}
