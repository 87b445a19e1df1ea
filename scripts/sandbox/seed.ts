/** Makes the records of a seed file (Z9): issuers with offerings, investors, and the orders of books. */
import { readFile } from 'node:fs/promises';
import { type ApiSession, type Fields, Refused } from '../demo/api-session.ts';

interface Seed {
  readonly issuers?: readonly (Fields & { readonly offerings?: readonly Fields[] })[];
  readonly investors?: readonly { readonly name: string; readonly party: Fields; readonly account: Fields }[];
  /** `offering` and `investor` are names of the above; the rest is of createOrder. */
  readonly books?: readonly (Fields & { readonly offering: string; readonly investor: string })[];
}

type Ids = Map<string, string>;

/** @param file JSON. Prints what it made. */
export async function seed(api: ApiSession, file: string): Promise<void> {
  const { issuers = [], investors = [], books = [] } = await read(file);
  const [offerings, issuersOf, accounts]: Ids[] = [new Map(), new Map(), new Map()];
  for (const { offerings: own = [], ...fields } of issuers) {
    const issuerId = idIn(await api.read('createIssuer', fields), 'issuerId');
    console.log(`issuer ${issuerId}  ${fields.issuerName}`);
    for (const { offeringStatus, ...offering } of own) {
      const name = String(offering.issueName);
      const offeringId = idIn(await api.read('createOffering', { ...offering, issuerId }), 'offeringId');
      if (offeringStatus !== undefined) await api.read('updateOffering', { offeringId, offeringStatus });
      offerings!.set(name, offeringId);
      issuersOf!.set(name, issuerId);
      console.log(`  offering ${offeringId}  ${name}`);
    }
  }
  for (const { name, party, account } of investors) {
    const partyId = idIn(await api.read('createParty', party), 'partyId');
    const accountId = idIn(await api.read('createAccount', account), 'accountId');
    await api.read('createLink', {
      ...{ firstEntryType: 'Account', firstEntry: accountId, relatedEntryType: 'IndivACParty' },
      ...{ relatedEntry: partyId, linkType: 'owner', primary_value: '1' },
    });
    accounts!.set(name, accountId);
    console.log(`investor ${accountId}  ${name}`);
  }
  for (const { offering, investor, ...order } of books) {
    const ids = { issuerid: named(issuersOf!, offering), securityid: named(offerings!, offering) };
    const answer = await api.read('createOrder', { ...USUAL, ...ids, accountid: named(accounts!, investor), ...order });
    console.log(`order ${idIn(answer, 'id')}  ${order.action} ${order.quantity} of ${offering}`);
  }
}

const USUAL = { memberid: '1', type: 'Limit', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' };

async function read(file: string): Promise<Seed> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Seed;
  } catch (error) {
    throw new Refused(`${file}: ${(error as Error).message}`);
  }
}

function named(ids: Ids, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Refused(`the seed has no ${name}`);
  return id;
}

/** Of the record that was made, wherever the answer has it. */
function idIn(answer: Fields, name: string): string {
  const found = new RegExp(`"${name}":"?([^",}]+)`).exec(JSON.stringify(answer))?.[1];
  if (found === undefined) throw new Refused(`there is no ${name} in ${JSON.stringify(answer)}`);
  return found;
}
