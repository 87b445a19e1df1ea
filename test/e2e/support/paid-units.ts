/** Units of an offering that are paid for, as the database has them before they are issued. */
import { type Called, type CallOptions, mustCall } from './requests.ts';

const PERSON = { firstName: 'First', lastName: 'Last', email: 'first@example.com' };
const HOME = { streetAddress1: '1 Example Street', city: 'Example City', state: 'NY', zip: '10001', country: 'USA' };

/** An offering, and an account that has paid for ten of its units. */
export async function invest(server: Called) {
  const seen: string[] = [];
  const idOf = async (name: string, method: string, body: object, options: CallOptions = { verb: 'PUT' }) => {
    seen.push(JSON.stringify(await mustCall(server, method, body, options)));
    return new RegExp(`"${name}":"?(\\w+)`).exec(seen.at(-1)!)![1]!;
  };
  const issuerId = await idOf('issuerId', 'createIssuer', { issuerName: 'Example Issuer', ...PERSON });
  const offeringId = await idOf('offeringId', 'createOffering', {
    ...{ issuerId, issueName: 'Example Shares', issueType: 'Equity', targetAmount: '5000', minAmount: '100' },
    ...{ maxAmount: '20000', unitPrice: '10', startDate: '01-02-2026', endDate: '12-31-2030' },
    ...{ offeringText: 'Shares of the example', stampingText: 'Example' },
  });
  const accountId = await idOf('accountId', 'createAccount', {
    ...{ accountRegistration: 'First Last', type: 'Individual', domesticYN: 'domestic_account', ...HOME },
  });
  const partyId = await idOf('partyId', 'createParty', {
    ...{ domicile: 'U.S. citizen', firstName: 'First', lastName: 'Last', dob: '01-31-1980', primCountry: 'USA' },
    ...{ primAddress1: '1 Example Street', primCity: 'Example City', primState: 'NY', primZip: '10001' },
    emailAddress: 'first@example.com',
  });
  await mustCall(
    server,
    'createLink',
    {
      ...{ firstEntryType: 'Account', firstEntry: accountId, relatedEntryType: 'IndivACParty', relatedEntry: partyId },
      ...{ linkType: 'owner', primary_value: 1 },
    },
    { verb: 'PUT' },
  );
  const invested = { offeringId, accountId, transactionType: 'WIRE', transactionUnits: '10' };
  const tradeId = await idOf('tradeId', 'createTrade', invested, {});
  await mustCall(server, 'updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
  return { issuerId, offeringId, accountId, tradeId };
}
