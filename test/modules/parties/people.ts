/** Parties and entities that several tests begin with. */
import { type Api, fieldsOf } from '../shared/api.ts';

export const PARTY = {
  domicile: 'U.S. citizen',
  firstName: 'Ada',
  middleInitial: 'Q',
  lastName: "O'Example",
  socialSecurityNumber: '123-45-6789',
  dob: '01-31-1980',
  primCountry: 'USA',
  primAddress1: '1 Example Street',
  primAddress2: 'Floor 2',
  primCity: 'Example City',
  primState: 'NY',
  primZip: '10001',
  emailAddress: 'ada@example.com',
  emailAddress2: 'ada@example.org',
  phone: '5551234567',
  phone2: '+1 (555) 123-4568',
  occupation: 'Engineer',
  associatedPerson: 'No',
  empStatus: 'Employed',
  empName: 'Example Company',
  empCountry: 'USA',
  empAddress1: '2 Example Street',
  empAddress2: 'Floor 3',
  empCity: 'Example City',
  empState: 'NY',
  empZip: '10002',
  invest_to: '0',
  currentAnnIncome: '100000',
  avgAnnIncome: '90000',
  currentHouseholdIncome: '150000',
  avgHouseholdIncome: '140000',
  householdNetworth: '-5000',
  KYCstatus: 'Pending',
  AMLstatus: 'pending',
  AMLdate: '02-01-2030',
  tags: 'one,two',
  notes: 'a note',
  field1: 'f1',
  field2: 'f2',
  field3: 'f3',
};

export const ENTITY = {
  domicile: 'U.S. resident',
  entityName: 'Example Trust',
  entityType: 'Revocable Trust',
  entityDesc: 'a trust',
  ein: '12-3456789',
  primCountry: 'USA',
  primAddress1: '1 Example Street',
  primAddress2: 'Floor 2',
  primCity: 'Example City',
  primState: 'NY',
  primZip: '10001',
  emailAddress: 'trust@example.com',
  emailAddress2: 'trust@example.org',
  phone: '5551234567',
  phone2: '5551234568',
  totalAssets: '1000000',
  ownersAI: 'Yes',
  KYCstatus: 'Pending',
  AMLstatus: 'Pending',
  AMLdate: '02-01-2030',
  tags: 'one',
  notes: 'a note',
  formationDate: '01-01-2000',
};

export async function aParty(api: Api, fields: Record<string, unknown> = {}, as = 'C1'): Promise<string> {
  const { partyDetails } = fieldsOf(await api.call('PUT', 'createParty', { ...PARTY, ...fields }, { as }));
  return (partyDetails as [boolean, [{ partyId: string }]])[1][0].partyId;
}

export async function anEntity(api: Api, fields: Record<string, unknown> = {}, as = 'C1'): Promise<string> {
  const { entityDetails } = fieldsOf(await api.call('PUT', 'createEntity', { ...ENTITY, ...fields }, { as }));
  return (entityDetails as [boolean, [{ partyId: string }]])[1][0].partyId;
}
