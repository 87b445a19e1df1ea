/** Accounts, people, companies and offerings, as several places have them. */
import { type Desk, type Fields, nameIn } from '../data/index.ts';
import { type Find, findIn, type Node } from '../parts/index.ts';
import type { Column } from '../table/index.ts';
import { named } from './named-columns.tsx';

const FOUND_IN = 500;

/** Among the newest; the id of an older one is taken as it is written. */
function newestOf(read: () => Promise<readonly { readonly id: string; readonly name: string }[]>): Find {
  let all: ReturnType<typeof read> | undefined;
  return async (text) => {
    all ??= read();
    const found = await all;
    return findIn(() => found)(text);
  };
}

export function findAccount({ session }: Desk): Find {
  return newestOf(async () => {
    const { accounts } = await session.api.call('listAccounts', { limit: FOUND_IN });
    return (accounts as Fields[]).map(({ accountId, accountName }) => ({
      ...{ id: String(accountId), name: String(accountName ?? accountId) },
    }));
  });
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
export function findPerson({ session }: Desk): Find {
  return newestOf(async () => {
    const [people, companies] = await Promise.all([
      session.api.call('listParties', { limit: FOUND_IN }),
      session.api.call('listEntities', { limit: FOUND_IN }),
    ]);
    return [...(people.parties as Fields[]), ...(companies.entities as Fields[])].map((one) => ({
      ...{ id: String(one.partyId), name: personName(one) },
    }));
  });
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
