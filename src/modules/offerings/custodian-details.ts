/** Where investors send wires and checks, entered by the operator (C52). */

import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, objectOf, optional, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { Secrets } from '../shared/record/index.ts';
import { piiTable } from '../shared/record/index.ts';
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

const NUMBERS: readonly string[] = ['accountnumber', 'routingnumber', 'swiftcode', 'beneficiaryaccountnumber'];

/** Numbers of bank accounts are pii_high; the rest says where to send money, and names companies. */
export const CUSTODIAN_LEVELS = piiTable('issuer.read', {
  none: ['name', 'additionaldescription', ...new Set([...WIRE, ...CHECK])].filter((name) => !NUMBERS.includes(name)),
  pii_high: NUMBERS,
});

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

const wireParameter = optional(objectOf(textsOf(WIRE), { description: 'wire instructions' }));
const checkParameter = optional(objectOf(textsOf(CHECK), { description: 'check instructions' }));

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

function sealDetails(secrets: Secrets, offeringId: number, details: CustodianDetails): string {
  return secrets.seal(JSON.stringify(details), contextOf(offeringId));
}

export function openDetails(secrets: Secrets, offeringId: number, sealed: string): CustodianDetails {
  return JSON.parse(secrets.open(sealed, contextOf(offeringId))) as CustodianDetails;
}

/** Binds the sealed text to its offering: copied to another row, it cannot be decrypted. */
function contextOf(offeringId: number): string {
  return `offerings.custodian_details:${offeringId}`;
}

/** The fields of an offering that only the operator sets (C52). */
export function escrowMethod(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'putOfferingEscrow',
    path: '/v3/admin/putOfferingEscrow',
    group: 'Administration',
    summary: 'Sets the escrow account number of an offering, and its wire and check instructions',
    description:
      'Replaces all of them; an absent field becomes empty. Investors read them with getCustodianDetailsforOffering.',
    refusals: [138],
    operator: true,
    fourEyes: true,
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      escrowAccountNumber: optional(line('escrow account number; absent: none')),
      name: optional(line('name of the escrow institution')),
      additionaldescription: optional(line('what else investors must know')),
      wire: wireParameter,
      check: checkParameter,
    },
    response: Type.Object({}),
    handler: change(deps, async ({ values }, db) => {
      const { offeringId, name = '', additionaldescription = '', wire = {}, check = {} } = values;
      const details = { name, additionaldescription, wire, check };
      const { numUpdatedRows } = await db
        .updateTable('offerings')
        .set({
          escrow_account_number: values.escrowAccountNumber ?? null,
          custodian_details_sealed: sealDetails(secrets, offeringId, details),
          updated_at: nowUs(),
        })
        .where('offering_id', '=', offeringId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new ApiError(138);
      return {};
    }),
  });
}
