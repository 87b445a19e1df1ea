/** The records that a webhook is about: of several about one record, the next is sent once the one before has ended. */
import type { MatchId } from '../../exchange/api/index.ts';

/** An order by its number, anything else by its kind and id. */
export type RecordKey = number | string;

const MATCH = 'match ';

/** Fields that hold the id of a record, with the kind where the id does not show it. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...['accountId', 'partyId', 'entityID', 'investorId', 'firstEntry', 'relatedEntry'].map(
    (name) => [name, ''] as const,
  ),
  ['tradeId', 'trade '],
  ['OrderId', 'trade '],
  ['quoteId', 'quote '],
  ['tradeID', MATCH],
]);

/** Records that many others share count only in webhooks that name no other: trades need not wait for each other. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['offeringId', 'offering '],
  ['issuerId', 'issuer '],
]);

export function matchKey(matchId: MatchId): RecordKey {
  return `${MATCH}${matchId}`;
}

/** The records of a webhook with these fields, each once. */
export function recordsOf(fields: Readonly<Record<string, unknown>>): readonly RecordKey[] {
  const own = namedIn(fields, KINDS);
  return own.length > 0 ? own : namedIn(fields, SHARED);
}

function namedIn(fields: Readonly<Record<string, unknown>>, kinds: ReadonlyMap<string, string>): readonly RecordKey[] {
  const keys = Object.entries(fields).flatMap(([name, value]) => {
    const kind = kinds.get(name);
    return kind === undefined || value === null || value === undefined ? [] : [`${kind}${value}`];
  });
  return [...new Set(keys)];
}
