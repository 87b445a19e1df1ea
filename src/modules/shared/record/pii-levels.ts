/**
 * The tables of the levels of personal data: which key sees which field. A key reads the fields up to the level that
 * its read scope has (account.read, account.read.pii_low, .pii_medium, .pii_high); the others come back as REDACTED
 * (C25):
 *
 * - none: ids, kinds, states and times, with which a program follows a record without knowing the person;
 * - pii_low: a description without a name: region, limits, scores, tags;
 * - pii_medium: name and contact: names, addresses, e-mail, telephone, free text that may contain such data;
 * - pii_high: data that identify for certain or could harm: tax ids, dates of birth, income and worth, numbers of bank
 *   accounts, documents of identity.
 *
 * A field without a level is pii_high, so that a new field is not shown by accident.
 */
import { type Client, type FieldLevel, type FieldLevels, type PiiLevel, sees } from '../../../http/methods/index.ts';
import type { Fields } from './field.ts';
import { shownName } from './fields.ts';

/** The names of each level: in a text separated by blanks, or as a list. */
type Names = Readonly<Partial<Record<PiiLevel, string | readonly string[]>>>;

/** The levels of fields that no table of fields has. */
export function piiTable(scope: string, names: Names): FieldLevels {
  const entries = (Object.entries(names) as [PiiLevel, string | readonly string[]][]).flatMap(([level, some]) =>
    namesIn(some).map((name) => [name, { scope, level }] as const),
  );
  return uniteLevels(...entries.map((entry) => new Map([entry])));
}

function namesIn(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? names.split(/\s+/).filter(Boolean) : names;
}

/**
 * The fields of trades, which the modules of trades and of offerings show. A trade names its people only by ids, but
 * for the names that it was given.
 */
export const TRADE_PII = piiTable('trade.read', {
  none: `tradeId id orderId in_id row_id offeringId issueName accountId partyId partyType party_type escrowId
    transactionType totalAmount totalShares shares unitPrice sharePrice remainingShares fees orderStatus tradeStatus
    createdDate trade_createdDate updatedDate purchaseDate documentKey esignStatus esignstatus RRApprovalStatus
    RRApprovalDate PrincipalApprovalStatus PrincipalDate closeId eligibleToClose archived archived_status archiveStatus
    archive_status virtualStatus users clientId clientName developerAPIKey trade_developerAPIKey transactionId
    transactionAmount transactionDate transactionStatus receivedAmount dueAmount overpaidAmount`,
  pii_medium: 'errors field1 field2 field3 RRName PrincipalName createdIpAddress',
});

/** The levels that a table of fields gives them; `open` are further names that every caller sees. */
export function piiOf(scope: string, fields: Fields, ...open: readonly string[]): FieldLevels {
  const levels = new Map<string, FieldLevel>(open.map((name) => [name, { scope, level: 'none' }]));
  for (const field of fields) {
    const name = shownName(field);
    const { pii: level = 'pii_high', hiddenAs } = field;
    if (name !== undefined) levels.set(name, hiddenAs ? { scope, level, hiddenAs } : { scope, level });
  }
  return levels;
}

/** One table of several. Throws where two give a field different levels. */
export function uniteLevels(...tables: readonly FieldLevels[]): FieldLevels {
  const levels = new Map<string, FieldLevel>();
  for (const [name, level] of tables.flatMap((table) => [...table])) {
    const known = levels.get(name);
    const isSame =
      known === undefined || (known.level === level.level && (level.level === 'none' || known.scope === level.scope));
    if (!isSame) throw new Error(`the field ${name} has two levels`);
    if (known === undefined) levels.set(name, level);
  }
  return levels;
}

/** The levels of some fields of a record, for answers that show them in addition to those of another one. */
export function levelsIn(table: FieldLevels, ...names: readonly string[]): FieldLevels {
  return new Map(names.map((name) => [name, levelIn(table, name)]));
}

/** Throws for an unknown field. */
export function levelIn(table: FieldLevels, name: string): FieldLevel {
  const level = table.get(name);
  if (level === undefined) throw new Error(`the field ${name} has no level`);
  return level;
}

/** Whether the caller may see (and so may filter, search and sort by) a field. */
export function maySee(client: Client, table: FieldLevels, name: string): boolean {
  return sees(client, levelIn(table, name));
}
