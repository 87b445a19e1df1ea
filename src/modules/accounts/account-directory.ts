import { LRUCache } from 'lru-cache';
import { compiledOnce } from '../../database/queries/index.ts';
import type { AccountRow, Db } from '../../database/schema/index.ts';
import { isOf, ownedBy } from '../shared/record/index.ts';
import { isAccountId } from './account-fields.ts';

/** The default number of cached pages: 2,000,000 accounts. A full page takes about 1 kB. */
const PAGES_MAX = 20_000;
/** The accounts of a page share their ids up to the last two digits. */
const PAGE_DIGITS = 2;
const PAGE_SIZE = 10 ** PAGE_DIGITS;
/** For LRUCache.get, which would otherwise create an object for each call. */
const NO_OPTIONS = {};

/** The owning client of each account of a page that was found, by the last digits of the id. */
type Page = (string | undefined)[];

/**
 * Whether an account may place orders, for callers who ask with every order. Accounts that were found are cached, in
 * pages of neighbouring ids (the least recently used are dropped first). The first account of a page reads the whole
 * page, so that a venue with a million accounts queries the database once for a hundred of them. A missing or archived
 * account is never cached, because that may change at any time.
 */
export class AccountDirectory {
  readonly #db: Db;
  readonly #pages: LRUCache<string, Page>;
  /** Where entries have an age, a page would be read as often as an account: each miss then reads its account alone. */
  readonly #readsPages: boolean;
  /** Each client id once, in place of a text for each account. */
  readonly #clients = new Map<string, string>();
  /**
   * How often forget was called: a query that began before a deletion or archiving must not cache its result.
   */
  #forgotten = 0;

  /** @param ageMsMax how long an entry is valid at most, because other processes change accounts; 0: for ever */
  constructor(db: Db, { pagesMax = PAGES_MAX, ageMsMax = 0 } = {}) {
    this.#db = db;
    this.#readsPages = ageMsMax === 0;
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    this.#pages = new LRUCache({ maxSize: pagesMax, sizeCalculation: () => 1, ttl: ageMsMax });
  }

  /** Whether the client has this account, neither deleted nor archived; a plain boolean when it is cached. */
  isActive(clientId: string, accountId: string): boolean | Promise<boolean> {
    if (!isAccountId(accountId)) return false;
    const page = this.#pages.get(pageOf(accountId), NO_OPTIONS);
    return page?.[slotOf(accountId)] === clientId || this.#readOwner(clientId, accountId, page === undefined);
  }

  /** Names of accounts by their ids. The caller has checked that the accounts are its client's. */
  async names(accountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#rowsOf(accountIds);
    return new Map(rows.flatMap(({ account_id, account_name }) => (account_name ? [[account_id, account_name]] : [])));
  }

  /** Checks of accounts by their ids, whichever client they belong to: no personal data. */
  async checks(accountIds: readonly (string | null)[]) {
    const rows = await this.#rowsOf(accountIds);
    return new Map(
      rows.map(({ account_id, kyc_status, aml_status, accredited_status }) => [
        account_id,
        { kycStatus: kyc_status ?? '', amlStatus: aml_status ?? '', accreditedStatus: accredited_status ?? '' },
      ]),
    );
  }

  async #rowsOf(accountIds: readonly (string | null)[]) {
    const ids = [...new Set(accountIds.filter((id) => id !== null))];
    if (ids.length === 0) return [];
    return this.#db
      .selectFrom('accounts')
      .select(['account_id', 'account_name', 'kyc_status', 'aml_status', 'accredited_status'])
      .where('account_id', 'in', ids)
      .execute();
  }

  /** To be called once a deletion, or a change of the archive switch, is durable. */
  forget(accountId: string): void {
    this.#forgotten += 1;
    const page = this.#pages.get(pageOf(accountId), NO_OPTIONS);
    if (page !== undefined) page[slotOf(accountId)] = undefined;
  }

  async #readOwner(clientId: string, accountId: string, isNewPage: boolean): Promise<boolean> {
    const forgottenBefore = this.#forgotten;
    const found = await (isNewPage && this.#readsPages ? this.#readPage(accountId) : this.#readOne(accountId));
    if (found.length > 0 && this.#forgotten === forgottenBefore) this.#keep(pageOf(accountId), found);
    return found.some((row) => row.account_id === accountId && isOf(clientId, row));
  }

  #keep(key: string, found: readonly FoundAccount[]): void {
    let page = this.#pages.get(key, NO_OPTIONS);
    if (page === undefined) {
      page = new Array<string | undefined>(PAGE_SIZE).fill(undefined);
      this.#pages.set(key, page);
    }
    for (const { account_id, client_id } of found) {
      const client = this.#clients.get(client_id) ?? client_id;
      this.#clients.set(client, client);
      page[slotOf(account_id)] = client;
    }
  }

  async #readOne(accountId: string): Promise<readonly FoundAccount[]> {
    const query = () => this.#active().where('account_id', '=', accountId);
    return (await this.#db.executeQuery(compiledOnce(this.#db, 'active account', [0, accountId], query))).rows;
  }

  async #readPage(accountId: string): Promise<readonly FoundAccount[]> {
    const page = pageOf(accountId);
    const [first, last] = [page.padEnd(accountId.length, '0'), page.padEnd(accountId.length, '9')];
    const query = () => this.#active().where('account_id', '>=', first).where('account_id', '<=', last);
    const { rows } = await this.#db.executeQuery(compiledOnce(this.#db, 'active accounts', [0, first, last], query));
    return rows.filter(({ account_id }) => account_id.length === accountId.length);
  }

  #active() {
    return this.#db
      .selectFrom('accounts')
      .select(['account_id', 'client_id'])
      .where('deleted_at', 'is', null)
      .where('archived', '=', 0);
  }
}

type FoundAccount = Pick<AccountRow, 'account_id' | 'client_id'>;

/** Ids of different lengths are on different pages, because the page's text has the length of its ids. */
function pageOf(accountId: string): string {
  return accountId.slice(0, -PAGE_DIGITS);
}

function slotOf(accountId: string): number {
  return Number(accountId.slice(-PAGE_DIGITS));
}

/** Whether the client has this account, also an archived or deleted one, whose orders may still be live (V5). */
export async function hasAccount(db: Db, clientId: string, accountId: string): Promise<boolean> {
  if (!isAccountId(accountId)) return false;
  const found = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
  return found !== undefined;
}
