import type { TSchema } from 'typebox';
import { atOnce, type Steps } from './steps.ts';

/** Why a value is not of its kind. */
export class Malformed {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Called with a value that is present: not undefined, not null and, unless keepEmpty, not empty or blank text. */
export interface Reader<T> {
  (value: unknown): T | Malformed;
  /** The same in steps, where a value may be long. */
  readonly steps?: (value: unknown) => Steps<T | Malformed>;
}

/** What a value is: how it is documented and how it is read. */
export interface Kind<T> {
  readonly schema: TSchema;
  readonly read: Reader<T>;
  /** Whether an empty text counts as a value (free text that can be cleared) and not as missing. */
  readonly keepEmpty: boolean;
  /** A value as a caller would send it; absent: as it is read. */
  written?(value: T): unknown;
}

/** What a caller would send for a value that was read. */
export function writtenOf<T>(kind: Kind<T>, value: T): unknown {
  return kind.written === undefined ? value : kind.written(value);
}

/** A reader of values that may be long. */
export function readerInSteps<T>(steps: (value: unknown) => Steps<T | Malformed>): Reader<T> {
  return Object.assign((value: unknown) => atOnce(steps(value)), { steps });
}

/** The steps of a reader; of one without steps a single one. */
export function* stepsOf<T>(read: Reader<T>, value: unknown): Steps<T | Malformed> {
  if (read.steps !== undefined) return yield* read.steps(value);
  yield 1;
  return read(value);
}

/**
 * The kind of the values that `map` makes of the values of another kind; it gets the sent value too. `written` is
 * needed where a caller would not send what `map` makes.
 */
export function mapKind<V, W>(
  { written: _, ...kind }: Kind<V>,
  map: (read: V, sent: unknown) => W | Malformed,
  written?: (value: W) => unknown,
): Kind<W> {
  const mapped = (value: V | Malformed, sent: unknown) => (value instanceof Malformed ? value : map(value, sent));
  const read = (sent: unknown) => mapped(kind.read(sent), sent);
  const { steps } = kind.read;
  const mappedKind = { ...kind, ...(written && { written }) };
  if (steps === undefined) return { ...mappedKind, read };
  const mappedSteps = function* (sent: unknown): Steps<W | Malformed> {
    return mapped(yield* steps(sent), sent);
  };
  return { ...mappedKind, read: Object.assign(read, { steps: mappedSteps }) };
}

export interface Described {
  /** The name of the schema in the document of the API. */
  readonly title?: string;
  readonly description?: string;
}

/** The part of a schema that describes it. */
export function describe({ title, description }: Described): Described {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Absent and null are missing; so is empty or blank text, unless the parameter keeps it. */
export function isMissing(value: unknown, keepEmpty: boolean): boolean {
  if (value === undefined || value === null) return true;
  if (keepEmpty || typeof value !== 'string') return false;
  // Nearly every text begins with a visible character of ASCII: then it is not blank.
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && value.trim() === '';
}
