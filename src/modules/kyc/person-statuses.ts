/** The statuses that a check or a review gives to a party or entity and to its accounts (C62). */
import { easternDate } from '../../calendar/eastern-time.ts';
import { rowsHeld } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import { type AccountChange, changeAccount } from '../accounts/index.ts';
import { type Person, type ReviewStatuses, setReviewStatuses } from '../parties/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { americanDate } from '../shared/values/index.ts';
import { AUTO_APPROVED, DISAPPROVED, type KycDeps, MANUALLY_APPROVED, PENDING } from './kyc-deps.ts';

/** The most accounts that one check updates: those of the newest links. */
const ACCOUNTS_MAX = 500;

interface PersonOf {
  readonly clientId: string;
  readonly partyId: string;
}

type StatusDeps = Pick<KycDeps, 'db' | 'secrets' | 'outbox'>;

/** The date in US Eastern time, MM-DD-YYYY. */
export function today(nowUs: number): string {
  return americanDate(easternDate(nowUs));
}

/**
 * Sets the statuses of the client's party or entity, and those of the accounts that it is linked to, in a transaction.
 * Undefined when the client has no such party or entity.
 */
export async function setPersonStatuses(
  deps: StatusDeps,
  of: PersonOf,
  statuses: ReviewStatuses,
  at: { readonly nowUs: number; readonly ip: string },
): Promise<Person | undefined> {
  const { db, outbox } = deps;
  const person = await setReviewStatuses(db, of, statuses, at.nowUs);
  if (person === undefined) return undefined;
  for (const account of await accountsOf(db, of)) {
    const change = changeOf(statuses, account, today(at.nowUs));
    const changed = await changeAccount(deps, { clientId: of.clientId, accountId: account.account_id }, change, at);
    for (const webhook of changed?.webhooks ?? []) await outbox.add(db, webhook);
  }
  return person;
}

/** Accounts take over only the status that was set. */
function changeOf(set: ReviewStatuses, account: LinkedAccount, date: string): AccountChange {
  const follow = (column: 'kyc_status' | 'aml_status') =>
    set[column] &&
    statusOf(
      set[column],
      account[column],
      account.parties.map((party) => party[column] ?? ''),
    );
  const [kyc_status, aml_status] = [follow('kyc_status'), follow('aml_status')];
  return {
    ...(kyc_status ? { kyc_status, kyc_date: date } : {}),
    ...(aml_status ? { aml_status, aml_date: date } : {}),
  };
}

/**
 * The status of an account whose parties have these statuses, one of which is new. Undefined: it does not change. A
 * check that passes does not replace an approval that the client set.
 */
function statusOf(found: string, account: string, parties: readonly string[]): string | undefined {
  if (parties.some((status) => is(DISAPPROVED, status))) return DISAPPROVED;
  if (parties.every(isApproved)) {
    return parties.some((status) => is(MANUALLY_APPROVED, status)) ? MANUALLY_APPROVED : AUTO_APPROVED;
  }
  return isApproved(found) && isApproved(account) ? undefined : PENDING;
}

function isApproved(status: string): boolean {
  return is(AUTO_APPROVED, status) || is(MANUALLY_APPROVED, status);
}

/** Clients store statuses in any case of the letters (C15). */
function is(known: string, status: string): boolean {
  return known.toLowerCase() === status.toLowerCase();
}

interface Statuses {
  readonly kyc_status: string | null;
  readonly aml_status: string | null;
}

interface LinkedAccount {
  readonly account_id: string;
  readonly kyc_status: string;
  readonly aml_status: string;
  /** The different statuses of all parties and entities that it is linked to. */
  readonly parties: readonly Statuses[];
}

/** The accounts that the party or entity is linked to, locked. */
async function accountsOf(db: Db, { clientId, partyId }: PersonOf): Promise<LinkedAccount[]> {
  const links = await db
    .selectFrom('links')
    .select('first_entry')
    .where(ownedBy(clientId))
    .where('related_entry', '=', partyId)
    .where('deleted_at', 'is', null)
    .orderBy('link_id', 'desc')
    .limit(ACCOUNTS_MAX)
    .execute();
  const ids = [...new Set(links.map(({ first_entry }) => first_entry))];
  if (ids.length === 0) return [];
  // Locked before the parties are read: of two concurrent checks, the later one sees the earlier one's result.
  const accounts = db
    .selectFrom('accounts')
    .select(['account_id', 'kyc_status', 'aml_status'])
    .where('account_id', 'in', ids)
    .orderBy('account_id');
  const held = await rowsHeld(db, accounts).execute();
  const parties = [...(await statusesOf(db, ids, 'parties')), ...(await statusesOf(db, ids, 'entities'))];
  const byAccount = Map.groupBy(parties, ({ first_entry }) => first_entry);
  return held.map((account) => ({ ...account, parties: byAccount.get(account.account_id) ?? [] }));
}

function statusesOf(
  db: Db,
  accountIds: readonly string[],
  table: 'parties' | 'entities',
): Promise<(Statuses & { readonly first_entry: string })[]> {
  // The query builder treats both tables alike.
  const person = `${table} as person` as 'parties as person';
  return db
    .selectFrom('links')
    .innerJoin(person, 'person.party_id', 'links.related_entry')
    .select(['links.first_entry', 'person.kyc_status', 'person.aml_status'])
    .distinct()
    .where('links.first_entry', 'in', accountIds)
    .where('links.deleted_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .execute();
}
