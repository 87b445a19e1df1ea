/** Where investors send wires and checks, entered by the operator (C52). */
import Type from 'typebox';
import { objectOf, optional } from '../../http/parameters/index.ts';
import type { Secrets } from '../shared/record/index.ts';
import { line, textsSchema } from '../shared/values/index.ts';

const WIRE = [
  'description',
  'receivingbank',
  'accountnumber',
  'routingnumber',
  'reference',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'receivingfinancialinstitution',
  'swiftcode',
  'beneficiary',
  'beneficiaryaccountnumber',
] as const;

const CHECK = [
  'description',
  'mailto',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'postaldescription',
  'postaladdress',
  'postalcity',
  'postalstate',
  'postalzip',
  'postalcountry',
] as const;

type Texts<Names extends readonly string[]> = { readonly [K in Names[number]]?: string | undefined };

export interface CustodianDetails {
  readonly name: string;
  readonly additionaldescription: string;
  readonly wire: Texts<typeof WIRE>;
  readonly check: Texts<typeof CHECK>;
}

export const custodianDetailsSchema = Type.Object({
  name: Type.String(),
  additionaldescription: Type.String(),
  wire: textsSchema(...WIRE),
  check: textsSchema(...CHECK),
});

export const wireParameter = optional(objectOf(textsOf(WIRE), { description: 'wire instructions' }));
export const checkParameter = optional(objectOf(textsOf(CHECK), { description: 'check instructions' }));

function textsOf<const Names extends readonly string[]>(names: Names) {
  const entries = names.map((name) => [name, optional(line(name))] as const);
  return Object.fromEntries(entries) as { readonly [K in Names[number]]: ReturnType<typeof optional<string>> };
}

/** All fields; empty text where nothing was entered. */
export function custodianFields(details: CustodianDetails) {
  const filled = (names: readonly string[], texts: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(names.map((name) => [name, texts[name] ?? '']));
  const { name, additionaldescription, wire, check } = details;
  return { name, additionaldescription, wire: filled(WIRE, wire), check: filled(CHECK, check) };
}

export function sealDetails(secrets: Secrets, offeringId: number, details: CustodianDetails): string {
  return secrets.seal(JSON.stringify(details), contextOf(offeringId));
}

export function openDetails(secrets: Secrets, offeringId: number, sealed: string): CustodianDetails {
  return JSON.parse(secrets.open(sealed, contextOf(offeringId))) as CustodianDetails;
}

/** Binds the sealed text to its offering: copied to another row, it cannot be decrypted. */
function contextOf(offeringId: number): string {
  return `offerings.custodian_details:${offeringId}`;
}
