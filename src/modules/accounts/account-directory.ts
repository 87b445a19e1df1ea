import { LRUCache } from 'lru-cache';
import { compiledOnce } from '../../database/queries/index.ts';
import type { AccountRow, Db } from '../../database/schema/index.ts';
import { isOf, ownedBy } from '../shared/record/index.ts';
import { isAccountId } from './account-fields.ts';
import { AccountWatch, type AccountWatchDeps } from './account-watch.ts';

/** The default number of cached pages: 2,000,000 accounts. A full page takes about 1 kB. */
const PAGES_MAX = 20_000;
/** The accounts of a page share their ids up to the last two digits. */
const PAGE_DIGITS = 2;
const PAGE_SIZE = 10 ** PAGE_DIGITS;
/** After every id of an account. */
const LAST_ID = 'B';
/** For LRUCache.get, which would otherwise create an object for each call. */
const NO_OPTIONS = {};

/** Read at once at the start: a few milliseconds of a turn. */
const PIECE = 1000;

/** The owning client of each account of a page that was found, by the last digits of the id. */
type Page = (string | undefined)[];

interface AccountDirectoryOptions {
  readonly pagesMax?: number;
  /** Absent where nothing else changes accounts, and in tests. */
  readonly watch?: Omit<AccountWatchDeps, 'db' | 'changed'>;
}

/**
 * Whether an account may place orders, for callers who ask with every order. Active accounts are cached, in pages of
 * neighbouring ids (the least recently used are dropped first): `fillNext` reads all of them after the start, and an
 * order of an account on a page that is not there reads that page. What another process changes is learned from the
 * database (J13). A missing or archived account is never cached, because that may change at any time.
 */
export class AccountDirectory {
  readonly #db: Db;
  readonly #pages: LRUCache<string, Page>;
  readonly #pagesMax: number;
  readonly #watch: AccountWatch | undefined;
  /** Each client id once, in place of a text for each account. */
  readonly #clients = new Map<string, string>();
  /**
   * How often accounts were forgotten: a query that began before a deletion or archiving must not cache its result.
   */
  #forgotten = 0;
  /** Accounts with this id and later ones have been read since the start; null: all of them, or as many as are kept. */
  #filledFrom: string | null = LAST_ID;

  constructor(db: Db, { pagesMax = PAGES_MAX, watch }: AccountDirectoryOptions = {}) {
    this.#db = db;
    this.#pagesMax = pagesMax;
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    this.#pages = new LRUCache({ maxSize: pagesMax, sizeCalculation: () => 1 });
    if (watch !== undefined) this.#watch = new AccountWatch({ ...watch, db, changed: (ids) => this.#changed(ids) });
  }

  /** Stops to ask the database for changes. */
  end(): void {
    this.#watch?.end();
  }

  /** Whether the client has this account, neither deleted nor archived; a plain boolean when it is cached. */
  isActive(clientId: string, accountId: string): boolean | Promise<boolean> {
    if (!isAccountId(accountId)) return false;
    if (this.#watch?.isCurrent === false) return this.#readCurrent(clientId, accountId);
    return this.#isActive(clientId, accountId);
  }

  #isActive(clientId: string, accountId: string): boolean | Promise<boolean> {
    const page = this.#pages.get(pageOf(accountId), NO_OPTIONS);
    return page?.[slotOf(accountId)] === clientId || this.#readOwner(clientId, accountId, page === undefined);
  }

  /** After the changes of other processes, which all callers of this moment wait for together. */
  async #readCurrent(clientId: string, accountId: string): Promise<boolean> {
    await this.#watch?.read();
    if (this.#watch?.isCurrent) return this.#isActive(clientId, accountId);
    // The changes took too long to be current; the account itself is.
    return (await this.#readOne(accountId)).some((row) => isOf(clientId, row));
  }

  /**
   * Reads the next active accounts, the newest first, until all are cached or the cache is full. Answers whether there
   * may be more to read.
   */
  async fillNext(): Promise<boolean> {
    const from = this.#filledFrom;
    if (from === null) return false;
    if (this.#watch?.isCurrent === false) await this.#watch.read();
    const forgottenBefore = this.#forgotten;
    const query = () => this.#active().where('account_id', '<', from).orderBy('account_id', 'desc').limit(PIECE);
    const { rows } = await this.#db.executeQuery(
      compiledOnce(this.#db, 'next active accounts', [0, from, PIECE], query),
    );
    // Accounts of a piece in which one was forgotten are read by their first order.
    if (this.#forgotten === forgottenBefore) this.#keep(rows);
    const isDone = rows.length < PIECE || this.#pages.size >= this.#pagesMax;
    this.#filledFrom = isDone ? null : rows.at(-1)!.account_id;
    return !isDone;
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

  #changed(accountIds: readonly string[] | 'any'): void {
    if (accountIds !== 'any') {
      for (const accountId of accountIds) this.forget(accountId);
      return;
    }
    this.#forgotten += 1;
    this.#pages.clear();
    this.#filledFrom = LAST_ID;
  }

  async #readOwner(clientId: string, accountId: string, isNewPage: boolean): Promise<boolean> {
    const forgottenBefore = this.#forgotten;
    const found = await (isNewPage ? this.#readPage(accountId) : this.#readOne(accountId));
    if (this.#forgotten === forgottenBefore) this.#keep(found);
    return found.some((row) => row.account_id === accountId && isOf(clientId, row));
  }

  #keep(found: readonly FoundAccount[]): void {
    for (const { account_id, client_id } of found) {
      const client = this.#clients.get(client_id) ?? client_id;
      this.#clients.set(client, client);
      this.#pageFor(account_id)[slotOf(account_id)] = client;
    }
  }

  #pageFor(accountId: string): Page {
    const key = pageOf(accountId);
    let page = this.#pages.get(key, NO_OPTIONS);
    if (page === undefined) {
      page = new Array<string | undefined>(PAGE_SIZE).fill(undefined);
      this.#pages.set(key, page);
    }
    return page;
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
