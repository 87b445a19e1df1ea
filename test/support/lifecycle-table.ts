import type { Lifecycle } from '../../src/modules/shared/record/lifecycle.ts';

/** The table for a page of docs/: a row for each trigger, a column for each state, the code of a refusal. */
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
