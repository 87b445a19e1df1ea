import { sql } from 'kysely';
import type { Db } from '../../../../database/schema/index.ts';
import type { Originator } from '../../../../providers/bank/index.ts';
import { type Changes, EVERY_CLIENT, type RecordOf } from '../../../shared/record/index.ts';
import type { HeldPayment, InstrumentRail, PaymentTrigger, StepDetails } from '../../lifecycle/index.ts';
import { openDetails } from '../accounts/index.ts';
import { centsOf, sequenceOf, traceNumberOf } from './batch-file.ts';
import type { DueBatch, EntryDeps, EntryRail, HeldEntry, OutgoingEntry } from './entry-rail.ts';

type BankTable = 'ach_fund_moves' | 'custody_fund_moves';

/** What a file of the bank says of a debit, besides what it says of all. */
interface EntryText extends Omit<OutgoingEntry['heading'], 'direction' | 'entryClass'> {
  /** Debits of the same one and of the same entry class are one batch. */
  readonly batch: string;
  readonly receiverName: string;
  readonly information: string;
}

/** How debits are described to the bank; there is at least one. */
export type Describe<T extends BankTable> = (
  db: Db,
  debits: readonly RecordOf<T>[],
  originator: Originator,
) => Promise<(debit: RecordOf<T>) => EntryText>;

/** As the partial index has it, in literal text: SQLite uses one only where the statement repeats its condition. */
const UNDER_WAY = ['Pending', 'Submitted'].map((state) => sql.lit(state));

interface Work {
  readonly deps: EntryDeps;
  readonly transaction: Db;
}

/** The payments of an instrument as debits of bank accounts. */
export class InstrumentDebits<T extends BankTable, Trigger extends string> implements EntryRail {
  readonly #rail: InstrumentRail<T, Trigger | PaymentTrigger>;
  readonly #describe: Describe<T>;

  constructor(rail: InstrumentRail<T, Trigger | PaymentTrigger>, describe: Describe<T>) {
    this.#rail = rail;
    this.#describe = describe;
  }

  async submit(deps: EntryDeps, transaction: Db, batch: DueBatch): Promise<readonly OutgoingEntry[]> {
    const debits = await this.#submitDue({ deps, transaction }, batch);
    if (debits.length === 0) return [];
    const companies = await companyAccounts(transaction, debits);
    const textOf = await this.#describe(transaction, debits, batch.originator);
    return debits.map((debit) => {
      const { batch: name, receiverName, information, ...heading } = textOf(debit);
      const entryClass = companies.has(debit.account_id) ? 'CCD' : 'WEB';
      return {
        key: `${name} ${entryClass}`,
        heading: { ...heading, direction: 'debit', entryClass },
        entry: {
          ...this.#numbersOf(deps, debit),
          accountType: debit.account_type === 'Savings' ? 'Savings' : 'Checking',
          cents: centsOf(debit.amount),
          identification: String(this.#rail.numberOf(debit)),
          receiverName,
          sequence: sequenceOf(this.#rail.numberOf(debit)),
          information,
        },
        amount: debit.amount,
      };
    });
  }

  async submittedUntil(db: Db, day: string, limit: number): Promise<readonly number[]> {
    const { id } = this.#rail.columns;
    const submitted = this.#underWay(db, 'Submitted').where('batch_day', '<=', day).orderBy(id).limit(limit);
    return (await this.#rail.rowsOf(submitted)).map((debit) => this.#rail.numberOf(debit));
  }

  async withTrace(db: Db, traceNumber: string): Promise<number | undefined> {
    const { id } = this.#rail.columns;
    // With + PostgreSQL never walks all numbers for the few of a trace number, whatever its statistics say.
    const newestFirst = sql`+${sql.ref(id)}`;
    const newest = this.#rail.all(db).where('trace_number', '=', traceNumber).orderBy(newestFirst, 'desc').limit(1);
    const [debit] = await this.#rail.rowsOf(newest);
    return debit && this.#rail.numberOf(debit);
  }

  async hold(deps: EntryDeps, transaction: Db, number: number): Promise<HeldEntry | undefined> {
    const held = await this.#rail.hold(transaction, EVERY_CLIENT, number);
    if (held === undefined) return undefined;
    const { payment } = held;
    const work = { deps, transaction };
    const end = async (trigger: 'settle' | 'return', errors: string | null) =>
      void (await this.#step(work, held, trigger, { errors }));
    return {
      number,
      client_id: payment.client_id,
      account_id: payment.account_id,
      status: this.#rail.stateOf(payment),
      amount: payment.amount,
      numbers: this.#numbersOf(deps, payment),
      settle: () => end('settle', null),
      takeBack: (errors) => end('return', errors),
    };
  }

  /**
   * Submits due debits until the file is full: its number of debits, and its total (A14). Those that must not be paid
   * any more are voided instead (T14).
   */
  async #submitDue(work: Work, batch: DueBatch): Promise<RecordOf<T>[]> {
    const { transaction } = work;
    const rail = this.#rail;
    const submitted: RecordOf<T>[] = [];
    let room = batch.centsMax;
    for (;;) {
      const left = batch.limit - submitted.length;
      const due = left === 0 ? [] : await rail.rowsOf(this.#pendingAt(transaction, batch).limit(left));
      if (due.length === 0) return submitted;
      // Every transaction holds the trades first, so that two of them never wait for each other.
      const refusalOf = await rail.canBePaid(transaction, due);
      const numbers = due.map((debit) => rail.numberOf(debit));
      const pending = this.#pendingAt(transaction, batch).where(rail.columns.id, 'in', numbers);
      for (const payment of await rail.rowsOf(pending, { held: transaction })) {
        const errors = refusalOf(payment)?.reason;
        const cents = centsOf(payment.amount);
        if (errors === undefined && cents > room) return submitted;
        if (errors !== undefined) await this.#step(work, { payment }, 'void', { errors });
        else {
          const trace_number = traceNumberOf(batch.originator, rail.numberOf(payment));
          const changes = { batch_day: batch.day, trace_number } as Changes<T>;
          submitted.push(await this.#step(work, { payment }, 'submit', { changes }));
          room -= cents;
        }
      }
    }
  }

  /** With the webhooks of the step. */
  async #step(
    { deps: { outbox, nowUs, secrets }, transaction }: Work,
    held: HeldPayment<T>,
    trigger: PaymentTrigger,
    details: Omit<StepDetails<T>, 'nowUs'>,
  ): Promise<RecordOf<T>> {
    const { payment, webhooks } = await this.#rail.step(transaction, held, trigger, {
      ...details,
      nowUs: nowUs(),
      secrets,
    });
    for (const webhook of webhooks) await outbox.add(transaction, webhook);
    return payment;
  }

  /** Made before the cut-off and not declined, oldest first. */
  #pendingAt(db: Db, { cutOff }: DueBatch) {
    const { approval, id } = this.#rail.columns;
    return this.#underWay(db, 'Pending').where(approval, '<>', 'Declined').where('created_at', '<', cutOff).orderBy(id);
  }

  #underWay(db: Db, status: 'Pending' | 'Submitted') {
    const { state } = this.#rail.columns;
    return this.#rail.all(db).where(state, 'in', UNDER_WAY).where(state, '=', status);
  }

  #numbersOf({ secrets }: EntryDeps, debit: RecordOf<T>) {
    return openDetails(secrets, this.#rail.instrument.kind.table, this.#rail.numberOf(debit), debit);
  }
}

/** Accounts of companies among those of the entries, of which there is at least one. */
export async function companyAccounts(
  db: Db,
  entries: readonly { readonly account_id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(entries.map(({ account_id }) => account_id))];
  const rows = await db
    .selectFrom('accounts')
    .select(['account_id', 'type', 'entity_type'])
    .where('account_id', 'in', ids)
    .execute();
  const isCompany = ({ type, entity_type }: (typeof rows)[number]) =>
    /^entity$/i.test(type.trim()) || (entity_type ?? '').trim() !== '';
  return new Set(rows.filter(isCompany).map(({ account_id }) => account_id));
}
