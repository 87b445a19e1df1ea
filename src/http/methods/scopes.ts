/**
 * Scopes with levels of personal data (C24). A read scope such as account.read comes in four
 * levels: the bare name and the name with .pii_low, .pii_medium or .pii_high. A level includes those below it.
 */

/** Orders, quotes and blocks of the key's client (C90). */
export const TRADING_SCOPE = 'ats_order.write';
/** Every other change without its own scope (C90). */
export const RECORD_SCOPE = 'record.write';

/** Lets a client see the orders and trades of all clients of its parent (S32). Never part of a grant of everything. */
export const DROP_COPY = 'drop_copy';

/** Lowest first; none is the bare scope. */
const PII_LEVELS = ['none', 'pii_low', 'pii_medium', 'pii_high'] as const;
export type PiiLevel = (typeof PII_LEVELS)[number];

const LEVELLED = /^(.+\.read)(?:\.(pii_low|pii_medium|pii_high))?$/;

/**
 * Lists that ask for a level of their scope, and that this scope opens too: with the fields that the level of the
 * caller shows (C25).
 */
export const LISTS = { issuers: 'issuer.list', parties: 'party.list' } as const;
const LIST_SCOPES: ReadonlySet<string> = new Set(Object.values(LISTS));

/** Whether the scope only shows records. */
export function isReadingScope(scope: string): boolean {
  return scope === DROP_COPY || LIST_SCOPES.has(scope) || LEVELLED.test(scope);
}

/** A method, as far as it asks for scopes. */
interface Asking {
  readonly scope?: string | readonly string[] | undefined;
  readonly idempotent?: boolean | undefined;
}

/**
 * The scopes of which a call needs one; none: no scope is asked. A method that takes an Idempotency-Key changes
 * something, so a key that holds scopes for reading only is refused by it (C90).
 */
export function scopesNeeded({ scope, idempotent }: Asking): readonly string[] {
  return [scope ?? (idempotent ? RECORD_SCOPE : [])].flat();
}

/** The scopes that include a scope: itself and, of a scope with levels, its higher levels. */
export function scopesGranting(scope: string): readonly string[] {
  const parts = LEVELLED.exec(scope);
  if (parts === null) return [scope];
  const [, base, level = 'none'] = parts;
  return PII_LEVELS.slice(PII_LEVELS.indexOf(level as PiiLevel)).map((granted) => scopeAt(base!, granted));
}

/** Events report orders and trades: whoever reads them needs both (C24). */
export const EVENT_SCOPES = ['ats_order.read.pii_medium', 'ats_trade.read.pii_medium'] as const;

export function mayReadEvents({ scopes }: { readonly scopes: ReadonlySet<string> }): boolean {
  return EVENT_SCOPES.every((scope) => scopesGranting(scope).some((granted) => scopes.has(granted)));
}

/** Whether a client may follow the clients below its parent, the parent's own included, as a drop copy does (S32). */
export function mayFollowAll(client: {
  readonly clientId: string;
  readonly parentId: string;
  readonly master: boolean;
  readonly scopes: ReadonlySet<string>;
}): boolean {
  return client.master || client.parentId === client.clientId || client.scopes.has(DROP_COPY);
}

/** All the levels that a scope can be granted at; itself where it has none. */
export function levelsOf(scope: string): readonly string[] {
  const base = LEVELLED.exec(scope)?.[1];
  return base === undefined ? [scope] : scopesGranting(base);
}

/** The highest level of a scope such as account.read among those that a key holds; undefined where it holds none. */
export function grantedLevel(held: ReadonlySet<string>, scope: string): PiiLevel | undefined {
  const base = LEVELLED.exec(scope)?.[1] ?? scope;
  return PII_LEVELS.findLast((level) => held.has(scopeAt(base, level)));
}

/** Whether a key that was granted one level sees what asks for another. */
export function reaches(granted: PiiLevel | undefined, asked: PiiLevel): boolean {
  return granted !== undefined && PII_LEVELS.indexOf(granted) >= PII_LEVELS.indexOf(asked);
}

function scopeAt(base: string, level: PiiLevel): string {
  return level === 'none' ? base : `${base}.${level}`;
}
