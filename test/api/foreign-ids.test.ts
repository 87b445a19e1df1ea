/** A record of another client answers as one that nobody has, wherever a method takes an id. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Entrance } from '../../src/http/methods/entrances.ts';
import { entrancesOf, type Host } from '../../src/http/methods/entrances.ts';
import type { Verb } from '../../src/http/methods/method.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { allOrFew } from '../support/thorough.ts';
import { KINDS_OF_RECORDS, type Kind, kindOfParameter, UNKNOWN, WITHOUT_IDS } from './kinds.ts';
import { LINK, OFFERING, Records } from './records.ts';
import { filled, wellFormed } from './samples.ts';
import { type Body, EveryMethod } from './server.ts';

/**
 * The venue is one for all clients (V4): every offering is a security of it, which anybody may trade and see, and
 * who names an issuer and an offering that do not belong together is refused with the reason (C5).
 */
const FOR_EVERYBODY: ReadonlySet<string> = new Set([
  // Any client quotes on an RFQ order that discloses (V38).
  'createQuote.orderid',
  'reportBlock.securityid',
  'createOrder.issuerid',
  'createOrder.securityid',
  'validateOrder.issuerid',
  'validateOrder.securityid',
  'getClob.issuerID',
  'getClob.securityID',
  'getIssuerApprovedSecurities.issuerID',
  'updateOrder.issuerid',
  'getDepth.securityId',
  'getSecurityReference.securityId',
  'getMarketStatus.securityId',
  'getAuctionPlan.securityId',
  'getCorporateActions.securityId',
  'getAuction.securityId',
  'getAuctions.securityId',
  'getSecurityMarketHours.securityId',
  'getTimeAndSales.securityId',
  'getBars.securityId',
  'getRfqOrders.securityId',
  'getHolderEntries.securityId',
  'getRegisterChanges.securityId',
  'tenderShares.securityId',
  'getTenders.securityId',
  'getFeeSchedule.securityid',
]);

/** A security is no secret, but these are its owner's: others are refused with 162 (C5). */
const FOR_THE_OWNER: ReadonlySet<string> = new Set([
  'createSecurityMarketHours.securityId',
  'updateSecurityMarketHours.securityId',
  'deleteSecurityMarketHours.securityId',
  'getSecuritySettings.securityId',
  'getOrdersForApproval.securityId',
  'updateSecuritySettings.securityId',
  'updateOffering.offeringId',
  'setTransferRules.securityId',
  'setAuctionPlan.securityId',
  'createCorporateAction.securityId',
  'createCorporateAction.intoSecurityId',
  'cancelCorporateAction.securityId',
  'getActionPayments.securityId',
  'getTransferRules.securityId',
  'setHoldings.securityId',
  'getHoldings.securityId',
  'getHolderChanges.securityId',
  'getRegister.securityId',
  'getOrdersForFirstRefusal.securityId',
]);

/** The hours, transfer rules and auctions of a security are the operator's to change, too. */
const FOR_THE_OPERATOR: ReadonlySet<string> = new Set([
  'createSecurityMarketHours',
  'updateSecurityMarketHours',
  'deleteSecurityMarketHours',
  'setTransferRules',
  'setAuctionPlan',
  'createCorporateAction',
  'cancelCorporateAction',
  'setHoldings',
  // The operator records wires and their refunds (T8).
  'updateTradeStatus',
]);

/** What a method needs in addition to well-formed values to come as far as its records. */
const FURTHER: Readonly<Record<string, Body>> = {
  createOffering: OFFERING,
  createLink: LINK,
  replaceOrder: { quantity: '5' },
  replaceQuote: { price: '5' },
  massQuote: { quotes: [{ quoteId: '1', cancel: 'Yes' }] },
  throwKillSwitch: { scope: 'account' },
  createCorporateAction: { kind: 'Split', ratio: '2:1', fractions: 'Up', exDate: '12-02-2030' },
  releaseKillSwitch: { scope: 'account' },
};

/** Methods that a master key names the client to. */
const NAMING_THE_CLIENT: ReadonlySet<string> = new Set([
  'getLimits',
  'getPositions',
  'getStatement',
  'getHolderEntries',
  'getRegisterChanges',
  'tenderShares',
]);

/** The same for one parameter, which another one says that it counts. */
const FURTHER_OF_PARAMETERS: Readonly<Record<string, Body>> = {
  ...Object.fromEntries(
    ['createExternalAccount', 'updateExternalAccount', 'deleteExternalAccount', 'getExternalAccount'].map((method) => [
      `${method}.issuerId`,
      { types: 'Issuer' },
    ]),
  ),
  'scriptCounterparty.orderId': { action: 'fill' },
  'scriptCounterparty.blockId': { action: 'confirmBlock' },
  'scriptCounterparty.matchId': { action: 'bust' },
  'scriptProvider.refNum': { action: 'returnDebit', code: 'R01' },
  'scriptProvider.signatureId': { action: 'declineSignature' },
  'scriptProvider.requestId': { action: 'reviewKyc', type: 'KYC', status: 'Manually Approved' },
};

/** Names of methods that change nothing. */
const READS = /^(get|read|search|list|explain)[A-Z]/;

/** Names of methods that list records of the client. */
const LISTS = /^(getAll|list)[A-Z]/;

interface Place {
  readonly host: Host;
  readonly entrance: Entrance;
  readonly verb: Verb;
  readonly name: string;
  readonly kind: Kind;
  readonly isForTheOwner: boolean;
}

function placesOf({ methods }: EveryMethod): Place[] {
  return (['v3', 'legacy'] as const).flatMap((host) =>
    entrancesOf(methods, host)
      // An operator sees the records of all clients.
      .filter(({ method }) => !method.operator)
      .flatMap((entrance) =>
        Object.keys(entrance.method.parameters).flatMap((name) => {
          const kind = kindOfParameter(entrance.method, name);
          const parameter = `${entrance.method.name}.${name}`;
          if (kind === undefined || FOR_EVERYBODY.has(parameter)) return [];
          const isForTheOwner = FOR_THE_OWNER.has(parameter);
          return allOrFew(entrance.verbs, 1).map((verb) => ({ host, entrance, verb, name, kind, isForTheOwner }));
        }),
      ),
  );
}

/** Securities and their markets are shown to everybody, whoever owns the offering (V4). */
const SECURITY_ID = /"(securityId|issuerId)":"\d+"/g;
const SHOWING_SECURITIES: ReadonlySet<string> = new Set(['getEvents', 'getSecurities', 'getTops']);

/** Whether a user in a session calls: a key, then a user with the same rights, over the same records. */
const CALLERS = [false, true] as const;

describeOnEachDatabase('records of another client', (open) => {
  let server: EveryMethod;
  beforeEach(async () => {
    server = await EveryMethod.start(await open());
  });
  // Registered after that of the databases, which close last.
  afterEach(() => server.close());

  test('answer as unknown ones do to keys and users, in every method that takes an id', async () => {
    const foreign = new Records(server, 'C2');
    let own = new Records(server, 'C1');
    const faults: string[] = [];
    for (const place of placesOf(server)) {
      faults.push(...(await faultsOf(server, place, own, foreign)));
      // What the method did to the own records is nothing to the next one.
      if (!READS.test(place.entrance.calledName)) own = new Records(server, 'C1');
    }
    expect(faults).toEqual([]);
  });

  test('are read by keys and users of the operator, by their ids, and changed in no method', async () => {
    const foreign = new Records(server, 'C2');
    const faults: string[] = [];
    for (const place of placesOf(server)) {
      const { kind, name, verb, entrance } = place;
      const { calledName, path, method } = entrance;
      const named: Body = NAMING_THE_CLIENT.has(method.name) ? { clientId: 'C2' } : {};
      const values = { ...(await valuesOf(place, foreign)), ...named, [name]: await foreign.id(kind) };
      for (const asPeople of CALLERS) {
        server.asPeople = asPeople;
        const unknown = JSON.stringify(await answer(server, place, { ...values, [name]: UNKNOWN[kind] }, 'MASTER'));
        const known = JSON.stringify(await answer(server, place, values, 'MASTER'));
        const found = known.replaceAll(String(values[name]), 'ID') !== unknown.replaceAll(UNKNOWN[kind], 'ID');
        const isForbidden = !FOR_THE_OPERATOR.has(calledName) && known.includes('"statusCode":"101"');
        const isFault = READS.test(calledName) ? !found : isForbidden;
        if (isFault) faults.push(`${verb} ${path}, ${name}, ${asPeople ? 'user' : 'key'}: ${known}`);
      }
      server.asPeople = false;
    }
    expect(faults).toEqual([]);
  });

  test('are shown to keys and users in no method that takes none', async () => {
    const names = withoutIds(server);
    expect(names, 'methods without an id of a known kind').toEqual(WITHOUT_IDS);
    const foreign = new Records(server, 'C2');
    // A block that the one is to answer is one that the other reported, and sees.
    for (const kind of KINDS_OF_RECORDS) if (kind !== 'blockToAnswer') await foreign.id(kind);
    const ids = await foreign.ids();
    const entrances = (['v3', 'legacy'] as const).flatMap((host) =>
      entrancesOf(server.methods, host).map((entrance) => ({ host, entrance })),
    );
    for (const { host, entrance } of entrances) {
      if (!names.includes(entrance.method.name) || !READS.test(entrance.calledName)) continue;
      for (const verb of allOrFew(entrance.verbs, 1)) {
        const shownTo = async (client: 'C1' | 'C2') => {
          const values = wellFormed(entrance.method);
          const shown = JSON.stringify(await answer(server, { host, entrance, verb }, values, client));
          const text = SHOWING_SECURITIES.has(entrance.method.name) ? shown.replaceAll(SECURITY_ID, '') : shown;
          return ids.filter((id) => text.includes(`"${id}"`));
        };
        for (const asPeople of CALLERS) {
          server.asPeople = asPeople;
          const called = `${verb} ${entrance.path}, ${asPeople ? 'user' : 'key'}`;
          expect(await shownTo('C1'), called).toEqual([]);
          if (LISTS.test(entrance.calledName)) expect(await shownTo('C2'), called).not.toEqual([]);
        }
        server.asPeople = false;
      }
    }
  });
});

/** The names of the methods that no place is of. */
function withoutIds({ methods }: EveryMethod): string[] {
  const names = methods
    .filter(({ operator }) => !operator)
    .filter((method) => Object.keys(method.parameters).every((name) => kindOfParameter(method, name) === undefined))
    .map(({ name }) => name);
  return [...new Set(names)].sort();
}

/**
 * The unknown record and the foreign one of both callers. The own one of the key alone, last, for the method may delete
 * it: a user to whom the unknown one is answered as to the key has come as far.
 */
async function faultsOf(server: EveryMethod, place: Place, own: Records, foreign: Records): Promise<string[]> {
  const { name, kind, isForTheOwner, entrance } = place;
  const values = await valuesOf(place, own);
  const ids = { unknown: UNKNOWN[kind], foreign: await foreign.id(kind), own: await own.id(kind) };
  const answerTo = async (id: string) =>
    JSON.stringify(await answer(server, place, { ...values, [name]: id })).replaceAll(id, 'ID');
  const refused = async () => ({ unknown: await answerTo(ids.unknown), foreign: await answerTo(ids.foreign) });
  server.asPeople = true;
  const toUser = await refused();
  server.asPeople = false;
  const toKey = await refused();
  const toOwner = await answerTo(ids.own);
  const called = `${place.verb} ${entrance.path}, ${name}`;
  const isSame = (answers: typeof toKey) =>
    isForTheOwner ? answers.foreign.includes('"statusCode":"162"') : answers.foreign === answers.unknown;
  return [
    ...[toKey, toUser]
      .filter((answers) => !isSame(answers))
      .map((answers) => `${called}: foreign ${answers.foreign}, unknown ${answers.unknown}`),
    ...(toUser.unknown === toKey.unknown ? [] : [`${called}: to a user ${toUser.unknown}, to a key ${toKey.unknown}`]),
    // Otherwise the call is refused for another reason, and the comparison says nothing.
    ...(toOwner === toKey.unknown ? [`${called}: the own record answers like an unknown one, ${toOwner}`] : []),
  ];
}

/** Well-formed values, with the client's own records wherever ids are needed. */
async function valuesOf({ entrance: { method }, name }: Place, own: Records): Promise<Body> {
  const further = { ...FURTHER[method.name], ...FURTHER_OF_PARAMETERS[`${method.name}.${name}`] };
  const values: Record<string, unknown> = { ...wellFormed(method), ...further };
  for (const other of Object.keys(values)) {
    const kind = kindOfParameter(method, other);
    if (kind !== undefined) values[other] = await own.id(kind);
  }
  return values;
}

async function answer(
  server: EveryMethod,
  { host, verb, entrance }: Pick<Place, 'host' | 'verb' | 'entrance'>,
  values: Body,
  as: 'C1' | 'C2' | 'MASTER' = 'C1',
): Promise<unknown> {
  const { http, body } = await server.call({ host, verb, ...filled(entrance.path, values), as });
  return { http, body };
}
