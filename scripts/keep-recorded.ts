/**
 * What a second recording would change for no reason: ids that are drawn and times. Where an answer differs in nothing
 * else, the one that was recorded before is kept; in others, what stands for the same thing is as it was.
 */

type Value = unknown;

/** What differs from one recording to the next, and what stands for it where answers are compared. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?/g, 'TIME'],
  [/\b\d\d[-/]\d\d[-/]\d{4}\b/g, 'DATE'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/\b[A-Z]?[0-9a-f]{16,}\b/g, 'KEY'],
  [/^[a-z0-9]{10}$/g, 'SHORT-ID'],
  [/^C\d{8}$/g, 'CLIENT'],
  [/\b\d{10,}\b/g, 'NUMBER'],
];
/** Numbers of such names are times, or how long something took; such texts are positions in a stream. */
const VOLATILE_NUMBER = /(ms|us|seconds|uptime|time|expires?)$/i;
const VOLATILE_TEXTS: ReadonlySet<string> = new Set(['cursor']);
/** The choices of a question of the sandbox's identity check come in an order that is drawn. */
const SHUFFLED: ReadonlySet<string> = new Set(['answer']);
/** What is measured of the process that recorded: the names of the figures count, and not what they were. */
const MEASURED: ReadonlySet<string> = new Set(['figures']);

/** The new recording, as like the old one as it can be. */
export function keepRecorded<R extends object>(before: Partial<R>, now: R): R {
  const old = new Map<string, string>();
  learn(before, now, old);
  return merged(before, now, old) as R;
}

function isSame(before: Value, now: Value, name = ''): boolean {
  if (typeof before === 'string' && typeof now === 'string') {
    return VOLATILE_TEXTS.has(name) || shapeOf(before) === shapeOf(now);
  }
  if (SHUFFLED.has(name) && Array.isArray(before) && Array.isArray(now)) {
    return before.toSorted().join('\n') === now.toSorted().join('\n');
  }
  if (MEASURED.has(name) && Array.isArray(before) && Array.isArray(now)) {
    return isSame(before.map(withoutValue), now.map(withoutValue));
  }
  if (typeof before === 'number' && typeof now === 'number') return before === now || VOLATILE_NUMBER.test(name);
  if (!isTree(before) || !isTree(now)) return before === now;
  const names = Object.keys(now);
  if (Array.isArray(before) !== Array.isArray(now) || names.join() !== Object.keys(before).join()) return false;
  return names.every((key) => isSame(before[key], now[key], key));
}

function withoutValue(figure: object): object {
  return { ...figure, value: 0 };
}

/** Which text of the new recording is where the old one had another of the same shape. */
function learn(before: Value, now: Value, old: Map<string, string>): void {
  if (typeof before === 'string' && typeof now === 'string') {
    if (before !== now && shapeOf(before) === shapeOf(now)) old.set(now, before);
  } else if (isTree(before) && isTree(now)) {
    for (const key of Object.keys(now)) learn(before[key], now[key], old);
  }
}

/** Answers are kept or renewed as a whole: two levels below, the names of answers and their fields. */
function merged(before: Value, now: Value, old: ReadonlyMap<string, string>): Value {
  if (!isTree(before) || !isTree(now) || Array.isArray(now)) return isSame(before, now) ? before : renamed(now, old);
  if (isSame(before, now)) return before;
  return Object.fromEntries(Object.entries(now).map(([key, value]) => [key, merged(before[key], value, old)]));
}

function renamed(value: Value, old: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return old.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, old));
  if (!isTree(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, renamed(entry, old)]));
}

function shapeOf(text: string): string {
  return VOLATILE.reduce((shape, [pattern, name]) => shape.replace(pattern, name), text);
}

function isTree(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null;
}
