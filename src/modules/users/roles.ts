import {
  ApiError,
  EVENT_SCOPES,
  isReadingScope,
  LISTS,
  levelsOf,
  type Method,
  RECORD_SCOPE,
  scopesNeeded,
  TRADING_SCOPE,
} from '../../http/methods/index.ts';

export const ROLES = ['trader', 'compliance', 'backOffice', 'operator', 'surveillance', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** Everything of a kind, or the groups of the reference page and single methods that are meant. */
type Reach = 'all' | readonly string[];

interface RoleTerms {
  readonly title: string;
  /** Whose users have it: a client's, or the operator's, who read all clients as a master key does. */
  readonly of: 'client' | 'operator';
  readonly summary: string;
  /** What its reads show, by scope and level (C24); all: the scopes of the preset read-only (C91). */
  readonly scopes: 'all' | readonly string[];
  /** What it reads. */
  readonly reads: Reach;
  /** What it changes. */
  readonly changes: Reach;
}

const TRADING = ['throwKillSwitch', 'releaseKillSwitch', 'tightenLimits'];

/** The rights of each role: the one table (P3). What a role does not name, it may not call. */
export const ROLE_TERMS: Readonly<Record<Role, RoleTerms>> = {
  trader: {
    title: 'Trader',
    of: 'client',
    summary: 'trades for the accounts of the client; sees no bank, card or identity data',
    scopes: [...EVENT_SCOPES, 'issuer.read', LISTS.issuers, 'account.read', 'link.read', 'trade.read'],
    reads: ['ATS', 'Issuers', 'Offerings', 'Accounts', 'Links', 'Trades', 'Health', 'Users'],
    changes: [TRADING_SCOPE, ...TRADING],
  },
  compliance: {
    title: "Issuer's compliance",
    of: 'client',
    summary: 'decides about issuers, offerings, investors, and orders that wait for the issuer',
    scopes: 'all',
    reads: 'all',
    changes: [
      ...['Issuers', 'Offerings', 'Documents', 'Parties', 'KYC and AML', 'Accounts', 'Links', 'Accreditation'],
      'Investor work',
      ...[
        'updateOrder',
        'answerFirstRefusal',
        'updateSecuritySettings',
        'setTransferRules',
        'setHoldings',
        'setAuctionPlan',
        'createCorporateAction',
        'cancelCorporateAction',
      ],
      ...['createSecurityMarketHours', 'updateSecurityMarketHours', 'deleteSecurityMarketHours'],
      ...['throwKillSwitch', 'tightenLimits'],
    ],
  },
  backOffice: {
    title: 'Back office',
    of: 'client',
    summary: 'keeps records of investors, moves money, and confirms settlement',
    scopes: 'all',
    reads: 'all',
    changes: [
      ...['Parties', 'Accounts', 'Links', 'Documents', 'Trades', 'Custody', 'ACH', 'Credit cards', 'Payments'],
      ...['Accreditation', 'Investor work', 'Webhooks', 'Sandbox', 'notifySettlement'],
      ...['performKycAmlBasic', 'performKycAml', 'updateKycAml', 'performAml', 'requestKycAml'],
    ],
  },
  operator: {
    title: 'Operator',
    of: 'operator',
    summary: 'runs the venue: everything that a master key may do',
    scopes: 'all',
    reads: 'all',
    changes: 'all',
  },
  surveillance: {
    title: 'Surveillance',
    of: 'operator',
    summary: 'watches the market of all clients, and works on alerts; sees no bank or card data',
    scopes: [
      ...[...EVENT_SCOPES, 'issuer.read.pii_medium', 'account.read.pii_medium', 'party.read.pii_medium'],
      ...[LISTS.parties, 'link.read', 'trade.read'],
    ],
    reads: [
      ...['ATS', 'Issuers', 'Offerings', 'Accounts', 'Parties', 'Links', 'Trades', 'Health', 'Users'],
      ...[
        'getAlerts',
        'getAlert',
        'getAlertCounts',
        'getSurveillanceRules',
        'getMarketReplay',
        'getVenueHealth',
        'getVenueMetrics',
        'getClients',
      ],
      ...['getAuditLog', 'getAudit', 'listReports', 'getReport'],
    ],
    changes: ['updateAlert'],
  },
  auditor: {
    title: 'Auditor',
    of: 'operator',
    summary: 'reads everything of all clients, and changes nothing',
    scopes: 'all',
    reads: 'all',
    changes: [],
  },
};

/** The rights of a user, in the words in which a key has them. */
export interface Rights {
  readonly master: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly deniedMethods: ReadonlySet<string>;
}

/** Whether a call of the method changes something (C90); every role may end its own sessions. */
function isChange(method: Method): boolean {
  const scopes = scopesNeeded(method);
  if (scopes.includes(SESSION_SCOPE)) return false;
  return method.idempotent === true || scopes.some((scope) => !isReadingScope(scope));
}

/** The scope to end own sessions. */
export const SESSION_SCOPE = 'session.write';

/**
 * What users with these roles may do: several roles add up. Made from the methods, so that a new one is denied to every
 * role that does not reach it.
 */
export function rightsOf(roles: readonly Role[], methods: readonly Method[]): Rights {
  const terms = roles.map((role) => ROLE_TERMS[role]);
  const own = methods.filter(({ host }) => host !== 'legacy');
  const isAllowed = (method: Method) =>
    terms.some((one) => reaches(isChange(method) ? one.changes : one.reads, method));
  const allowed = own.filter(isAllowed);
  const scopes = new Set([SESSION_SCOPE, ...terms.flatMap((one) => readingScopes(one, own))]);
  // Where one of several scopes is enough, one that is held for another method.
  const needed = allowed.filter(isChange).map(scopesNeeded);
  for (const [only] of needed.filter(({ length }) => length === 1)) scopes.add(only!);
  for (const any of needed) if (any.length > 0 && !any.some((one) => scopes.has(one))) scopes.add(RECORD_SCOPE);
  const names = new Set(allowed.map(({ name }) => name));
  return Object.freeze({
    master: terms.some(({ of }) => of === 'operator'),
    scopes,
    deniedMethods: new Set(own.map(({ name }) => name).filter((name) => !names.has(name))),
  });
}

function reaches(reach: Reach, method: Method): boolean {
  if (reach === 'all' || reach.includes(method.name) || reach.includes(method.group)) return true;
  return scopesNeeded(method).some((scope) => reach.includes(scope));
}

function readingScopes({ scopes }: RoleTerms, methods: readonly Method[]): readonly string[] {
  if (scopes !== 'all') return scopes;
  const asked = methods.flatMap(scopesNeeded).filter(isReadingScope);
  return [...asked, ...OTHER_SCOPES].map((scope) => levelsOf(scope).at(-1) ?? scope);
}

/** Scopes for reading by which answers show more, without being asked for by a method. */
const OTHER_SCOPES = ['issuer.read', 'party.read', 'account.read', 'link.read'];

/** Names that this release knows, in the order of the table. */
export function rolesIn(stored: string): readonly Role[] {
  const names = JSON.parse(stored) as readonly string[];
  return ROLES.filter((role) => names.includes(role));
}

/** A call is judged by the roles that were read (C81). Throws 190 for others than expected; undefined: any. */
export function requireExpected(present: readonly Role[], expected: readonly Role[] | undefined): void {
  if (expected === undefined) return;
  const isSame = ROLES.every((role) => present.includes(role) === expected.includes(role));
  if (!isSame) throw new ApiError(190, 'the user has other roles');
}

/**
 * Whether somebody with the role could approve, or do as a client what an operator does not do alone: then it is given
 * by two operators (C81).
 */
export function actsForOthers(role: Role): boolean {
  return role === 'operator' || ROLE_TERMS[role].of === 'client';
}

/** The side that all roles are of; undefined where they are of both, or none is given. */
export function sideOf(roles: readonly Role[]): RoleTerms['of'] | undefined {
  const sides = new Set(roles.map((role) => ROLE_TERMS[role].of));
  return sides.size === 1 ? [...sides][0] : undefined;
}
