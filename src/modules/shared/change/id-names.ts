/** Which fields of a method hold the id of a record, by its declaration: parameters and answer alike. */
import type { Method } from '../../../http/methods/index.ts';

/** accountId and securityID; not paid, bid or valid. */
const ID = /(^id|[a-z]I[dD])$/;
/** Names of the older methods that are all in small letters, and ids with other names. */
const FURTHER = new Set([
  ...['accountid', 'airequestid', 'closeid', 'documentid', 'issuerid', 'matchid', 'memberid', 'orderid', 'quoteid'],
  ...['securityid', 'firstentry', 'relatedentry', 'refnum', 'referencenumber'],
]);
/** They name no record, but a person. */
const PERSONAL = /tax|social|national|govern|passport/i;

/** The names in the schemas of the method that hold ids. */
export function idNamesOf({ parameters, response }: Pick<Method, 'parameters' | 'response'>): string[] {
  const names = new Set(Object.keys(parameters));
  for (const { schema } of Object.values(parameters)) addNames(names, schema);
  addNames(names, response);
  return [...names].filter((name) => !PERSONAL.test(name) && (ID.test(name) || FURTHER.has(name.toLowerCase())));
}

/** As the log spells the name: accountId for accountid, accountID and AccountId. */
export function spelledOf(name: string): string {
  const small = name.charAt(0).toLowerCase() + name.slice(1);
  return small === 'id' ? small : small.replace(/(?<=.)id$/i, 'Id');
}

/** The names of all properties in a schema, however deep. */
function addNames(names: Set<string>, schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    addNames(names, value);
  }
}
