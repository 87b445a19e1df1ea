/** Accounts, people, companies and offerings, as several places have them. */
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, failureOf, nameIn } from '../data/index.ts';
import { type Find, findIn, type Node } from '../parts/index.ts';
import type { Column } from '../table/index.ts';
import { named } from './named-columns.tsx';

/** Of each way in which a text may name one. */
const FOUND_MAX = 12;

const has = (part: string) => ({ has: part });

/** What an account is found by: a part of its name, or its id; the newest where nothing is asked. */
const accountFilters = (text: string): readonly Fields[] =>
  text === '' ? [{}] : [{ accountName: has(text) }, { accountId: text }];

/** Of people: a name of two words is a first and a last name. */
export function personFilters(text: string): readonly Fields[] {
  const [first = '', ...rest] = text.split(/\s+/);
  const last = rest.at(-1);
  if (last !== undefined) return [{ firstName: has(first), lastName: has(last) }];
  return text === '' ? [{}] : [{ firstName: has(first) }, { lastName: has(first) }, { partyId: text }];
}

export const companyFilters = (text: string): readonly Fields[] =>
  text === '' ? [{}] : [{ entityName: has(text) }, { partyId: text }];

/** The records that any of the filters finds, each once. A filter that the key may not use finds none. */
export async function foundBy(
  { session }: Desk,
  { method, key, id }: { readonly method: MethodName; readonly key: string; readonly id: string },
  filters: readonly Fields[],
): Promise<readonly Fields[]> {
  const reads = filters.map(async (filter) => {
    const answer = await session.api.call(method, { limit: FOUND_MAX, filter: JSON.stringify(filter) });
    return answer[key] as readonly Fields[];
  });
  const settled = await Promise.allSettled(reads);
  const lost = settled.find((one) => one.status === 'rejected' && failureOf(one.reason) !== 'refused');
  if (lost !== undefined) throw (lost as PromiseRejectedResult).reason;
  const all = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return [...new Map(all.map((one) => [one[id], one])).values()];
}

/** Among all accounts of the reader. */
export function findAccount(desk: Desk): Find {
  const list = { method: 'listAccounts', key: 'accounts', id: 'accountId' } as const;
  return async (text) => {
    const accounts = await foundBy(desk, list, accountFilters(text.trim()));
    return accounts.map(({ accountId, accountName }) => ({
      ...{ id: String(accountId), name: String(accountName ?? accountId) },
    }));
  };
}

/** Whose account a record is of. */
export function accountColumn<T extends { readonly accountId: string | null }>(
  desk: Desk,
  more: Partial<Column<T>> = {},
): Column<T> {
  return named<T>(desk, {
    ...{ id: 'account', title: 'Account', width: 82, kind: 'record', find: findAccount(desk), isWideOnly: true },
    value: ({ accountId }) => accountId,
    ...more,
  });
}

/** People and companies. */
export function findPerson(desk: Desk): Find {
  return async (text) => {
    const part = text.trim();
    const [people, companies] = await Promise.all([
      foundBy(desk, { method: 'listParties', key: 'parties', id: 'partyId' }, personFilters(part)),
      foundBy(desk, { method: 'listEntities', key: 'entities', id: 'partyId' }, companyFilters(part)),
    ]);
    return [...people, ...companies].map((one) => ({ id: String(one.partyId), name: personName(one) }));
  };
}

export function findOffering({ session }: Desk): Find {
  let all: Promise<Fields> | undefined;
  return async (text) => {
    all ??= session.api.call('getAllOffers');
    const { offeringDetails } = await all;
    const options = (offeringDetails as Fields[]).map(({ offeringId, issueName }) => ({
      ...{ id: String(offeringId), name: String(issueName) },
    }));
    return findIn(() => options)(text);
  };
}

/** The key may lack the level of the name: then it is the id. */
export function personName(record: Fields): string {
  return nameIn(record) || String(record.partyId);
}

const GOOD = [
  'auto approved',
  'manually approved',
  'approved',
  'verified accredited',
  'self accredited',
  'signed',
  'open',
  'completed',
];
const BAD = ['disapproved', 'not approved', 'not accredited', 'declined', 'rejected', 'closed', 'failed', 'terminated'];

/** A status of a check in words, with the sign of what it means; empty: not checked. */
export function CheckState({ status, none = 'Not checked' }: { readonly status: unknown; none?: string }): Node {
  const text = String(status ?? '');
  if (text === '') return <span class="check-state">○ {none}</span>;
  const folded = text.toLowerCase();
  const [sign, kind] = GOOD.includes(folded) ? ['✓', 'good'] : BAD.includes(folded) ? ['✕', 'bad'] : ['◌', 'open'];
  return (
    <span class={`check-state ${kind}`}>
      {sign} {text}
    </span>
  );
}
