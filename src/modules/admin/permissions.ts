import type { ApiKeyRow } from '../../database/schema/index.ts';
import {
  ApiError,
  type Client,
  DROP_COPY,
  EVENT_SCOPES,
  type FieldLevels,
  isReadingScope,
  levelsOf,
  type Method,
  RECORD_SCOPE,
  sees,
  TRADING_SCOPE,
} from '../../http/methods/index.ts';

/** Every name that a key can be granted or denied, from the declared methods. */
export interface PermissionCatalogue {
  readonly scopes: ReadonlySet<string>;
  /** Method names and aliases. */
  readonly methods: ReadonlySet<string>;
  /** `<method>.<field>` of each parameter. */
  readonly parameters: ReadonlySet<string>;
  /** `<method>.<field>` of each parameter that is required or stored only with a permission (C27). */
  readonly fieldPermissions: ReadonlySet<string>;
  /** The levels of personal data of the answers of methods and aliases, which their webhooks have too. */
  readonly levels: ReadonlyMap<string, FieldLevels>;
}

/** Scopes that every release knows, at each of their levels (C24). */
const SCOPES = ['issuer.read', 'party.read', 'account.read', 'account.write', 'link.read', RECORD_SCOPE, DROP_COPY];

/** Fields that a method stores only for keys with the permission, and ignores otherwise (C27). */
const STORED_BY_PERMISSION: ReadonlySet<string> = new Set(['createAccount.syndicate', 'updateAccount.syndicate']);

/** Builds the catalogue from the methods, so that a new method needs no further entry. */
export function catalogueOf(methods: readonly Method[]): PermissionCatalogue {
  const asked = new Set(SCOPES);
  const names = new Set<string>();
  const deniable = new Set<string>();
  const fields = new Set<string>();
  const levels = new Map<string, FieldLevels>();
  for (const method of methods) {
    for (const scope of [method.scope ?? []].flat()) asked.add(scope);
    for (const { scope } of method.levels?.values() ?? []) asked.add(scope);
    const { name: ownName, aliases = [], deprecatedAliases = [] } = method;
    for (const name of [ownName, ...aliases, ...deprecatedAliases]) {
      names.add(name);
      if (method.levels !== undefined) levels.set(name, method.levels);
    }
    for (const [field, parameter] of Object.entries(method.parameters)) {
      const name = `${ownName}.${field}`;
      deniable.add(name);
      if (parameter.presence === 'requiredByPermission' || STORED_BY_PERMISSION.has(name)) fields.add(name);
    }
  }
  const scopes = new Set([...asked].flatMap(levelsOf));
  return Object.freeze({ scopes, methods: names, parameters: deniable, fieldPermissions: fields, levels });
}

/**
 * Throws 1403 unless the caller may see all that the webhooks of a method have: they are sent where the caller says.
 */
export function requireWebhookLevels(client: Client, method: string, { levels }: PermissionCatalogue): void {
  const hidden = [...(levels.get(method)?.values() ?? [])].find((level) => !sees(client, level));
  if (hidden === undefined) return;
  throw new ApiError(1403, `method: its webhooks need the scope ${hidden.scope}.pii_high`);
}

/** The grant of a key: everything, including names of later releases, or a list. */
export type Grant = typeof ALL | readonly string[];
export const ALL = '*';

export function storedGrant(grant: Grant): string {
  return grant === ALL ? ALL : JSON.stringify([...new Set(grant)].sort());
}

export function readGrant(stored: string): Grant {
  return stored === ALL ? ALL : (JSON.parse(stored) as string[]);
}

/** The methods and fields that a key may not use. */
export function deniedBy(row: Pick<ApiKeyRow, 'denied_methods'>): readonly string[] {
  return JSON.parse(row.denied_methods) as string[];
}

export function namesOf(grant: Grant, known: ReadonlySet<string>): ReadonlySet<string> {
  return grant === ALL ? known : new Set(grant);
}

/** A grant of everything does not include scopes that show other clients, also in later releases. */
export function scopesOf(grant: Grant, { scopes }: PermissionCatalogue): ReadonlySet<string> {
  return grant === ALL ? new Set([...scopes].filter((scope) => scope !== DROP_COPY)) : new Set(grant);
}

export function requireKnown(field: string, granted: Grant, known: ReadonlySet<string>): void {
  if (granted === ALL) return;
  const unknown = granted.find((name) => !known.has(name));
  if (unknown !== undefined) throw new ApiError(106, `${field}: "${unknown}" does not exist`);
}

/** Whether a key with this grant may change something (C90). */
export function allowsChanges(grant: Grant): boolean {
  return grant === ALL || grant.some((scope) => !isReadingScope(scope));
}

/** Named lists of scopes (C91). */
export const PRESETS = ['read-only', 'drop-copy', 'trading', 'operations'] as const;
export type Preset = (typeof PRESETS)[number];

/** The scopes of a preset in this release, each at its highest level. */
export function scopesOfPreset(preset: Preset, catalogue: PermissionCatalogue): readonly string[] {
  const all = [...scopesOf(ALL, catalogue)].filter((scope) => levelsOf(scope).at(-1) === scope);
  switch (preset) {
    case 'read-only':
      return all.filter(isReadingScope);
    case 'drop-copy':
      return [...EVENT_SCOPES, DROP_COPY];
    case 'trading':
      return [...EVENT_SCOPES, 'account.read', TRADING_SCOPE];
    case 'operations':
      return all.filter((scope) => scope !== TRADING_SCOPE);
  }
}

/** The scopes that a call names, as a list or as a preset. Throws 106. */
export function scopesNamed(
  { scopes, preset }: { readonly scopes?: Grant | undefined; readonly preset?: Preset | undefined },
  catalogue: PermissionCatalogue,
): Grant | undefined {
  if (scopes !== undefined && preset !== undefined) throw new ApiError(106, 'send either scopes or preset');
  if (preset !== undefined) return scopesOfPreset(preset, catalogue);
  if (scopes !== undefined) requireKnown('scopes', scopes, catalogue.scopes);
  return scopes;
}
