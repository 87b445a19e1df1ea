/** Values that a test plants in the fields of records: each is written in one field only. */

import type { Db } from '../../src/database/schema/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { Malformed } from '../../src/http/parameters/kind.ts';
import type { Parameter } from '../../src/http/parameters/presence.ts';
import type { Records } from './records.ts';
import { filled, wellFormed } from './samples.ts';
import type { Body, EveryMethod } from './server.ts';

/** Forms of values, in the order in which a parameter is asked for one that it takes. */
const FORMS: readonly ((number: number) => unknown)[] = [
  (number) => `Planted ${number} x`,
  (number) => `${900 + (number % 90)}-${10 + (number % 80)}-${7000 + number}`,
  (number) => `7310${String(number).padStart(5, '0')}`,
  (number) => [1 + (number % 12), 1 + (number % 28), 1900 + (number % 70)].map(twoDigits).join('-'),
  (number) => `198.51.100.${number % 250}`,
];

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

/** Statuses and kinds that decide what a record can still do. */
const LEFT_OUT = /status$|^(type|types|domicile|transactionType|issueType|documentKey|eligibleToClose)$/i;

export class Planted {
  /** The planted texts, with where they were planted. */
  readonly texts = new Map<string, string>();
  #number = 100;

  /** The values of a call with a planted one for each text that it takes; `fixed` as they are. */
  valuesFor(method: Method, fixed: Body): Body {
    const planted = Object.entries(method.parameters)
      .filter(([name]) => !(name in fixed) && !LEFT_OUT.test(name))
      .flatMap(([name, parameter]) => {
        const text = this.#planted(`${method.name}.${name}`, parameter);
        return text === undefined ? [] : [[name, text] as const];
      });
    return { ...wellFormed(method), ...Object.fromEntries(planted), ...fixed };
  }

  /** A new text. */
  text(where: string): string {
    const text = String(FORMS[0]!(++this.#number));
    this.texts.set(text, where);
    return text;
  }

  #planted(where: string, parameter: Parameter<unknown>): unknown {
    const number = ++this.#number;
    const { enum: words } = parameter.schema as { enum?: unknown };
    const made = words === undefined ? FORMS.map((form) => form(number)) : [];
    const value = made.find(
      (one) => typeof parameter.read(one) === 'string' && !(parameter.read(one) instanceof Malformed),
    );
    if (value !== undefined) this.texts.set(String(value), where);
    return value;
  }
}

/** Changes each record so that every text of it is a planted one. */
export async function plant(server: EveryMethod, records: Records, planted: Planted): Promise<void> {
  const id = records.id.bind(records);
  const call = async (name: string, fixed: Body, as: 'C1' | 'MASTER' = 'C1', isWhole = false): Promise<void> => {
    const entrance = entrancesOf(server.methods, 'v3').find(({ calledName }) => calledName === name)!;
    const values = isWhole ? fixed : planted.valuesFor(entrance.method, fixed);
    const { body } = await server.call({ host: 'v3', verb: entrance.verbs[0]!, ...filled(entrance.path, values), as });
    if (body.statusCode !== '101') throw new Error(`${name} answers ${JSON.stringify(body)}`);
  };
  const [accountId, partyId, entityID] = [await id('account'), await id('party'), await id('entity')];
  const [issuerId, offeringId, tradeId] = [await id('issuer'), await id('offering'), await id('trade')];
  const texts = (names: string, where: string) =>
    Object.fromEntries(names.split(' ').map((name) => [name, planted.text(`${where}.${name}`)]));
  await call('updateIssuer', { issuerId });
  await call('createIssuerAccount', { issuerId });
  await call('createExternalAccount', { types: 'Issuer', issuerId, ExtRoutingnumber: '123456780' });
  await call('putIssuerCustodianAccount', { issuerId, routingNumber: '123456781', providerId: '7' }, 'MASTER');
  await call(
    'updateOffering',
    { offeringId, ...texts('issueName offeringText field1 field2 field3', 'offering') },
    'C1',
    true,
  );
  const wire = texts('receivingbank accountnumber routingnumber swiftcode beneficiaryaccountnumber', 'wire');
  await call('putOfferingEscrow', { offeringId, wire, check: texts('mailto', 'check') }, 'MASTER');
  await call('updateParty', { partyId });
  await call('updateEntity', { partyId: entityID });
  await call('createEntitySupp', { entityID });
  await call('updateAccount', { accountId });
  await call('updateExternalAccount', { types: 'Account', accountId, ExtRoutingnumber: '123456780' });
  await call('calculateSuitability', { accountId });
  await call('addAccountNote', { accountId });
  await call('createCustodyAccountSupplement', { accountId });
  await call('createCustodyPartySupplement', { partyId });
  await call('createCustodyAgreementAttestation', { accountId });
  await call('updateTrade', { tradeId, accountId: await tradeAccount(server.database.db, tradeId) });
  await call('addTradeNote', { tradeId });
  await plantRows(server.database.db, planted, await id('signature'), await id('disbursement'));
  await call('updateAiRequest', { airequestId: await id('aiRequest'), accountId });
}

/** What the platform stores by itself. */
async function plantRows(db: Db, planted: Planted, signatureId: string, disbursementId: string): Promise<void> {
  const text = (where: string) => planted.text(where);
  const secrets = new Secrets([Buffer.alloc(32, 7)]);
  const sealed = (column: string) =>
    secrets.seal(text(column), `custody_fund_disbursements.${column}:${disbursementId}`);
  await db
    .updateTable('trades')
    .set({ errors: text('errors'), created_ip_address: text('ip') })
    .execute();
  await db
    .updateTable('signatures')
    .set({ signer_name: text('signer'), decline_reason: text('decline') })
    .where('signature_id', '=', Number(signatureId))
    .execute();
  await db
    .updateTable('custody_account_requests')
    .set({ reason: text('reason'), notes: text('custody') })
    .execute();
  await db
    .updateTable('custody_fund_moves')
    .set({ bank_name: text('bank'), description: text('deposit') })
    .execute();
  await db
    .updateTable('ach_fund_moves')
    .set({ bank_name: text('bank of a debit') })
    .execute();
  await db
    .updateTable('accreditation_requests')
    .set({ reviewed_by: text('reviewer'), notes: text('review') })
    .execute();
  await db
    .updateTable('custody_fund_disbursements')
    .set({ bank_account_id_sealed: sealed('bank_account_id'), details_sealed: sealed('details') })
    .where('request_id', '=', disbursementId)
    .execute();
}

async function tradeAccount(db: Db, tradeId: string): Promise<string> {
  const query = db.selectFrom('trades').select('account_id').where('trade_id', '=', Number(tradeId));
  return (await query.executeTakeFirstOrThrow()).account_id;
}
