/**
 * The level of personal data of each field. A key reads the fields up to the level that its read scope has
 * (account.read, account.read.pii_low, .pii_medium, .pii_high); the others come back as REDACTED (C25):
 *
 * - none: ids, kinds, states and times, with which a program follows a record without knowing the person;
 * - pii_low: a description without a name: region, limits, scores, tags;
 * - pii_medium: name and contact: names, addresses, e-mail, telephone, free text that may contain such data;
 * - pii_high: data that identify for certain or could harm: tax ids, dates of birth, income and worth.
 *
 * A field that is missing here is pii_high, so that a new field is not shown by accident.
 */
import { type Client, grantedLevel, type PiiLevel, reaches } from '../../../http/methods/index.ts';
import type { Fields } from './field.ts';
import { shownName } from './fields.ts';

/** What stands in place of a value above the granted level, whether or not there is one (C25). */
export const REDACTED = 'REDACTED';

export interface PiiTable {
  /** The scope whose level counts, for example account.read. */
  readonly scope: string;
  /** Level by the name that the field has in the API. */
  readonly levels: ReadonlyMap<string, PiiLevel>;
}

/** A link says who belongs to what only by ids, and link.read without a level shows all of it (C25). */
export const LINK_PII = piiTable('link.read', {
  none: `id firstEntryType firstEntry relatedEntryType relatedEntry linkType primary_value notes virtualStatus
    createdDate updatedDate clientId`,
  pii_low: '',
  pii_medium: '',
  pii_high: '',
});

/** A trade names its people only by ids, but for the names that it was given or that its records have. */
export const TRADE_PII = piiTable('trade.read', {
  none: `tradeId id offeringId issueName accountId partyId partyType escrowId transactionType totalAmount totalShares
    unitPrice fees orderStatus createdDate updatedDate documentKey esignStatus RRApprovalStatus RRApprovalDate
    PrincipalApprovalStatus PrincipalDate closeId eligibleToClose archived clientId`,
  pii_low: '',
  pii_medium: 'accountName errors field1 field2 field3 RRName PrincipalName',
  pii_high: '',
});

/** Field names of each level, separated by blanks. Throws where one is named twice. */
export function piiTable(scope: string, names: Readonly<Record<PiiLevel, string>>): PiiTable {
  const levels = new Map<string, PiiLevel>();
  for (const [level, text] of Object.entries(names) as [PiiLevel, string][]) {
    for (const name of text.split(/\s+/).filter(Boolean)) {
      if (levels.has(name)) throw new Error(`${scope}: the field ${name} has two levels`);
      levels.set(name, level);
    }
  }
  return Object.freeze({ scope, levels });
}

/** The levels that a table of fields gives them; `kept` are further names that every key sees. */
export function piiOf(scope: string, fields: Fields, ...kept: readonly string[]): PiiTable {
  const names: Record<PiiLevel, string[]> = { none: [...kept], pii_low: [], pii_medium: [], pii_high: [] };
  for (const field of fields) {
    const name = shownName(field);
    if (name !== undefined) names[field.pii ?? 'pii_high'].push(name);
  }
  const { none, pii_low, pii_medium, pii_high } = names;
  const text = (of: readonly string[]) => of.join(' ');
  return piiTable(scope, {
    none: text(none),
    pii_low: text(pii_low),
    pii_medium: text(pii_medium),
    pii_high: text(pii_high),
  });
}

/** Whether the caller may see (and so may filter and sort by) a field. */
export function maySee(client: Client, table: PiiTable, field: string): boolean {
  return reaches(grantedLevel(client.scopes, table.scope), table.levels.get(field) ?? 'pii_high');
}

type Item = Readonly<Record<string, unknown>>;

/**
 * Redacts items for a caller: prepared once for a call, then applied to each item. Every caller of the method sees
 * `floor`: a caller that may change a record sees which one it is, even without the scope to read it.
 */
export function redaction(client: Client, table: PiiTable, floor?: PiiLevel): (item: Item) => Item {
  const granted = grantedLevel(client.scopes, table.scope) ?? floor;
  if (granted === 'pii_high') return (item) => item;
  const shown = (field: string) => reaches(granted, table.levels.get(field) ?? 'pii_high');
  return (item) =>
    Object.fromEntries(Object.entries(item).map(([field, value]) => [field, shown(field) ? value : REDACTED]));
}

/**
 * A tax id or social security number as a method-style read shows it (C26): in full with the high level of
 * the scope, else all but the last four characters masked. Empty and null stay as they are.
 */
export function maskedTaxId<T extends string | null>(client: Client, scope: string, taxId: T): T | string {
  if (!taxId || grantedLevel(client.scopes, scope) === 'pii_high') return taxId;
  // A text of at most four characters would be shown completely.
  const kept = taxId.length > 4 ? taxId.slice(-4) : '';
  return taxId.slice(0, taxId.length - kept.length).replace(/[^-]/g, 'X') + kept;
}
