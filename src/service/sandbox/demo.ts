/** The records of the sandbox: an issuer with an approved security, two investors, and an offer of one of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  DEMO_ENTITY,
  DEMO_ISSUER,
  DEMO_PARTY,
  DEMO_SECURITY,
  DEMO_SHARES,
  type DemoIds,
  demoOffering,
  demoOrder,
} from '../../modules/examples/index.ts';
import type { OwnCalls } from './own-calls.ts';
import { createAccount, created, isTraded } from './records.ts';

type Missing = { -readonly [Id in keyof DemoIds]?: DemoIds[Id] };

/**
 * The demo in the file. Makes its missing records, or all of them when its security is gone. Where one is refused, the
 * others stay for the next start.
 */
export async function ensureDemo(calls: OwnCalls, file: string): Promise<DemoIds> {
  const known = readDemo(file);
  const isThere = known.securityId !== undefined && known.issuerId !== undefined && (await isTraded(calls, known));
  const demo = isThere ? { ...known } : {};
  try {
    return await completed(calls, demo);
  } finally {
    const text = `${JSON.stringify(demo)}\n`;
    if (text !== `${JSON.stringify(known)}\n`) writeFileSync(file, text, { mode: 0o600 });
  }
}

/** Adds each record as it is made. */
async function completed(calls: OwnCalls, demo: Missing): Promise<DemoIds> {
  demo.issuerId ??= await createIssuer(calls);
  demo.securityId ??= await createSecurity(calls, demo.issuerId);
  demo.accountId ??= await createAccount(calls, 'Example Investor');
  demo.sellerAccountId ??= await createAccount(calls, 'Example Seller');
  demo.partyId ??= await createParty(calls);
  demo.entityId ??= await createEntity(calls);
  demo.linkId ??= await createLink(calls, demo.accountId, demo.partyId);
  const { issuerId, securityId, sellerAccountId: accountId } = demo;
  demo.orderId ??= await offerShares(calls, { issuerId, securityId, accountId });
  return demo as DemoIds;
}

async function createIssuer(calls: OwnCalls): Promise<string> {
  const { issuerDetails } = await calls.call('createIssuer', DEMO_ISSUER);
  return created(issuerDetails).issuerId as string;
}

/** An offering that is Approved is a security of the venue. */
async function createSecurity(calls: OwnCalls, issuerId: string): Promise<string> {
  const { offeringDetails } = await calls.call('createOffering', demoOffering(issuerId, DEMO_SECURITY));
  const offeringId = created(offeringDetails).offeringId as string;
  await calls.call('updateOffering', { offeringId, offeringStatus: 'Approved' });
  return offeringId;
}

async function createParty(calls: OwnCalls): Promise<string> {
  const { partyDetails } = await calls.call('createParty', DEMO_PARTY);
  return created(partyDetails).partyId as string;
}

async function createEntity(calls: OwnCalls): Promise<string> {
  const { entityDetails } = await calls.call('createEntity', DEMO_ENTITY);
  return created(entityDetails).partyId as string;
}

async function createLink(calls: OwnCalls, accountId: string, partyId: string): Promise<string> {
  const { linkDetails } = await calls.call('createLink', {
    firstEntryType: 'Account',
    firstEntry: accountId,
    relatedEntryType: 'IndivACParty',
    relatedEntry: partyId,
    linkType: 'owner',
    primary_value: '1',
  });
  return created(linkDetails).id as string;
}

async function offerShares(
  calls: OwnCalls,
  of: Pick<DemoIds, 'issuerId' | 'securityId' | 'accountId'>,
): Promise<string> {
  const order = { ...demoOrder(of), action: 'Sell', quantity: DEMO_SHARES };
  const { orderDetails } = await calls.call('createOrder', order);
  return (orderDetails as { orderId: string }).orderId;
}

function readDemo(path: string): Missing {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Missing;
  } catch {
    return {};
  }
}
