/**
 * Entries of the register as transactions of the Open Cap Table Format (F14), 1.2.0. What a holder bought, or was
 * issued, is a security there; a sale transfers the oldest, as the register does, and what is left of one becomes a
 * security again.
 */
import {
  type HolderName,
  type HolderOpening,
  inMillionths,
  priceAfter,
  priceText,
  type RegisterEntry,
  type Rounded,
  sharesAfter,
} from '../../exchange/api/index.ts';
import { signedText } from '../shared/values/index.ts';
import { averageText, costText } from './register-values.ts';

const MILLION = 1_000_000n;

type Transaction = Readonly<Record<string, unknown>>;

/** A transaction that is made where a page has it: call it before the next one is asked for. */
type Transactions = Generator<() => Transaction, void, undefined>;

type TenderCause = Extract<RegisterEntry['cause'], { readonly type: 'tender' }>;

interface Issued {
  readonly id: string;
  readonly date: string;
  /** Millionths of a share. */
  readonly units: bigint;
  /** Of all of them; null: not known, or of a match. */
  readonly cost: string | null;
  /** Of a share; 0: not known. */
  readonly price: string;
  readonly comments: readonly string[];
}

interface Security extends Pick<Issued, 'id' | 'date' | 'price'> {
  left: bigint;
  /** What is left of it has the next number. */
  parts: number;
}

/** The securities of one holder, whose entries come in the order of time. */
export class Holding {
  readonly #name: string;
  readonly #classId: string;
  readonly #stakeholder: string;
  /** By date, those of one day in the order in which they came. */
  readonly #securities: Security[] = [];
  /** Millionths of a share that were sold and not there. */
  #missing = 0n;

  constructor(securityId: number, { clientId, accountId }: HolderName) {
    this.#classId = String(securityId);
    this.#stakeholder = accountId === null ? clientId : `${clientId}/${accountId}`;
    this.#name = `${securityId}-${this.#stakeholder}`;
  }

  *open(opening: HolderOpening, date: string): Transactions {
    const units = inMillionths(opening);
    if (units < 0n) this.#missing = -units;
    if (units <= 0n) return;
    const comments = ['What was held before the first entry that is kept; it may be older than its date.'];
    const cost = costText(opening.cost);
    const price = averageText(opening.cost, opening) ?? '0';
    yield* this.#issue({ id: `${this.#name}-opening`, date, units, cost, price, comments });
  }

  *move(entry: RegisterEntry, date: string): Transactions {
    const { cause } = entry;
    if (cause.type === 'tender') {
      yield* this.#repurchase(entry, cause, date);
      return;
    }
    if ('actionId' in cause && cause.type !== 'converted') {
      yield* this.#split(cause.type === 'action' ? cause : { ...cause, cause: cause.type }, {
        date,
        entry: entry.entry ?? 0,
      });
      return;
    }
    const isMatch = cause.type === 'match';
    const id = isMatch ? `${this.#classId}-match-${cause.matchId}` : `${this.#name}-issue-${entry.entry}`;
    const comments = [commentOf(cause)];
    const units = inMillionths(entry);
    if (units < 0n) {
      yield* this.#sell(-units, { date, id, comments });
      return;
    }
    const terms =
      cause.type === 'match'
        ? { price: priceText(cause.price), cost: null }
        : { price: averageText(cause.cost, entry) ?? '0', cost: costText(cause.cost) };
    yield* this.#issue({ id, date, units, comments, ...terms });
    const covered = units < this.#missing ? units : this.#missing;
    this.#missing -= covered;
    if (covered > 0n) yield* this.#cover(covered, date);
  }

  /** Each is canceled, and issued again as its part of what all of them are after the split, as the register has it. */
  *#split(ratio: Rounded, { date, entry }: { readonly date: string; readonly entry: number }): Transactions {
    // One of 0 shares was left of what was converted, and nothing comes of it.
    const all = this.#securities.splice(0).filter(({ left }) => left > 0n);
    const before = all.reduce((sum, { left }) => sum + left, 0n);
    const after = unitsAfter(before, ratio);
    this.#missing = unitsAfter(this.#missing, ratio);
    let [had, has] = [0n, 0n];
    for (const { id, left, parts, price, ...security } of all) {
      const canceled = partId({ id, parts });
      const reason_text = ratio.cause ?? `${ratio.to} shares for ${ratio.from}`;
      const quantity = signedText(left);
      yield () =>
        transaction('TX_STOCK_CANCELLATION', canceled, {
          id: `${canceled}-split-${entry}`,
          date,
          quantity,
          reason_text,
        });
      had += left;
      const next = (had * after) / before;
      const units = next - has;
      has = next;
      if (units === 0n) continue;
      const scaled =
        price === '0' || ratio.cause !== undefined
          ? price
          : priceText(priceAfter(Number(price.replace('.', '')), ratio));
      const one: Security = { ...security, id: `${canceled}-after-${entry}`, left: units, parts: 1, price: scaled };
      this.#securities.push(one);
      yield () => this.#issuance(one, date, { cost: null, comments: [`After ${reason_text}`] });
    }
  }

  *#issue({ id, date, units, price, ...issued }: Issued): Transactions {
    const security = { id, date, price, left: units, parts: 1 };
    this.#securities.splice(this.#after(date), 0, security);
    yield () => this.#issuance(security, date, issued);
  }

  /** Where the first security of a later day is. */
  #after(date: string): number {
    let [low, high] = [0, this.#securities.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#securities[middle] as Security).date <= date) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The oldest go to the security that the buyer has of the match. */
  #sell(units: bigint, { date, id, comments }: Pick<Issued, 'date' | 'id' | 'comments'>): Transactions {
    return this.#takeOldestOf(units, date, (securityId, { part, ...taken }) =>
      transaction('TX_STOCK_TRANSFER', securityId, {
        ...{ id: `${id}-sold-${part}`, date, comments, resulting_security_ids: [id], ...taken },
      }),
    );
  }

  /** The issuer buys the oldest in a tender. */
  #repurchase(entry: RegisterEntry, { actionId, price }: TenderCause, date: string): Transactions {
    const comments = [`Tender, corporate action ${actionId}`];
    return this.#takeOldestOf(-inMillionths(entry), date, (securityId, { part, ...taken }) =>
      transaction('TX_STOCK_REPURCHASE', securityId, {
        ...{ id: `${this.#name}-tender-${entry.entry}-${part}`, date, comments, price: dollars(priceText(price)) },
        ...taken,
      }),
    );
  }

  /** One security after another goes; what is not there is missing. */
  *#takeOldestOf(
    units: bigint,
    date: string,
    say: (securityId: string, taken: { readonly part: number; readonly quantity: string }) => Transaction,
  ): Transactions {
    let left = units;
    for (let part = 1; left > 0n && this.#securities.length > 0; part++) {
      const oldest = this.#securities[0] as Security;
      const taken = left < oldest.left ? left : oldest.left;
      left -= taken;
      const quantity = signedText(taken);
      yield* this.#takeOldest(taken, date, (balance) => say(partId(oldest), { part, quantity, ...balance }));
    }
    this.#missing += left;
  }

  /** What was bought takes the place of what was sold before it was there: the holder has nothing else. */
  *#cover(units: bigint, date: string): Transactions {
    const bought = this.#securities[0] as Security;
    yield* this.#takeOldest(units, date, (balance) =>
      transaction('TX_STOCK_CANCELLATION', partId(bought), {
        ...{ id: `${partId(bought)}-covered`, date, quantity: signedText(units), ...balance },
        reason_text: 'Covers shares that were sold before they were there',
      }),
    );
  }

  /** Takes units of the oldest security; what is left is issued again under the next number. */
  *#takeOldest(units: bigint, date: string, say: (balance: object) => Transaction): Transactions {
    const oldest = this.#securities[0] as Security;
    if (units === oldest.left) {
      yield () => say({});
      this.#securities.shift();
      return;
    }
    yield () => say({ balance_security_id: partId({ ...oldest, parts: oldest.parts + 1 }) });
    oldest.left -= units;
    oldest.parts++;
    yield () => this.#issuance(oldest, date, { cost: null, comments: ['What is left'] });
  }

  #issuance(security: Security, date: string, { cost, comments }: Pick<Issued, 'cost' | 'comments'>): Transaction {
    const id = partId(security);
    return transaction('TX_STOCK_ISSUANCE', id, {
      ...{ id: `${id}-issued`, date, custom_id: id, stakeholder_id: this.#stakeholder, stock_class_id: this.#classId },
      ...{ quantity: signedText(security.left), share_price: dollars(security.price), comments },
      ...{ security_law_exemptions: [], stock_legend_ids: [] },
      ...(cost === null ? {} : { cost_basis: dollars(cost) }),
    });
  }
}

function commentOf(cause: Exclude<RegisterEntry['cause'], { readonly fractions: unknown } | TenderCause>): string {
  if (cause.type === 'match')
    return `Match ${cause.matchId}${cause.isPending ? ', whose settlement is not reported' : ''}`;
  if (cause.type === 'converted') return `Converted from security ${cause.fromSecurityId}`;
  return cause.tradeId === null ? 'Units of a raise' : `Units of investment ${cause.tradeId}`;
}

function transaction(object_type: string, security_id: string, more: object): Transaction {
  return { object_type, security_id, ...more };
}

function unitsAfter(units: bigint, ratio: Rounded): bigint {
  return inMillionths(sharesAfter({ quantity: Number(units / MILLION), rest: Number(units % MILLION) }, ratio));
}

function partId({ id, parts }: Pick<Security, 'id' | 'parts'>): string {
  return parts === 1 ? id : `${id}-${parts}`;
}

function dollars(amount: string) {
  return { amount, currency: 'USD' };
}
