/** The register as pages of a file of transactions of the Open Cap Table Format (F14). */
import { easternDate } from '../../calendar/eastern-time.ts';
import { byEntryPlace, type EntryPlace, type HolderName, type SecurityId } from '../../exchange/api/index.ts';
import type { Steps } from '../../http/parameters/index.ts';
import { Holding } from './ocf-transactions.ts';
import { isEntryPlace } from './register-values.ts';
import type { TransferDeps } from './transfer-deps.ts';

/** Entries of a holder that are read at once. */
const READ_MAX = 100;

/** Where a page goes on in a holder: earlier pages had the transactions of the entries before this one. */
interface PlaceInHolder {
  /** null: the opening. */
  readonly entry: EntryPlace | null;
  /** How many of this one they had: a sale may have more than a page. */
  readonly transactions: number;
}

/** Where a page ended: after the holder, or in it. */
export interface OcfPlace extends HolderName {
  /** null: after it. */
  readonly within: PlaceInHolder | null;
}

export interface OcfPageMax {
  readonly holders: number;
  readonly transactions: number;
  /** A sale of shares that are not there has no transaction. */
  readonly entries: number;
}

export interface OcfPage {
  /** A file of transactions as that format has it. */
  readonly file: string;
  /** null: nothing follows. */
  readonly next: OcfPlace | null;
}

/**
 * A page. Entries of the holder that earlier pages had are gone through again, because they say which securities a sale
 * transfers: O(n) of those that are kept, piece by piece.
 */
export function* ocfPage(
  exchange: TransferDeps['exchange'],
  { securityId, after }: { readonly securityId: SecurityId; readonly after: OcfPlace | null },
  max: OcfPageMax,
): Steps<OcfPage> {
  const page = new Page(exchange, securityId, max);
  const others = exchange.registeredHolders(securityId, after, max.holders + 1);
  const all: readonly HolderName[] = after === null || after.within === null ? others : [after, ...others];
  for (const [index, { clientId, accountId }] of all.slice(0, max.holders).entries()) {
    const from = index === 0 ? (after?.within ?? null) : null;
    const within = yield* page.add({ clientId, accountId }, from);
    const isLast = index === all.length - 1;
    if (within !== null) return { file: page.file, next: { clientId, accountId, within } };
    if (index === max.holders - 1 && !isLast) return { file: page.file, next: { clientId, accountId, within: null } };
  }
  return { file: page.file, next: null };
}

class Page {
  readonly #exchange: TransferDeps['exchange'];
  readonly #securityId: SecurityId;
  readonly #max: OcfPageMax;
  readonly #today: string;
  /** Each as text. */
  readonly #transactions: string[] = [];
  #entries = 0;

  constructor(exchange: TransferDeps['exchange'], securityId: SecurityId, max: OcfPageMax) {
    this.#exchange = exchange;
    this.#securityId = securityId;
    this.#max = max;
    this.#today = easternDate(exchange.nowUs());
  }

  get file(): string {
    return `{"file_type":"OCF_TRANSACTIONS_FILE","items":[${this.#transactions.join(',')}]}`;
  }

  /** The transactions of a holder from a place on; returns where the page is full, null after all of them. */
  *add(name: HolderName, from: PlaceInHolder | null): Steps<PlaceInHolder | null> {
    const whose = { securityId: this.#securityId, ...name };
    const opening = this.#exchange.holderOpening(whose);
    if (opening === undefined) return null;
    const holding = new Holding(this.#securityId, name);
    let date = opening.date ?? this.#today;
    const full = yield* this.#addEntry(null, holding.open(opening, date), from);
    if (full !== null) return full;
    for (let after: EntryPlace | null = null; ; ) {
      const entries = this.#exchange.holderEntries(whose, after, READ_MAX);
      yield entries.length + 1;
      for (const entry of entries) {
        date = entry.date ?? date;
        after = entry.at;
        const isFull = yield* this.#addEntry(after, holding.move(entry, date), from);
        if (isFull !== null) return isFull;
      }
      if (entries.length < READ_MAX) return null;
    }
  }

  /** The transactions of the opening or of an entry, without those that earlier pages had; returns as `add`. */
  *#addEntry(
    entry: EntryPlace | null,
    all: ReturnType<Holding['move']>,
    from: PlaceInHolder | null,
  ): Steps<PlaceInHolder | null> {
    const given = from === null ? 0 : givenOf(entry, from);
    if (given < Infinity && entry !== null && ++this.#entries > this.#max.entries)
      return { entry, transactions: given };
    let count = 0;
    for (const make of all) {
      yield 1;
      if (++count <= given) continue;
      if (this.#transactions.length === this.#max.transactions) return { entry, transactions: count - 1 };
      this.#transactions.push(JSON.stringify(make()));
    }
    return null;
  }
}

/** How many transactions of an entry earlier pages had. */
function givenOf(entry: EntryPlace | null, from: PlaceInHolder): number {
  const order =
    entry === null || from.entry === null
      ? Number(entry !== null) - Number(from.entry !== null)
      : byEntryPlace(entry, from.entry);
  if (order === 0) return from.transactions;
  return order < 0 ? Infinity : 0;
}

export function isOcfPlace(place: unknown): place is OcfPlace {
  const { clientId, accountId, within } = (place ?? {}) as Record<keyof OcfPlace, unknown>;
  return (
    typeof clientId === 'string' &&
    (accountId === null || typeof accountId === 'string') &&
    (within === null || isWithin(within))
  );
}

function isWithin(place: unknown): place is PlaceInHolder {
  const { entry, transactions } = (place ?? {}) as Record<keyof PlaceInHolder, unknown>;
  return (entry === null || isEntryPlace(entry)) && Number.isSafeInteger(transactions) && (transactions as number) >= 0;
}
