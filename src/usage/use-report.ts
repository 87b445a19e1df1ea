/** A limit and a client or address, and how much of it. */
type Use = readonly [name: string, count: number];

/** A limit and a client or address, and how much of it in each part of the last window, the newest first. */
export type Counted = readonly [name: string, counts: readonly number[]];

/** What clients use of their limits, from one node to the others. */
export interface UseReport {
  /** Counted since the last report. */
  readonly taken: readonly Use[];
  /** In use now, where that has changed. */
  readonly held: readonly Use[];
  /** All that the leader counts, for a node that has just connected. */
  readonly counted?: readonly Counted[] | undefined;
}

/** Of a report that another node sent. */
export function isUseReport(value: unknown): value is UseReport {
  const report = value as Partial<UseReport> | null;
  return (
    areNamed(report?.taken, isCount) &&
    areNamed(report?.held, isCount) &&
    areNamed(report?.counted ?? [], (counts) => Array.isArray(counts) && counts.every(isCount))
  );
}

function areNamed(all: unknown, isValue: (value: unknown) => boolean): boolean {
  return Array.isArray(all) && all.every((one) => Array.isArray(one) && typeof one[0] === 'string' && isValue(one[1]));
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Use that is to be reported to one reader. */
export interface WaitingUse {
  readonly taken: Map<string, number>;
  /** Names whose held count has changed. */
  readonly changed: Set<string>;
}

/** Takes the next names; undefined: there is nothing to report. */
export function takeReport(
  { taken, changed }: WaitingUse,
  namesMax: number,
  heldOf: (name: string) => number,
): UseReport | undefined {
  if (taken.size + changed.size === 0) return undefined;
  const counted = [...taken.entries().take(namesMax)];
  for (const [name] of counted) taken.delete(name);
  const names = [...changed.values().take(namesMax)];
  for (const name of names) changed.delete(name);
  return { taken: counted, held: names.map((name) => [name, heldOf(name)]) };
}

export function setOrDelete(counts: Map<string, number>, name: string, count: number): void {
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
