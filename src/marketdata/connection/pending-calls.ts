import { type CallRequest, StreamError } from '../requests/index.ts';
import type { CallOrigin, Calls } from './calls.ts';

export interface PendingCallsDeps {
  /** Null: no method can be called. */
  readonly calls: Calls | null;
  readonly answer: (text: string) => void;
  /** Cuts the connection (CallOrigin). */
  readonly cut: () => void;
  /** Called once, when it was asked to end and nothing is under way. */
  readonly onEnd: () => void;
}

/** The calls of one connection that have no answer yet: it says goodbye after them. */
export class PendingCalls {
  readonly #deps: PendingCallsDeps;
  #underWay = 0;
  #endingSinceMs: number | null = null;

  constructor(deps: PendingCallsDeps) {
    this.#deps = deps;
  }

  /** Each call is answered for itself, when it is done. Throws StreamError where none is taken. */
  perform({ calls, id }: CallRequest, caller: Pick<CallOrigin, 'client' | 'ip'>): void {
    const methods = this.#deps.calls;
    if (methods === null) throw new StreamError('unknown-op', undefined, id);
    if (this.#endingSinceMs !== null) throw new StreamError('stopping', undefined, id);
    this.#underWay += calls.length;
    const writer = { ...caller, connection: this, answer: this.#answered, cut: this.#deps.cut };
    for (const call of calls) methods.perform(call, writer);
  }

  /** Takes no more calls; onEnd is called when the last of those under way is answered. */
  end(nowMs: number): void {
    if (this.#underWay === 0) this.#deps.onEnd();
    else this.#endingSinceMs ??= nowMs;
  }

  /** Whether answers have been waited for for so long since the end was asked for. */
  hasWaited(nowMs: number, patienceMs: number): boolean {
    return this.#endingSinceMs !== null && nowMs - this.#endingSinceMs >= patienceMs;
  }

  readonly #answered = (text: string): void => {
    this.#underWay -= 1;
    this.#deps.answer(text);
    if (this.#underWay === 0 && this.#endingSinceMs !== null) this.#deps.onEnd();
  };
}
