/**
 * The levels of personal data of the fields of answers (C24 to C26). A module has one table of them; each method of the
 * module answers by it, whoever calls and over whatever way.
 */
import type { TObject, TSchema } from 'typebox';
import type { Client } from './client.ts';
import { inPieces, isLong } from './pieces.ts';
import { grantedLevel, type PiiLevel, reaches } from './scopes.ts';

/** What stands in place of a value above the granted level, whether or not there is one (C25). */
export const REDACTED = 'REDACTED';

export interface FieldLevel {
  /** The scope whose level counts, for example account.read. */
  readonly scope: string;
  readonly level: PiiLevel;
  /** In place of REDACTED: its last four characters, in reads of the method style (C26); or no text (U11). */
  readonly hiddenAs?: 'end' | 'empty' | undefined;
}

/** By the names of the fields in the API. */
export type FieldLevels = ReadonlyMap<string, FieldLevel>;

/** Whether a client sees what has this level; every caller of a method sees the level none. */
export function sees({ scopes }: Pick<Client, 'scopes'>, { scope, level }: FieldLevel): boolean {
  return level === 'none' || reaches(grantedLevel(scopes, scope), level);
}

type AnyFields = Readonly<Record<string, unknown>>;

/** A successful answer, as far as it has fields. */
interface Answer {
  readonly fields?: AnyFields;
  readonly statusDesc?: unknown;
}

type Handler = (call: { readonly client: Client }) => Answer | Promise<Answer>;

/** A method, as far as it answers. */
interface Answering {
  readonly name: string;
  readonly style?: 'method' | 'resource';
  readonly idempotent?: boolean;
  readonly response: TObject;
  readonly levels?: FieldLevels | undefined;
  readonly handler: (call: never) => Answer | Promise<Answer>;
}

/** A part of an answer: the level of a value, or the parts of its members. */
interface Part {
  readonly level?: FieldLevel | undefined;
  readonly members?: ReadonlyMap<string, Part>;
  /** Of a list. */
  readonly items?: Part | undefined;
}

/** The property of a schema that names the scope without which the field is not shown. */
const NEEDS = 'x-needs-scope';

/**
 * The method with answers that hide what the caller may not see. Throws for a text of the answer whose name is not in
 * the table, so that nobody forgets to decide.
 */
export function withLevels<M extends Answering>(method: M, levels: FieldLevels): M {
  if (method.levels !== undefined) return method;
  const walk = new SchemaWalk(method, levels);
  const [response, part] = walk.of(method.response, '');
  if (part === undefined) return Object.freeze({ ...method, levels });
  const handler = hiding(method.handler as Handler, part, [...walk.used]);
  return Object.freeze({ ...method, levels, response: response as TObject, handler });
}

/** Finds the parts of a declared answer that have a level, and notes the levels in its schema. */
class SchemaWalk {
  readonly used = new Set<FieldLevel>();
  readonly #method: Answering;
  readonly #levels: FieldLevels;

  constructor(method: Answering, levels: FieldLevels) {
    this.#method = method;
    this.#levels = levels;
  }

  of(schema: TSchema, name: string): [TSchema, Part | undefined] {
    const sent = schema as Readonly<Record<string, unknown>>;
    const level = this.#levels.get(name);
    if (level !== undefined && level.level !== 'none') return this.#levelled(sent, name, level);
    if (level === undefined && isText(sent))
      throw new Error(`${this.#method.name}: the field ${name} of the answer has no level`);
    const made: Record<string, unknown> = { ...sent };
    let part: Part | undefined;
    for (const key of ['anyOf', 'allOf', 'prefixItems'] as const) {
      const some = (sent[key] as readonly TSchema[] | undefined)?.map((one) => this.of(one, name));
      if (some === undefined) continue;
      made[key] = some.map(([one]) => one);
      const parts = some.reduce<Part | undefined>((all, [, one]) => joined(all, one), undefined);
      part = joined(part, key === 'prefixItems' && parts ? { items: parts } : parts);
    }
    if (sent.type === 'array' && 'items' in sent) {
      const [items, found] = this.of(sent.items as TSchema, name);
      made.items = items;
      if (found) part = joined(part, { items: found });
    }
    if (sent.properties !== undefined) {
      const members = Object.entries(sent.properties as Readonly<Record<string, TSchema>>).map(
        ([key, one]) => [key, ...this.of(one, key)] as const,
      );
      made.properties = Object.fromEntries(members.map(([key, one]) => [key, one]));
      const found = members.flatMap(([key, , one]) => (one ? [[key, one] as const] : []));
      if (found.length > 0) part = joined(part, { members: new Map(found) });
    }
    return [made as TSchema, part];
  }

  #levelled(schema: Readonly<Record<string, unknown>>, name: string, level: FieldLevel): [TSchema, Part] {
    const { style, idempotent } = this.#method;
    if (!isHideable(schema)) throw new Error(`${this.#method.name}: what is no text, as ${name}, cannot be hidden`);
    const hidesEnd = level.hiddenAs === 'end' && style !== 'resource' && !idempotent;
    const here = level.hiddenAs === 'end' && !hidesEnd ? { ...level, hiddenAs: undefined } : level;
    this.used.add(here);
    return [{ ...schema, [NEEDS]: `${level.scope}.${level.level}` } as TSchema, { level: here }];
  }
}

function isText(schema: Readonly<Record<string, unknown>>): boolean {
  const { type } = schema;
  return !('enum' in schema) && (type === 'string' || (Array.isArray(type) && type.includes('string')));
}

/** A text, an object or a list; not one of a few words, nor a number. */
function isHideable(schema: Readonly<Record<string, unknown>>): boolean {
  return isText(schema) || (!('enum' in schema) && ['object', 'array'].includes(String(schema.type)));
}

function joined(one: Part | undefined, other: Part | undefined): Part | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const members = new Map(one.members);
  for (const [name, part] of other.members ?? []) members.set(name, joined(members.get(name), part)!);
  return { level: one.level ?? other.level, members, items: joined(one.items, other.items) };
}

function hiding(handler: Handler, part: Part, levels: readonly FieldLevel[]): Handler {
  const ofScopes = Map.groupBy(levels, ({ scope }) => scope);
  const shown = (client: Client, answer: Answer): Answer | Promise<Answer> => {
    const hidden = hiddenFrom(client, ofScopes);
    if (hidden.size === 0) return answer;
    const { fields: all, statusDesc: record, ...rest } = answer;
    const answerOf = ({ statusDesc, ...fields }: AnyFields): Answer => ({ ...rest, statusDesc, fields });
    // An answer may have its record in statusDesc (C48).
    const whole = { statusDesc: record, ...all };
    if (!isLong(whole)) return answerOf(shownPart(part, whole, hidden) as AnyFields);
    return longPart(part, whole, hidden).then((shown) => answerOf(shown as AnyFields));
  };
  return Object.assign(
    ((call) => {
      const answer = handler(call);
      return answer instanceof Promise ? answer.then((one) => shown(call.client, one)) : shown(call.client, answer);
    }) satisfies Handler,
    handler,
  );
}

/** The levels above those of the client. */
function hiddenFrom({ scopes }: Client, ofScopes: ReadonlyMap<string, readonly FieldLevel[]>): ReadonlySet<FieldLevel> {
  const hidden = new Set<FieldLevel>();
  for (const [scope, levels] of ofScopes) {
    const granted = grantedLevel(scopes, scope);
    if (granted === 'pii_high') continue;
    for (const one of levels) if (!reaches(granted, one.level)) hidden.add(one);
  }
  return hidden;
}

function shownPart({ level, members, items }: Part, value: unknown, hidden: ReadonlySet<FieldLevel>): unknown {
  if (level !== undefined) return hidden.has(level) ? hiddenValue(level, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return items ? value.map((one) => shownPart(items, one, hidden)) : value;
  const shown: Record<string, unknown> = { ...value };
  for (const [name, part] of members ?? []) if (name in shown) shown[name] = shownPart(part, shown[name], hidden);
  return shown;
}

/** As shownPart, for values with long lists: piece by piece. */
async function longPart(part: Part, value: unknown, hidden: ReadonlySet<FieldLevel>): Promise<unknown> {
  if (part.level !== undefined || !isLong(value)) return shownPart(part, value, hidden);
  const { members, items } = part;
  if (Array.isArray(value)) {
    return items ? inPieces(value, (piece) => piece.map((one) => shownPart(items, one, hidden))) : value;
  }
  const shown: Record<string, unknown> = { ...(value as object) };
  for (const [name, one] of members ?? []) if (name in shown) shown[name] = await longPart(one, shown[name], hidden);
  return shown;
}

function hiddenValue({ hiddenAs }: FieldLevel, value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null) return {};
  if (hiddenAs === undefined) return REDACTED;
  if (typeof value !== 'string' || hiddenAs === 'empty') return hiddenAs === 'empty' ? '' : value;
  // A text of at most four characters would be shown completely.
  const kept = value.length > 4 ? value.slice(-4) : '';
  return value.slice(0, value.length - kept.length).replace(/[^-]/g, 'X') + kept;
}
