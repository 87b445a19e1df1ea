/**
 * Parameters of API methods: each kind is a JSON schema (TypeBox, for OpenAPI) and a reader that turns what was sent
 * (text from a form, or a JSON value) into the value the handler sees. Nothing is coerced: a reader answers a
 * `Malformed` for what is not exactly of its kind.
 *
 *     parameters: {
 *       securityid: required(numericId({ description: 'offering id' })),
 *       quantity: required(wholeNumber({ minimum: 1 })),
 *       action: required(choice(['Buy', 'Sell'])),
 *       token: optional(text({ maxLength: 200 })),
 *     }
 */
import { Decimal } from 'decimal.js';
import Type, { type TSchema } from 'typebox';

export class Malformed {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export type Presence = 'required' | 'optional' | 'requiredByPermission';

/** What a value is: how it is documented and how it is read. */
export interface Kind<T> {
  readonly schema: TSchema;
  /** Called with a value that is present: not undefined, not null and, unless keepEmpty, not empty or blank text. */
  readonly read: (value: unknown) => T | Malformed;
  /** Whether an empty text counts as a value (free text that can be cleared) and not as missing. */
  readonly keepEmpty: boolean;
}

export interface Parameter<T> extends Kind<T> {
  readonly presence: Presence;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a handler receives: required parameters always, the others when they were sent. */
export type ValuesOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> & { readonly presence: 'required' }
    ? T
    : P[K] extends Parameter<infer T>
      ? T | undefined
      : never;
};

// ---------------------------------------------------------------- presence

/** The call is refused without it. */
export function required<T>(kind: Kind<T>): Parameter<T> & { readonly presence: 'required' } {
  return Object.freeze({ ...kind, presence: 'required' as const });
}

/** The handler sees undefined when it is absent. */
export function optional<T>(kind: Kind<T>): Parameter<T> & { readonly presence: 'optional' } {
  return Object.freeze({ ...kind, presence: 'optional' as const });
}

/** Required only of keys that hold the field permission `<method>.<field>` (spec/1, Scopes and permissions). */
export function requiredByPermission<T>(kind: Kind<T>): Parameter<T> & { readonly presence: 'requiredByPermission' } {
  return Object.freeze({ ...kind, presence: 'requiredByPermission' as const });
}

/** Absent and null are missing; so is empty or blank text, unless the parameter keeps it. */
export function isMissing(value: unknown, keepEmpty: boolean): boolean {
  if (value === undefined || value === null) return true;
  return !keepEmpty && typeof value === 'string' && value.trim() === '';
}

/** A name that a caller made up, safe to repeat in an answer that may be shown as HTML. */
export function printableName(name: string): string {
  return name.slice(0, 100).replace(/[^\w.[\]-]/g, '?');
}

// ---------------------------------------------------------------- text

interface Described {
  readonly description?: string;
}

const TEXT_LENGTH_MAX = 4000;

/** The text of a JSON string, or of a JSON number that is exactly its text (ids are often sent as numbers). */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : undefined;
  const digits = String(value);
  // Fifteen significant digits survive a binary floating-point number; more may not be what was sent.
  return digits.includes('e') || digits.replace(/^[-0.]+|[-.]/g, '').length > 15 ? undefined : digits;
}

/** Free text, as sent. maxLength in UTF-16 units (default 4000). */
export function text(
  options: Described & {
    readonly maxLength?: number;
    readonly minLength?: number;
    /** What the whole value must match. */
    readonly pattern?: RegExp;
    /** Said when the pattern does not match, for example 'must be an e-mail address'. */
    readonly patternReason?: string;
    readonly keepEmpty?: boolean;
  } = {},
): Kind<string> {
  const { maxLength = TEXT_LENGTH_MAX, minLength = 0, pattern, keepEmpty = false } = options;
  const notText = new Malformed('must be text');
  const tooLong = new Malformed(`must not be longer than ${maxLength} characters`);
  const tooShort = new Malformed(`must be at least ${minLength} characters long`);
  const unprintable = new Malformed('must be well-formed text without NUL characters');
  const mismatch = new Malformed(options.patternReason ?? 'has a wrong form');
  return {
    schema: Type.String({ ...describe(options), maxLength, ...(pattern ? { pattern: pattern.source } : {}) }),
    keepEmpty,
    read: (value) => {
      const read = asText(value);
      if (read === undefined) return notText;
      if (read.length > maxLength) return tooLong;
      if (read.length < minLength) return tooShort;
      // PostgreSQL stores neither NUL nor lone surrogates: refused here, so both databases keep the same text.
      if (read.includes('\0') || !read.isWellFormed()) return unprintable;
      if (pattern && !matches(pattern, read)) return mismatch;
      return read;
    },
  };
}

/** A pattern with the g or y flag would remember where it stopped in the value before. */
function matches(pattern: RegExp, value: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(value);
}

function describe(options: Described): Described {
  return options.description === undefined ? {} : { description: options.description };
}

// ---------------------------------------------------------------- numbers

/**
 * A numeric id, up to 15 digits. A number that cannot be an id (a decimal such as 123.4, or more digits) passes the
 * format check and reads as 0, which no record has, so that the method answers its own "does not exist" (spec/4 0.3).
 */
export function numericId(options: Described = {}): Kind<number> {
  const notNumeric = new Malformed('only numbers are allowed');
  return {
    schema: Type.Unsafe<number>({ type: ['string', 'integer'], pattern: '^[0-9]{1,15}$', ...describe(options) }),
    keepEmpty: false,
    read: (value) => {
      if (typeof value === 'number') {
        if (!(value >= 0) || value === Number.POSITIVE_INFINITY) return notNumeric;
        return Number.isInteger(value) && value < 1e15 ? value : 0;
      }
      if (typeof value !== 'string') return notNumeric;
      if (/^[0-9]{1,15}$/.test(value)) return Number(value);
      return /^[0-9]+(\.[0-9]+)?$/.test(value) ? 0 : notNumeric;
    },
  };
}

/** A whole number: a JSON integer or decimal digits. `1e3`, `10.5`, ` 10`, `0x10` and true are malformed. */
export function wholeNumber(
  options: Described & { readonly minimum?: number; readonly maximum?: number } = {},
): Kind<number> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = options;
  const notWhole = new Malformed('must be a whole number');
  const outOfRange = new Malformed(rangeReason(options));
  const limits = {
    ...(options.minimum === undefined ? {} : { minimum }),
    ...(options.maximum === undefined ? {} : { maximum }),
  };
  return {
    schema: Type.Unsafe<number>({
      type: ['integer', 'string'],
      pattern: '^-?[0-9]+$',
      ...limits,
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      let read: number;
      if (typeof value === 'number') read = value;
      else if (typeof value === 'string' && /^-?[0-9]{1,30}$/.test(value)) read = Number(value);
      else return notWhole;
      if (!Number.isInteger(read)) return notWhole;
      // Beyond the safe integers the number is no longer the one that was sent, so the limits hold there too.
      if (!Number.isSafeInteger(read) || read < minimum || read > maximum) return outOfRange;
      return read + 0;
    },
  };
}

function rangeReason(limits: { readonly minimum?: number | string; readonly maximum?: number | string }): string {
  if (limits.minimum !== undefined && limits.maximum !== undefined) {
    return `must be from ${limits.minimum} to ${limits.maximum}`;
  }
  if (limits.minimum !== undefined) return `must be at least ${limits.minimum}`;
  return limits.maximum === undefined ? 'is out of range' : `must be at most ${limits.maximum}`;
}

/**
 * An exact decimal of at most `places` decimals (default 6): text such as `10.5`, without sign +, exponent or
 * grouping, or a JSON number of at most 15 significant digits (more may have been changed by the JSON parser).
 */
export function decimal(
  options: Described & {
    readonly places?: number;
    readonly minimum?: number | string;
    readonly exclusiveMinimum?: number | string;
    readonly maximum?: number | string;
  } = {},
): Kind<Decimal> {
  const { places = 6, minimum, exclusiveMinimum, maximum } = options;
  const notDecimal = new Malformed('must be a decimal number');
  const tooManyPlaces = new Malformed(`must not have more than ${places} decimals`);
  const notAbove = new Malformed(`must be above ${exclusiveMinimum}`);
  const outOfRange = new Malformed(rangeReason(options));
  return {
    schema: Type.Unsafe<Decimal>({
      type: ['string', 'number'],
      pattern: '^-?[0-9]+(\\.[0-9]+)?$',
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      const digits = asText(value);
      if (digits === undefined || digits.length > 40 || !/^-?[0-9]+(\.[0-9]+)?$/.test(digits)) return notDecimal;
      const read = new Decimal(digits);
      if (read.decimalPlaces() > places) return tooManyPlaces;
      if (exclusiveMinimum !== undefined && read.lte(exclusiveMinimum)) return notAbove;
      if (minimum !== undefined && read.lt(minimum)) return outOfRange;
      if (maximum !== undefined && read.gt(maximum)) return outOfRange;
      return read;
    },
  };
}

// ---------------------------------------------------------------- sets

/** One of the members, in its canonical spelling; read without regard to case unless caseInsensitive is false. */
export function choice<const M extends readonly string[]>(
  members: M,
  options: Described & { readonly caseInsensitive?: boolean } = {},
): Kind<M[number]> {
  const fold = options.caseInsensitive === false ? (value: string) => value : (value: string) => value.toLowerCase();
  // The usual spelling is found as it is, without a copy in lower case.
  const bySpelling = new Map<string, M[number]>(
    members.flatMap((member) => [
      [member, member],
      [fold(member), member],
    ]),
  );
  const notMember = new Malformed(`must be one of ${members.join(', ')}`);
  const longest = Math.max(0, ...members.map((member) => member.length));
  return {
    schema: Type.Unsafe<M[number]>({ type: 'string', enum: [...members], ...describe(options) }),
    keepEmpty: false,
    read: (value) => {
      const read = asText(value);
      if (read === undefined || read.length > longest) return notMember;
      return bySpelling.get(read) ?? bySpelling.get(fold(read)) ?? notMember;
    },
  };
}

/** Yes or No, in any case. */
export function yesNo(options: Described = {}): Kind<'Yes' | 'No'> {
  return choice(['Yes', 'No'], options);
}

/** A JSON boolean, or true, false, 1 or 0. */
export function flag(options: Described = {}): Kind<boolean> {
  const notFlag = new Malformed('must be true or false');
  return {
    schema: Type.Unsafe<boolean>({
      type: ['boolean', 'string', 'integer'],
      enum: [true, false, 'true', 'false', '1', '0', 1, 0],
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      const folded = typeof value === 'string' && value.length <= 5 ? value.toLowerCase() : value;
      if (folded === true || folded === 'true' || folded === '1' || folded === 1) return true;
      if (folded === false || folded === 'false' || folded === '0' || folded === 0) return false;
      return notFlag;
    },
  };
}

// ---------------------------------------------------------------- dates and times

/** A calendar date, read from YYYY-MM-DD, MM-DD-YYYY or MM/DD/YYYY, handed over as YYYY-MM-DD. */
export function date(options: Described = {}): Kind<string> {
  const notDate = new Malformed('must be a date, YYYY-MM-DD or MM-DD-YYYY');
  return {
    schema: Type.String({
      ...describe(options),
      pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-[0-9]{4}|[0-9]{2}/[0-9]{2}/[0-9]{4})$',
    }),
    keepEmpty: false,
    read: (value) => (typeof value === 'string' ? (readDate(value) ?? notDate) : notDate),
  };
}

function readDate(value: string): string | undefined {
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value);
  if (iso) return calendarDate(iso[1]!, iso[2]!, iso[3]!);
  const american = /^([0-9]{2})([-/])([0-9]{2})\2([0-9]{4})$/.exec(value);
  return american ? calendarDate(american[4]!, american[1]!, american[3]!) : undefined;
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function calendarDate(year: string, month: string, day: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = m === 2 && leap ? 29 : (MONTH_DAYS[m - 1] ?? 0);
  return y > 0 && d >= 1 && d <= days ? `${year}-${month}-${day}` : undefined;
}

/** A time of day HH:MM (00:00 to 23:59), handed over as whole minutes after midnight. */
export function clockTime(options: Described = {}): Kind<number> {
  const notTime = new Malformed('must be a time, HH:MM');
  return {
    schema: Type.String({ ...describe(options), pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
    keepEmpty: false,
    read: (value) => {
      const parts = typeof value === 'string' ? /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(value) : null;
      return parts ? Number(parts[1]) * 60 + Number(parts[2]) : notTime;
    },
  };
}

// ---------------------------------------------------------------- lists and objects

/** The value itself, or the JSON in it where a form sent it as text. */
function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON array (in a form: its JSON text), each item read by the kind. */
export function list<T>(item: Kind<T>, options: Described & { readonly maxItems?: number } = {}): Kind<readonly T[]> {
  const { maxItems = 100 } = options;
  const notList = new Malformed('must be a list');
  const tooLong = new Malformed(`must not have more than ${maxItems} items`);
  return {
    schema: Type.Array(item.schema, { ...describe(options), maxItems }),
    keepEmpty: false,
    read: (value) => {
      const sent = fromJsonText(value);
      if (!Array.isArray(sent)) return notList;
      if (sent.length > maxItems) return tooLong;
      const items: T[] = [];
      for (const [index, entry] of sent.entries()) {
        const read = isMissing(entry, item.keepEmpty) ? new Malformed('is missing') : item.read(entry);
        if (read instanceof Malformed) return new Malformed(`item ${index} ${read.reason}`);
        items.push(read);
      }
      return items;
    },
  };
}

const NESTING_MAX = 20;

/** Whether arrays and objects stand in each other more than `levels` deep; what is too deep overflows later readers. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(entry, levels - 1));
}

/** Any JSON object (in a form: its JSON text), its entries unread; for what the module checks itself. */
export function jsonObject(
  options: Described & { readonly maxKeys?: number } = {},
): Kind<Readonly<Record<string, unknown>>> {
  const { maxKeys = 200 } = options;
  const notObject = new Malformed('must be an object');
  const tooMany = new Malformed(`must not have more than ${maxKeys} fields`);
  const tooDeep = new Malformed(`must not be nested more than ${NESTING_MAX} deep`);
  return {
    schema: Type.Unsafe<Record<string, unknown>>({ type: 'object', maxProperties: maxKeys, ...describe(options) }),
    keepEmpty: false,
    read: (value) => {
      const sent = fromJsonText(value);
      if (!isPlainObject(sent)) return notObject;
      const keys = Object.keys(sent);
      if (keys.length > maxKeys) return tooMany;
      if (isDeeperThan(sent, NESTING_MAX)) return tooDeep;
      // Without a prototype, a key such as __proto__ or constructor is a key like any other.
      const copy: Record<string, unknown> = Object.create(null);
      for (const key of keys) copy[key] = sent[key];
      return copy;
    },
  };
}

/** A JSON object with the given fields (presence as in parameters); an unknown field is malformed unless ignored. */
export function objectOf<P extends Parameters>(
  fields: P,
  options: Described & { readonly ignoreUnknown?: boolean } = {},
): Kind<ValuesOf<P>> {
  const names = Object.keys(fields);
  const requiredNames = names.filter((name) => fields[name]!.presence === 'required');
  const notObject = new Malformed('must be an object');
  return {
    schema: Type.Unsafe<ValuesOf<P>>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, fields[name]!.schema])),
      ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
      ...(options.ignoreUnknown ? {} : { additionalProperties: false }),
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      const sent = fromJsonText(value);
      if (!isPlainObject(sent)) return notObject;
      if (!options.ignoreUnknown) {
        const unknown = Object.keys(sent).find((key) => !Object.hasOwn(fields, key));
        if (unknown !== undefined) return new Malformed(`has the unknown field "${printableName(unknown)}"`);
      }
      return readFields(fields, names, sent);
    },
  };
}

function readFields<P extends Parameters>(
  fields: P,
  names: string[],
  sent: Record<string, unknown>,
): ValuesOf<P> | Malformed {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const field = fields[name]!;
    const entry = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (isMissing(entry, field.keepEmpty)) {
      if (field.presence === 'required') return new Malformed(`lacks the field "${name}"`);
      continue;
    }
    const read = field.read(entry);
    if (read instanceof Malformed) return new Malformed(`field "${name}" ${read.reason}`);
    values[name] = read;
  }
  return values as ValuesOf<P>;
}
