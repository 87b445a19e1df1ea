import type { Method } from '../../http/method.ts';

/** Every name that a key can be granted or denied: what the declared methods ask for. */
export interface PermissionCatalogue {
  readonly scopes: ReadonlySet<string>;
  /** Method names and aliases. */
  readonly methods: ReadonlySet<string>;
  /** `<method>.<field>` of each parameter that is required by permission (spec/1, Scopes and permissions). */
  readonly fieldPermissions: ReadonlySet<string>;
}

/** The PII levels of account.read, highest last: a key with only the base scope sees fields redacted (spec/1, Scopes). */
const ACCOUNT_SCOPES = ['account.read', 'account.read.pii_low', 'account.read.pii_medium', 'account.read.pii_high'];

/** Reads the catalogue off the methods, so that a module that adds a method has nothing else to do. */
export function catalogueOf(methods: readonly Method[]): PermissionCatalogue {
  const scopes = new Set(ACCOUNT_SCOPES);
  const names = new Set<string>();
  const fields = new Set<string>();
  for (const method of methods) {
    for (const scope of [method.scope ?? []].flat()) scopes.add(scope);
    for (const name of [method.name, ...(method.aliases ?? [])]) names.add(name);
    for (const [field, parameter] of Object.entries(method.parameters)) {
      if (parameter.presence === 'requiredByPermission') fields.add(`${method.name}.${field}`);
    }
  }
  return Object.freeze({ scopes, methods: names, fieldPermissions: fields });
}

/** What a key was granted: all there is, those of later releases included, or a list. */
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
