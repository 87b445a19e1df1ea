import { inspect } from 'node:util';
import fc from 'fast-check';

const SHORTEN_MS_MAX = 10_000;
/** Of the shortened flow, how many of its last steps are shown. */
const SHOWN_MAX = 20;

interface FlowOptions {
  readonly numRuns: number;
  /** The same flows in every run; absent: others in each run. */
  readonly seed?: number;
  readonly nowMs?: () => number;
}

type Arbitraries<Values extends readonly unknown[]> = { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> };

/**
 * Runs random flows of steps, each perhaps with other random values. A flow that fails is shortened step by step for at
 * most ten seconds, and the error shows its last steps as text.
 */
export async function checkFlows<Step, Others extends readonly unknown[] = []>(
  [flow, ...others]: readonly [fc.Arbitrary<readonly Step[]>, ...Arbitraries<Others>],
  run: (steps: readonly Step[], ...values: Others) => void | Promise<void>,
  { nowMs = () => performance.now(), ...options }: FlowOptions,
): Promise<void> {
  const property = fc.asyncProperty(flow, fc.tuple(...others), async (steps, values) => {
    await run(steps, ...(values as unknown as Others));
  });
  const checked = await fc.check(property, { ...options, endOnFailure: true });
  const { failed, counterexample, seed, numRuns } = checked;
  if (!failed) return;
  if (counterexample === null) throw new Error('too few flows satisfy the preconditions');
  const [steps, values] = counterexample;
  const failure = async (some: readonly Step[]) => {
    try {
      await run(some, ...(values as unknown as Others));
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const until = nowMs() + SHORTEN_MS_MAX;
  const place = placeOf(await failure(steps));
  if (place === undefined) {
    const text = textOf(steps, steps.length, values, `seed ${seed}, flow ${numRuns}; failed once and not again`);
    throw new Error(text, { cause: checked.errorInstance });
  }
  const failsToo = async (some: readonly Step[]) => nowMs() < until && placeOf(await failure(some)) === place;
  const short = await shortened(steps, failsToo, () => nowMs() >= until);
  throw new Error(textOf(short, steps.length, values, `seed ${seed}, flow ${numRuns}`), {
    cause: await failure(short),
  });
}

/** The flow without the steps that it does not need to fail, the largest pieces and the last steps first. */
async function shortened<Step>(
  steps: readonly Step[],
  fails: (some: readonly Step[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Step[]> {
  let left = steps;
  for (let size = Math.ceil(left.length / 2); size > 0; ) {
    const before = left.length;
    for (let end = left.length; end > 0; end -= size) {
      if (isOver()) return left;
      const some = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (await fails(some)) left = some;
    }
    if (left.length === before) size = Math.floor(size / 2);
  }
  return left;
}

/** Where it was thrown, without packages: a shorter flow must fail at the same place; undefined: it did not fail. */
function placeOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')) : [];
  return frames.find((line) => !/node_modules|\(node:/.test(line)) ?? 'nowhere';
}

function textOf(steps: readonly unknown[], of: number, values: readonly unknown[], where: string): string {
  const line = (value: unknown) =>
    inspect(value, { depth: 6, breakLength: Infinity, maxStringLength: 60 }).replaceAll(
      '[Object: null prototype] ',
      '',
    );
  const hidden = Math.max(0, steps.length - SHOWN_MAX);
  return [
    `fails with ${steps.length} of ${of} steps (${where}):`,
    ...(hidden === 0 ? [] : [`  ${hidden} earlier steps`]),
    ...steps.slice(hidden).map((step) => `  ${line(step)}`),
    ...(values.length === 0 ? [] : [`with ${values.map(line).join(', ')}`]),
  ].join('\n');
}
