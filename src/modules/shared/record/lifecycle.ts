/** The states of a record as one table, which methods, the pages of docs/ and tests use. */
import { type Refusal, reasonCodeOf } from '../../../exchange/api/index.ts';
import { ApiError, type StatusCode } from '../../../http/methods/index.ts';

export interface Move<State extends string, Trigger extends string> {
  readonly from: State;
  readonly trigger: Trigger;
  readonly to: State;
}

export interface Lifecycle<State extends string, Trigger extends string> {
  readonly states: readonly State[];
  /** The refusal of each trigger, for states without a move for it. */
  readonly refusals: Readonly<Record<Trigger, StatusCode>>;
  readonly moves: readonly Move<State, Trigger>[];
  /** The reason code, for records of the venue (G2). */
  readonly reason?: Refusal;
}

/** The next state of a record in this state. Throws ApiError with the refusal of the trigger when there is no move. */
export function stateAfter<State extends string, Trigger extends string>(
  lifecycle: Lifecycle<State, Trigger>,
  from: string,
  trigger: Trigger,
): State {
  const move = lifecycle.moves.find((one) => one.from === from && one.trigger === trigger);
  if (move === undefined) throw refusalOf(lifecycle, trigger, from);
  return move.to;
}

function refusalOf<Trigger extends string>(
  { refusals, reason }: Pick<Lifecycle<string, Trigger>, 'refusals' | 'reason'>,
  trigger: Trigger,
  from: string,
): ApiError {
  const fields = reason === undefined ? {} : { reasonCode: reasonCodeOf(reason) };
  return new ApiError(refusals[trigger], `the state is ${from}`, { fields });
}
