import type { Db } from '../../database/schema/index.ts';
import { type RecordKey, recordsOf } from '../events/index.ts';
import type { OutgoingWebhook } from './webhook-outbox.ts';

/** A change that has a webhook. */
export interface ChangeNotice {
  readonly clientId: string;
  /** The name of the webhook. */
  readonly method: string;
  readonly about: readonly RecordKey[];
}

/** Reports changes once they are committed, whether or not somebody is registered for their webhooks. */
export class ChangeWatch {
  /** Of transactions under way. */
  readonly #noted = new WeakMap<Db, ChangeNotice[]>();
  /** Undefined: nobody wants to know, and nothing is noted. */
  onChange: ((change: ChangeNotice) => void) | undefined;

  note(transaction: Db, { clientId, method, fields }: OutgoingWebhook): void {
    if (this.onChange === undefined) return;
    const change = { clientId, method, about: recordsOf(typeof fields === 'function' ? fields() : fields) };
    const noted = this.#noted.get(transaction);
    if (noted === undefined) this.#noted.set(transaction, [change]);
    else noted.push(change);
  }

  committed(transaction: Db): void {
    for (const change of this.#noted.get(transaction) ?? []) this.onChange?.(change);
  }
}
