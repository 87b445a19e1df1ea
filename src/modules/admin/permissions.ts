import { DROP_COPY, levelsOf, type Method } from '../../http/methods/index.ts';

/** Every name that a key can be granted or denied, from the declared methods. */
export interface PermissionCatalogue {
  readonly scopes: ReadonlySet<string>;
  /** Method names and aliases. */
  readonly methods: ReadonlySet<string>;
  /** `<method>.<field>` of each parameter. */
  readonly parameters: ReadonlySet<string>;
  /** `<method>.<field>` of each parameter that is required or stored only with a permission (C27). */
  readonly fieldPermissions: ReadonlySet<string>;
}

/** Scopes that every release knows, at each of their levels (C24). */
const SCOPES = ['issuer.read', 'party.read', 'account.read', 'account.write', 'link.read', DROP_COPY];

/** Fields that a method stores only for keys with the permission, and ignores otherwise (C27). */
const STORED_BY_PERMISSION: ReadonlySet<string> = new Set(['createAccount.syndicate', 'updateAccount.syndicate']);

/** Builds the catalogue from the methods, so that a new method needs no further entry. */
export function catalogueOf(methods: readonly Method[]): PermissionCatalogue {
  const scopes = new Set(SCOPES.flatMap(levelsOf));
  const names = new Set<string>();
  const deniable = new Set<string>();
  const fields = new Set<string>();
  for (const method of methods) {
    for (const scope of [method.scope ?? []].flat().flatMap(levelsOf)) scopes.add(scope);
    const { name: ownName, aliases = [], deprecatedAliases = [] } = method;
    for (const name of [ownName, ...aliases, ...deprecatedAliases]) names.add(name);
    for (const [field, parameter] of Object.entries(method.parameters)) {
      const name = `${ownName}.${field}`;
      deniable.add(name);
      if (parameter.presence === 'requiredByPermission' || STORED_BY_PERMISSION.has(name)) fields.add(name);
    }
  }
  return Object.freeze({ scopes, methods: names, parameters: deniable, fieldPermissions: fields });
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

export function namesOf(grant: Grant, known: ReadonlySet<string>): ReadonlySet<string> {
  return grant === ALL ? known : new Set(grant);
}

/** A grant of everything does not include scopes that show other clients, also in later releases. */
export function scopesOf(grant: Grant, { scopes }: PermissionCatalogue): ReadonlySet<string> {
  return grant === ALL ? new Set([...scopes].filter((scope) => scope !== DROP_COPY)) : new Set(grant);
}
