/**
 * Entries of the register as transactions of the Open Cap Table Format (F14), 1.2.0. What a holder bought, or was
 * issued, is a security there; a sale transfers the oldest, as the register does, and what is left of one becomes a
 * security again.
 */
import { type HolderEntry, type HolderHistory, priceText } from '../../exchange/api/index.ts';
import { signedText } from '../shared/values/index.ts';
import { averageText, costText, inMillionths } from './register-values.ts';

type Transaction = Readonly<Record<string, unknown>>;

interface Whose {
  readonly securityId: number;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly history: Pick<HolderHistory, 'opening' | 'entries'>;
}

/** A file of transactions as that format has it. */
export function ocfFile(items: readonly Transaction[]): string {
  return JSON.stringify({ file_type: 'OCF_TRANSACTIONS_FILE', items });
}

/** Of one holder, in the order of time. @param today the day of what nobody knows the day of */
export function stockTransactions({ history, ...whose }: Whose, today: string): Transaction[] {
  const { opening, entries } = history;
  const holding = new Holding(whose);
  const first = entries.find(({ date }) => date !== null)?.date ?? today;
  if (inMillionths(opening) > 0n) {
    const comments = ['What was held before the first entry that is kept; it may be older than its date.'];
    const cost = costText(opening.cost);
    const price = averageText(opening.cost, opening) ?? '0';
    holding.issue({ id: `${holding.name}-opening`, date: first, units: inMillionths(opening), cost, price, comments });
  } else if (inMillionths(opening) < 0n) holding.missing = -inMillionths(opening);
  let date = first;
  for (const entry of entries) {
    date = entry.date ?? date;
    holding.move(entry, date);
  }
  return holding.transactions;
}

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

/** The securities of one holder. */
class Holding {
  readonly transactions: Transaction[] = [];
  /** Millionths of a share that were sold and not there. */
  missing = 0n;
  readonly name: string;
  readonly #classId: string;
  readonly #stakeholder: string;
  /** Oldest first. */
  readonly #securities: Security[] = [];

  constructor({ securityId, clientId, accountId }: Omit<Whose, 'history'>) {
    this.#classId = String(securityId);
    this.#stakeholder = accountId === null ? clientId : `${clientId}/${accountId}`;
    this.name = `${securityId}-${this.#stakeholder}`;
  }

  move(entry: HolderEntry, date: string): void {
    const { cause } = entry;
    const id = cause.type === 'match' ? `${this.#classId}-match-${cause.matchId}` : `${this.name}-issue-${entry.entry}`;
    const comments =
      cause.type === 'match'
        ? [`Match ${cause.matchId}${cause.isPending ? ', whose settlement is not reported' : ''}`]
        : [cause.tradeId === null ? 'Units of a raise' : `Units of investment ${cause.tradeId}`];
    const units = inMillionths(entry);
    if (units < 0n) {
      this.#sell(-units, { date, id, comments });
      return;
    }
    const terms =
      cause.type === 'match'
        ? { price: priceText(cause.price), cost: null }
        : { price: averageText(cause.cost, entry) ?? '0', cost: costText(cause.cost) };
    const security = this.issue({ id, date, units, comments, ...terms });
    const covered = units < this.missing ? units : this.missing;
    this.missing -= covered;
    if (covered > 0n) this.#cover(security, covered, date);
  }

  issue({ id, date, units, price, ...issued }: Issued): Security {
    const security = { id, date, price, left: units, parts: 1 };
    const after = this.#securities.findIndex((other) => other.date > date);
    if (after < 0) this.#securities.push(security);
    else this.#securities.splice(after, 0, security);
    this.#issuance(security, date, issued);
    return security;
  }

  /** The oldest go to the security that the buyer has of the match. */
  #sell(units: bigint, { date, id, comments }: Pick<Issued, 'date' | 'id' | 'comments'>): void {
    let left = units;
    for (let part = 1; left > 0n && this.#securities.length > 0; part++) {
      const oldest = this.#securities[0] as Security;
      const taken = left < oldest.left ? left : oldest.left;
      left -= taken;
      this.#take(oldest, taken, date, (balance) =>
        this.#add('TX_STOCK_TRANSFER', partId(oldest), {
          ...{ id: `${id}-sold-${part}`, date, quantity: signedText(taken), comments },
          ...{ resulting_security_ids: [id], ...balance },
        }),
      );
    }
    this.missing += left;
  }

  /** What was bought takes the place of what was sold before it was there. */
  #cover(bought: Security, units: bigint, date: string): void {
    this.#take(bought, units, date, (balance) =>
      this.#add('TX_STOCK_CANCELLATION', partId(bought), {
        ...{ id: `${partId(bought)}-covered`, date, quantity: signedText(units), ...balance },
        reason_text: 'Covers shares that were sold before they were there',
      }),
    );
  }

  /** Takes units of a security; what is left is issued again under the next number. */
  #take(security: Security, units: bigint, date: string, say: (balance: object) => void): void {
    const left = security.left - units;
    if (left === 0n) {
      say({});
      this.#securities.splice(this.#securities.indexOf(security), 1);
      return;
    }
    say({ balance_security_id: partId({ ...security, parts: security.parts + 1 }) });
    security.left = left;
    security.parts++;
    this.#issuance(security, date, { cost: null, comments: ['What is left'] });
  }

  #issuance(security: Security, date: string, { cost, comments }: Pick<Issued, 'cost' | 'comments'>): void {
    const id = partId(security);
    this.#add('TX_STOCK_ISSUANCE', id, {
      ...{ id: `${id}-issued`, date, custom_id: id, stakeholder_id: this.#stakeholder, stock_class_id: this.#classId },
      ...{ quantity: signedText(security.left), share_price: dollars(security.price), comments },
      ...{ security_law_exemptions: [], stock_legend_ids: [] },
      ...(cost === null ? {} : { cost_basis: dollars(cost) }),
    });
  }

  #add(object_type: string, security_id: string, more: object): void {
    this.transactions.push({ object_type, security_id, ...more });
  }
}

function partId({ id, parts }: Pick<Security, 'id' | 'parts'>): string {
  return parts === 1 ? id : `${id}-${parts}`;
}

function dollars(amount: string) {
  return { amount, currency: 'USD' };
}
