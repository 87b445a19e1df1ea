/** What a change of name and symbol, and the end of a security, do to it (R10, R11). */
import type { NameChangeTerms, Refusal } from '../api/index.ts';
import { nextReference, rename, type SecurityRecord, type VenueRecords } from '../records/index.ts';

type Records = Pick<VenueRecords, 'counters' | 'securities'>;

export function refusalOfName(
  { symbol }: NameChangeTerms,
  security: SecurityRecord,
  { securities }: Records,
): Refusal | undefined {
  const holder = symbol === null ? undefined : securities.withSymbol(symbol);
  return holder === undefined || holder === security ? undefined : 'symbol is taken';
}

/** Its other reference data stay. */
export function changeName({ symbol, name }: NameChangeTerms, security: SecurityRecord, records: Records): void {
  if (name !== null) rename(security, name);
  if (symbol === null) return;
  const { reference } = security;
  const next = nextReference(reference, { ...reference?.reference, symbol }, records.counters.time);
  records.securities.refer(security, next);
}

export function endSecurity(security: SecurityRecord): void {
  security.status = 'ended';
  security.isOver = true;
}
