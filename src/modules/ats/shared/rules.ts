import { ApiError } from '../../../http/methods/index.ts';
import type { Venue } from '../../shared/deps.ts';

/** Throws ApiError 503 while the journal goes on by rules of before `since`: a node would not know `what` (J14). */
export function requireRules({ rules }: Pick<Venue, 'rules'>, since: number, what: string): void {
  if (rules < since) throw new ApiError(503, `a node of the venue does not know ${what} yet`);
}
