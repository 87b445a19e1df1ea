/** Operator methods that need the approval of a second operator (C81 to C85). */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import Type from 'typebox';
import type { PendingActionRow, Schema } from '../../database/schema/index.ts';
import {
  type Answer,
  type AnyFields,
  ApiError,
  type Call,
  type Client,
  idempotencySteps,
  innerCall,
  inTurns,
  type Judgement,
  type Method,
  withValues,
} from '../../http/methods/index.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import { HOUR_US, type Microseconds } from '../../time/units.ts';
import { type ChangeDeps, changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { shortId } from '../shared/ids/index.ts';
import { actionFields, contextOf, shownActionSchema } from './action-fields.ts';
import { findAction, foundAction, insertAction, moveAction, waitingAt } from './action-records.ts';
import { askedBy, askerOf } from './asker.ts';
import { textOf, valuesOf } from './sealed-values.ts';

export type ApprovalDeps = ChangeDeps & Pick<ModuleDeps, 'secrets' | 'nowUs'>;

export interface ApprovalSettings {
  /** FOUR_EYES. */
  readonly isOn: boolean;
  /** Hours until an action expires. */
  readonly hours: number;
  readonly log: Logger;
}

const PENDING = Type.Object({ pendingAction: shownActionSchema });
/**
 * An interrupted action is performed again with its Idempotency-Key, which is stored for 24 hours. The margin keeps the
 * key stored until the response comes.
 */
const RESUMED_HOURS_MAX = 20;

/** The outcome of an action: the response of its method. */
export type Outcome =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly statusCode: string; readonly errors: string | null };

/** Stores the calls of declared methods, and performs them once they are approved. */
export class TwoPersonApproval {
  readonly #deps: ApprovalDeps;
  readonly #settings: ApprovalSettings;
  /** The methods that need approval, without the check. */
  readonly #methods = new Map<string, Method>();
  #declare: () => unknown = () => {};

  constructor(deps: ApprovalDeps, settings: ApprovalSettings) {
    this.#deps = deps;
    this.#settings = settings;
  }

  /**
   * The same for the work of the leader, whose methods write through the database of `deps` (J31).
   * @param declare hands the methods to `guarded`; called when the first action is performed
   */
  over(deps: ApprovalDeps, declare: (approvals: TwoPersonApproval) => unknown): TwoPersonApproval {
    const approvals = new TwoPersonApproval(deps, this.#settings);
    approvals.#declare = () => declare(approvals);
    return approvals;
  }

  get isOn(): boolean {
    return this.#settings.isOn;
  }

  /** The methods to serve: when the setting is on, methods that declare it need approval. */
  guarded(methods: readonly Method[]): Method[] {
    return methods.map((method) => {
      if (method.fourEyes === undefined) return method;
      this.#methods.set(method.name, method);
      return this.#settings.isOn ? this.#waiting(method) : method;
    });
  }

  /** Asking changes something by itself, so it takes an Idempotency-Key, whatever the method does. */
  #waiting(method: Method): Method {
    const ask = changeAfter<Parameters, string, AnyFields>(
      this.#deps,
      async (call) => {
        await this.#checkWaiting(method, call);
        return textOf(call.values);
      },
      (call, db, text) => this.#ask(method, call, { db, text }),
    );
    const handler = async (call: Call): Promise<Answer> => {
      const { waits, against } = await judgementOf(method, call);
      const judged = withValues(call, { ...call.values, ...against });
      return waits ? ask(judged) : method.handler(judged);
    };
    return {
      ...method,
      idempotent: true,
      otherAnswers: [
        ...(method.otherAnswers ?? []),
        { http: 202, response: PENDING, description: 'It waits for a second operator, statusDesc being Pending (C81)' },
      ],
      handler: Object.assign(handler, { idempotent: true } as const),
    };
  }

  /** Of two that are asked for at once the venue refuses the second one when it is approved. */
  async #checkWaiting({ name, checkWaiting }: Method, { values }: Call): Promise<void> {
    if (checkWaiting === undefined) return;
    const { db, nowUs } = this.#deps;
    const waiting = await waitingAt(db, nowUs()).where('method', '=', name).selectAll().execute();
    for (const row of waiting) checkWaiting(values, await this.#valuesOf(row));
  }

  /** @param text of the values of the call */
  async #ask(
    method: Method,
    { client, ip }: Call,
    { db, text }: { readonly db: Kysely<Schema>; readonly text: string },
  ): Promise<Answer> {
    const { secrets, nowUs } = this.#deps;
    const [action_id, now] = [shortId(), nowUs()];
    const row: PendingActionRow = {
      action_id,
      ...askedBy(client),
      method: method.name,
      values_sealed: secrets.seal(text, contextOf(action_id, 'values')),
      ip,
      status: 'Pending',
      reason: null,
      created_at: now,
      expires_at: now + this.#settings.hours * HOUR_US,
      decided_by: null,
      decided_at: null,
      answer_sealed: null,
      decided_by_user: null,
    };
    await insertAction(db, row);
    return { http: 202, statusDesc: 'Pending', fields: { pendingAction: actionFields(row, now) } };
  }

  /** How many dollars a waiting call moves, for the question before it is approved (P21). */
  async amountOf(actionId: string, client: Client): Promise<string | undefined> {
    const row = await findAction(this.#deps.db, actionId);
    return row && this.#methods.get(row.method)?.amount?.(await this.#valuesOf(row), client);
  }

  /** Of the method of an action; none: it is no longer served. */
  parametersOf({ method }: PendingActionRow): Parameters {
    return this.#methods.get(method)?.parameters ?? {};
  }

  async #valuesOf({ action_id, values_sealed }: PendingActionRow): Promise<Call['values']> {
    const text = this.#deps.secrets.open(values_sealed, contextOf(action_id, 'values'));
    return (await valuesOf(text)) as Call['values'];
  }

  /** Performs an approved action as the operator who asked, and stores the response. */
  async perform(row: PendingActionRow): Promise<PendingActionRow> {
    const { db, secrets } = this.#deps;
    const outcome = await this.#outcomeOf(row);
    const answer_sealed = secrets.seal(await textOf(outcome), contextOf(row.action_id, 'answer'));
    return moveAction(db, row, outcome.ok ? 'done' : 'refused', { answer_sealed });
  }

  async #outcomeOf(row: PendingActionRow): Promise<Outcome> {
    try {
      const { fields = {} } = await this.#methodOf(row).handler(await this.#callOf(row));
      return { ok: true, fields };
    } catch (error) {
      // The outcome of any other error is unknown: `resume` performs the action again with the same key.
      if (!(error instanceof ApiError) || error.statusCode === 500 || error.statusCode === 503) throw error;
      return { ok: false, statusCode: String(error.statusCode), errors: error.detail ?? null };
    }
  }

  #methodOf({ method }: PendingActionRow): Method {
    const known = this.#methods.get(method);
    if (known === undefined) throw new ApiError(104, `${method} is no longer served`);
    return known;
  }

  async #callOf(row: PendingActionRow): Promise<Call> {
    const method = this.#methodOf(row);
    const values = await this.#valuesOf(row);
    // With a space, which no key of a caller has (C34): it could store an answer under it before.
    const key = `action ${row.action_id}`;
    return innerCall({
      method,
      client: await askerOf(this.#deps.db, row, this.#deps.nowUs()),
      values,
      ip: row.ip,
      requestId: row.action_id,
      logger: this.#settings.log,
      logged: { actionId: row.action_id, method: method.name },
      idempotency: method.idempotent ? await inTurns(idempotencySteps(key, method.name, values)) : undefined,
    });
  }

  /**
   * Performs the actions that were approved up to a time and did not come to their end, or marks them interrupted where
   * that is not safe. Rejects, after all of them, with the errors of those that failed.
   */
  async resume(upTo: Microseconds = this.#deps.nowUs()): Promise<void> {
    const approved = await this.#deps.db
      .selectFrom('pending_actions')
      .select('action_id')
      .where('status', '=', 'Approved')
      .where('decided_at', '<=', upTo)
      .execute();
    if (approved.length > 0 && this.#methods.size === 0) this.#declare();
    const failed: string[] = [];
    const errors: unknown[] = [];
    for (const { action_id: actionId } of approved) {
      await this.#resumeOne(actionId).catch((error: unknown) => {
        failed.push(actionId);
        errors.push(error);
      });
    }
    if (failed.length > 0) throw new AggregateError(errors, `actions ${failed.join(', ')} failed`);
  }

  async #resumeOne(actionId: string): Promise<void> {
    const { db, nowUs } = this.#deps;
    const row = await foundAction(db, actionId);
    // Its call has come to its end meanwhile.
    if (row.status !== 'Approved') return;
    const isRecent = (row.decided_at ?? 0) > nowUs() - RESUMED_HOURS_MAX * HOUR_US;
    const method = this.#methods.get(row.method);
    const isSafe = method?.idempotent === true && !method.handler.keptAfterwards && isRecent;
    await (isSafe ? this.perform(row) : moveAction(db, row, 'interrupt'));
    this.#settings.log.warn({ actionId, method: row.method, done: isSafe }, 'an approved action was interrupted');
  }
}

async function judgementOf({ fourEyes }: Method, { values, client }: Call): Promise<Judgement> {
  const judgement = typeof fourEyes === 'function' ? await fourEyes(values, client) : true;
  return typeof judgement === 'boolean' ? { waits: judgement, against: {} } : judgement;
}
