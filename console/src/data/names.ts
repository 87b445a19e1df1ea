/** Names by ids. The letter of an id says what it is of: account, person, company, issuer, client or user. */
import type { MethodName } from '../client/index.ts';
import { type Fields, failureOf, RETRY_MS } from './api.ts';
import type { Session } from './session.ts';
import { Topic } from './topic.ts';

interface List {
  readonly method: MethodName;
  readonly key: string;
  readonly id: string;
  readonly nameOf: (record: Fields) => unknown;
  /** It takes no filter: all of it is read. */
  readonly isWhole?: boolean;
}

const LISTS: Readonly<Record<string, List>> = {
  A: { method: 'listAccounts', key: 'accounts', id: 'accountId', nameOf: ({ accountName }) => accountName },
  P: { method: 'listParties', key: 'parties', id: 'partyId', nameOf: nameIn },
  E: { method: 'listEntities', key: 'entities', id: 'partyId', nameOf: nameIn },
  I: { method: 'listIssuers', key: 'issuers', id: 'issuerId', nameOf: ({ issuerName }) => issuerName },
  C: { method: 'getClients', key: 'clients', id: 'clientId', nameOf: ({ name }) => name, isWhole: true },
  U: { method: 'getUsers', key: 'users', id: 'userId', nameOf: ({ name }) => name, isWhole: true },
};
const ID = /^([APEICU])(\d{1,15})$/;
/** The most values of a filter (C32). */
const IDS_OF_CALL = 100;
const PAGE = 500;
/** Of a list without a filter. */
const READ_MAX = 5000;
const KNOWN_MAX = 20_000;
/** A name may change: then it is read again, once it is needed. */
const FRESH_MS = 300_000;

/** Empty where the key lacks the level of the name. */
export function nameIn({ firstName, middleInitial, lastName, entityName }: Fields): string {
  return [firstName, middleInitial, lastName, entityName].filter(Boolean).join(' ');
}

/** The id of an issuer, which is a number alone in the API. */
export const issuerKey = (issuerId: string): string => `I${issuerId}`;

export const plainId = (id: string): string => id.replace(/^I/, '');

/** Asks for the names of all ids of a view with one call of each kind, as far as the key may see them. */
export class Names {
  readonly changed = new Topic();
  /** Counts the changes. */
  version = 0;
  readonly #session: Session;
  readonly #known = new Map<string, { readonly name: string; readonly askedAt: number }>();
  #wanted = new Set<string>();
  #reading: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Empty: not known, or not yet. */
  of(id: string): string {
    const { clientId, name } = this.#session.capabilities;
    // Others are shown to an operator alone.
    if (id === clientId) return name;
    const known = this.#known.get(id);
    if (known === undefined || Date.now() - known.askedAt > FRESH_MS) void this.load([id]);
    return known?.name ?? '';
  }

  /** With the id; the id alone while the name is not known. */
  titleOf(id: string): string {
    const name = this.of(id);
    return name === '' ? plainId(id) : `${name} (${plainId(id)})`;
  }

  /** Resolves when the names were read, or could not be. */
  load(ids: readonly string[]): Promise<void> {
    const now = Date.now();
    const asked = ids.filter((id) => now - (this.#known.get(id)?.askedAt ?? 0) > FRESH_MS && this.#mayRead(id));
    if (asked.length === 0) return this.#reading;
    if (this.#known.size > KNOWN_MAX) this.#known.clear();
    for (const id of asked) {
      this.#known.set(id, { name: this.#known.get(id)?.name ?? '', askedAt: now });
      this.#wanted.add(id);
    }
    // After everything that is drawn now.
    this.#reading = this.#reading.then(() => this.#readWanted());
    return this.#reading;
  }

  /** Those of a read that had no answer. */
  #loadAgain(ids: readonly string[]): void {
    for (const id of ids) this.#known.set(id, { name: this.#known.get(id)?.name ?? '', askedAt: 0 });
    void this.load(ids);
  }

  #mayRead(id: string): boolean {
    const list = LISTS[ID.exec(id)?.[1] ?? ''];
    return list !== undefined && this.#session.may(list.method);
  }

  async #readWanted(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted = new Set();
    const kinds = Object.entries(LISTS).map(([letter, list]) => {
      return { letter, list, ids: wanted.filter((id) => id.startsWith(letter)) };
    });
    const reads = kinds.map(({ list, ids }) => {
      return ids.length === 0 ? [] : list.isWhole ? this.#readWhole(list) : this.#readSome(list, ids.map(plainId));
    });
    const found = await Promise.allSettled(reads);
    let isChanged = false;
    for (const [index, one] of found.entries()) {
      const { letter, list, ids } = kinds[index] as (typeof kinds)[number];
      if (one.status === 'rejected') {
        if (failureOf(one.reason) !== 'refused') setTimeout(() => this.#loadAgain(ids), RETRY_MS);
        continue;
      }
      for (const record of one.value) {
        const id = `${letter}${String(record[list.id]).replace(/^\D/, '')}`;
        const name = String(list.nameOf(record) ?? '');
        isChanged ||= (this.#known.get(id)?.name ?? '') !== name;
        this.#known.set(id, { name, askedAt: Date.now() });
      }
    }
    if (!isChanged) return;
    this.version += 1;
    this.changed.changed();
  }

  async #readSome({ method, key, id }: List, ids: readonly string[]): Promise<readonly Fields[]> {
    const found: Fields[] = [];
    for (let from = 0; from < ids.length; from += IDS_OF_CALL) {
      const filter = JSON.stringify({ [id]: ids.slice(from, from + IDS_OF_CALL) });
      // An older record may be of an account that was deleted since.
      const answer = await this.#session.api.call(method, { filter, limit: IDS_OF_CALL, deleted: true });
      found.push(...(answer[key] as Fields[]));
    }
    return found;
  }

  async #readWhole({ method, key }: List): Promise<readonly Fields[]> {
    const found: Fields[] = [];
    for (let total = 1; found.length < Math.min(total, READ_MAX); ) {
      const answer = await this.#session.api.call(method, { limit: PAGE, offset: found.length });
      const page = answer[key] as Fields[];
      if (page.length === 0) break;
      found.push(...page);
      total = Number(answer.totalRecords);
    }
    return found;
  }
}
