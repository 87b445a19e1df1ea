/** The place where a reader lands. */
import type { MethodName } from './client/index.ts';
import type { Session } from './data/index.ts';
import type { Place } from './place.ts';

/** Where the work of each role begins: the first that the reader may do all of. */
const HOMES: readonly (readonly [place: string, needs: readonly MethodName[], who: 'client' | 'operator'])[] = [
  ['market', ['createOrder'], 'client'],
  ['offerings', ['createOffering'], 'client'],
  ['approvals', ['updateTrade'], 'client'],
  ['health', ['approveAction'], 'operator'],
  ['surveillance', ['updateAlert'], 'operator'],
  ['audit-log', ['getAuditLog'], 'operator'],
];

/** The place at the address without one. */
export function homeOf({ capabilities, may }: Session, places: readonly Place[]): Place | undefined {
  const own = capabilities.operator ? 'operator' : 'client';
  const names = HOMES.filter(([, needs, who]) => who === own && may(...needs)).map(([name]) => name);
  return places.find(({ name }) => name === names[0]) ?? places[0];
}
