/** What holders answer to tenders (R14): announced ones, and the newest that had effect. */
import type { ActionId, HolderName, SecurityId, Shares, TenderAnswer, TenderPage, TenderSums } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';
import { byOwner } from './register/index.ts';

export interface Answer extends TenderAnswer {
  /** Counts the answers to the tender: an answer in place of another comes after all. */
  readonly number: number;
}

/** How far the effect of a tender has come. Holders stay as they are until it buys of them. */
export interface TenderProgress {
  /** What all holders offer is added up; then what their parts leave by rounding; then it is bought. */
  pass: 'count' | 'round' | 'buy';
  /** The number of the last answer of the pass. */
  reached: number;
  /** Of the terms. */
  readonly most: Shares;
  /** What all holders offer together. */
  offered: Shares;
  /** Of what may be bought, what the parts do not have. */
  left: Shares;
}

/** As a snapshot keeps a tender, without its answers. */
export interface KeptTender {
  readonly count: number;
  readonly progress: TenderProgress | null;
}

const NO_SUMS: TenderSums = { answers: 0, quantity: 0, bought: 0 };

export class Tender {
  /** The number of its last answer. */
  #count = 0;
  /** Null before it has effect. */
  progress: TenderProgress | null = null;
  readonly #byHolder = new SortedKeys<HolderName & Partial<Answer>>(byOwner);
  /** By client; null: of all. */
  readonly #sums = new Map<string | null, TenderSums>();
  readonly #byNumber = new SortedKeys<Pick<Answer, 'number'> & Partial<Answer>>((a, b) => a.number - b.number);

  get size(): number {
    return this.#byHolder.size;
  }

  /** The answer of a holder from now on; without shares it has none. */
  answer({ clientId, accountId }: HolderName, quantity: Shares, answeredAt: number): void {
    const before = this.find({ clientId, accountId });
    if (before !== undefined) this.#delete(before);
    if (quantity === 0) return;
    this.add({ clientId, accountId, quantity, answeredAt, bought: null, number: ++this.#count });
  }

  find(holder: HolderName): Answer | undefined {
    const found = this.#byHolder.firstFrom(holder);
    return found !== undefined && byOwner(found, holder) === 0 ? (found as Answer) : undefined;
  }

  /** The first answer after the one with this number. */
  after(number: number): Answer | undefined {
    return this.#byNumber.firstFrom({ number: number + 1 }) as Answer | undefined;
  }

  setBought(answer: Answer, bought: Shares): void {
    this.#delete(answer);
    this.add({ ...answer, bought });
  }

  /** In the order of client and account. */
  page({ clientId, after, limit }: TenderPage): Answer[] {
    const first = after ?? (clientId === null ? undefined : { clientId, accountId: null });
    const page: Answer[] = [];
    for (const answer of this.#byHolder.from(first)) {
      if (page.length === limit || (clientId !== null && answer.clientId !== clientId)) break;
      if (after === null || byOwner(answer, after) !== 0) page.push(answer as Answer);
    }
    return page;
  }

  sums(clientId: string | null): TenderSums {
    const { answers, quantity, bought } = this.#sums.get(clientId) ?? NO_SUMS;
    return { answers, quantity, bought: this.progress === null ? null : bought };
  }

  // ---------------------------------------------------------------- snapshots

  get kept(): KeptTender {
    return { count: this.#count, progress: this.progress };
  }

  restore({ count, progress }: KeptTender): void {
    this.#count = count;
    this.progress = progress;
  }

  /** In the order of their numbers. */
  answers(): IterableIterator<Answer> {
    return this.#byNumber.from(undefined) as IterableIterator<Answer>;
  }

  add(answer: Answer): void {
    this.#byHolder.add(answer);
    this.#byNumber.add(answer);
    this.#sum(answer, 1);
  }

  #delete(answer: Answer): void {
    this.#byHolder.delete(answer);
    this.#byNumber.delete(answer);
    this.#sum(answer, -1);
  }

  #sum({ clientId, quantity, bought }: Answer, sign: 1 | -1): void {
    for (const whose of [clientId, null]) {
      const sums = this.#sums.get(whose) ?? NO_SUMS;
      const answers = sums.answers + sign;
      if (answers === 0) this.#sums.delete(whose);
      else
        this.#sums.set(whose, {
          answers,
          quantity: sums.quantity + sign * quantity,
          bought: (sums.bought ?? 0) + sign * (bought ?? 0),
        });
    }
  }
}

/** Those with answers. */
export class Tenders {
  readonly #bySecurity = new Map<SecurityId, Map<ActionId, Tender>>();

  find(securityId: SecurityId, actionId: ActionId): Tender | undefined {
    return this.#bySecurity.get(securityId)?.get(actionId);
  }

  made(securityId: SecurityId, actionId: ActionId): Tender {
    const known = this.find(securityId, actionId);
    if (known !== undefined) return known;
    const ofSecurity = this.#bySecurity.get(securityId) ?? new Map<ActionId, Tender>();
    const tender = new Tender();
    this.#bySecurity.set(securityId, ofSecurity.set(actionId, tender));
    return tender;
  }

  delete(securityId: SecurityId, actionId: ActionId): void {
    const ofSecurity = this.#bySecurity.get(securityId);
    ofSecurity?.delete(actionId);
    if (ofSecurity?.size === 0) this.#bySecurity.delete(securityId);
  }

  /** By security, then by action. */
  *entries(): Generator<readonly [SecurityId, ActionId, Tender], void, undefined> {
    for (const securityId of [...this.#bySecurity.keys()].sort((a, b) => a - b)) {
      for (const [actionId, tender] of this.#of(securityId)) yield [securityId, actionId, tender];
    }
  }

  #of(securityId: SecurityId): (readonly [ActionId, Tender])[] {
    return [...(this.#bySecurity.get(securityId) ?? [])].sort(([a], [b]) => a - b);
  }
}
