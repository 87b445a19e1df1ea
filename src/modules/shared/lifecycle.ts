/** States that a record goes through, as one table: the methods ask it, the pages of docs/ show it, tests walk it. */
import { type Refusal, reasonCodeOf } from '../../exchange/api/index.ts';
import { ApiError, type StatusCode } from '../../http/methods/index.ts';

export interface Move<State extends string, Trigger extends string> {
  readonly from: State;
  readonly trigger: Trigger;
  readonly to: State;
}

export interface Lifecycle<State extends string, Trigger extends string> {
  readonly states: readonly State[];
  /** Each trigger with what a record is refused with that has no move for it. */
  readonly refusals: Readonly<Record<Trigger, StatusCode>>;
  readonly moves: readonly Move<State, Trigger>[];
  /** Of the list of reasons, where records of this kind are the venue's (G2). */
  readonly reason?: Refusal;
}

/** Where a record in this state goes by the trigger. Throws ApiError with the refusal of the trigger when nowhere. */
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

/** The table of a page of docs/: a row for each trigger, a column for each state, the code where it is refused. */
export function lifecycleTable<State extends string, Trigger extends string>(
  lifecycle: Lifecycle<State, Trigger>,
): string {
  const { states, refusals, moves } = lifecycle;
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (from: State, trigger: Trigger) => {
    const to = moves.find((one) => one.from === from && one.trigger === trigger)?.to;
    if (to === undefined) return String(refusals[trigger]);
    return to === from ? 'stays' : to;
  };
  return [
    row(['', ...states]),
    row(['---', ...states.map(() => '---')]),
    ...(Object.keys(refusals) as Trigger[]).map((trigger) =>
      row([trigger, ...states.map((one) => cell(one, trigger))]),
    ),
  ].join('\n');
}
