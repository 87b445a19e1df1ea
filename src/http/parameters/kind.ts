import type { TSchema } from 'typebox';

/** Why a value is not of its kind. */
export class Malformed {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** What a value is: how it is documented and how it is read. */
export interface Kind<T> {
  readonly schema: TSchema;
  /** Called with a value that is present: not undefined, not null and, unless keepEmpty, not empty or blank text. */
  readonly read: (value: unknown) => T | Malformed;
  /** Whether an empty text counts as a value (free text that can be cleared) and not as missing. */
  readonly keepEmpty: boolean;
}

/** The kind of the values that `map` makes of the values of another kind; it gets the sent value too. */
export function mapKind<V, W>(kind: Kind<V>, map: (read: V, sent: unknown) => W | Malformed): Kind<W> {
  const read = (sent: unknown) => {
    const value = kind.read(sent);
    return value instanceof Malformed ? value : map(value, sent);
  };
  return { ...kind, read };
}

export interface Described {
  readonly description?: string;
}

/** The part of a schema that describes it. */
export function describe(options: Described): Described {
  return options.description === undefined ? {} : { description: options.description };
}

/** Absent and null are missing; so is empty or blank text, unless the parameter keeps it. */
export function isMissing(value: unknown, keepEmpty: boolean): boolean {
  if (value === undefined || value === null) return true;
  if (keepEmpty || typeof value !== 'string') return false;
  // Nearly every text begins with a visible character of ASCII: then it is not blank.
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && value.trim() === '';
}
