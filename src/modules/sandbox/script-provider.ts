/** Banks, card processors, signers and reviewers by script (Z8). */
import type { Db } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text, type ValuesOf } from '../../http/parameters/index.ts';
import {
  ALL_RETURN_CODES,
  CHANGES,
  type CorrectedDetails,
  correctedData,
  isRoutingNumber,
} from '../../providers/bank/index.ts';
import { achRail, cardRail } from '../payments/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { dueOf, type ScriptDeps, scriptFields, scriptsOf, scriptsSchema, when } from './script-parts.ts';
import type { Step } from './scripts.ts';

const OUTCOMES = ['returnDebit', 'correctDebit', 'chargeBack', 'declineSignature', 'reviewKyc'] as const;
const REVIEWS = ['Needs More Info', 'Manually Approved', 'Disapproved'] as const;

const provider = {
  action: required(choice(OUTCOMES, { description: 'what happens' })),
  refNum: optional(
    numericId({ description: 'returnDebit, correctDebit: RefNum of the debit; chargeBack: of the payment' }),
  ),
  code: optional(
    choice([...ALL_RETURN_CODES, ...Object.keys(CHANGES)], {
      description: 'returnDebit: R01 ...; correctDebit: C01 ...',
    }),
  ),
  routingNumber: optional(text({ description: 'correctDebit: the right one', maxLength: 9 })),
  accountNumber: optional(text({ description: 'correctDebit: the right one', pattern: /^[0-9]{1,17}$/ })),
  accountType: optional(choice(['Checking', 'Savings'], { description: 'correctDebit: the right one' })),
  signatureId: optional(numericId({ description: 'declineSignature: of listSignatures' })),
  requestId: optional(text({ description: 'reviewKyc: of requestKycAml', maxLength: 100 })),
  type: optional(choice(['KYC', 'AML'], { description: 'reviewKyc: which status' })),
  status: optional(choice(REVIEWS, { description: 'reviewKyc: the outcome' })),
  reason: optional(text({ description: 'declineSignature, reviewKyc: the words of it', maxLength: 500 })),
  ...when,
};
type Provider = ValuesOf<typeof provider>;

export function scriptProvider(deps: ScriptDeps): Method {
  return defineMethod({
    name: 'scriptProvider',
    path: '/v3/sandbox/provider',
    summary: 'Has the bank, the card processor, a signer or a reviewer do something, at once or at a time',
    description:
      'An extension, only in the sandbox (Z8). returnDebit and correctDebit send a file of the bank with any code of ' +
      'NACHA; chargeBack takes a settled payment by card back; declineSignature declines a document; reviewKyc ' +
      'decides a review that requestKycAml asked for.',
    refusals: [190, 212, 404],
    parameters: provider,
    response: scriptsSchema,
    handler: keepAnswer(deps, async ({ client: { clientId }, values }) => {
      const scripts = scriptsOf(deps);
      const dueUs = dueOf(deps, values);
      const step = await providerStep(deps, clientId, values);
      return scriptFields(scripts, await scripts.add(clientId, values.action, [{ step, dueUs }]));
    }),
  });
}

function needed<K extends keyof Provider>(values: Provider, name: K): NonNullable<Provider[K]> {
  const value = values[name];
  if (value === undefined || value === null) {
    throw malformedCall('method', name, `Is needed with action ${values.action}`);
  }
  return value as NonNullable<Provider[K]>;
}

async function providerStep({ db }: ScriptDeps, clientId: string, values: Provider): Promise<Step> {
  const { action, reason = 'A test' } = values;
  switch (action) {
    case 'returnDebit':
    case 'correctDebit': {
      const [refNum, code] = [needed(values, 'refNum'), needed(values, 'code')];
      if ((action === 'correctDebit') !== Object.hasOwn(CHANGES, code)) {
        throw malformedCall('method', 'code', `Is not one of ${action}`);
      }
      await achRail.require(db, clientId, refNum);
      return { as: 'bank', refNum, code, corrected: correctedData(correctedBy(code, values)) };
    }
    case 'chargeBack': {
      const refNum = needed(values, 'refNum');
      await cardRail.require(db, clientId, refNum);
      return { as: 'card bank', refNum };
    }
    case 'declineSignature': {
      const signatureId = needed(values, 'signatureId');
      await requireSignature(db, clientId, signatureId);
      return { as: 'signer', signatureId, reason };
    }
    case 'reviewKyc': {
      const review = { requestId: needed(values, 'requestId'), type: needed(values, 'type') };
      await requireReview(db, clientId, review.requestId);
      const fields = { ...review, status: needed(values, 'status'), notes: reason };
      return { as: 'operator', method: 'reviewKycAml', fields };
    }
  }
}

async function requireSignature(db: Db, clientId: string, signatureId: number): Promise<void> {
  const signatures = db.selectFrom('signatures').select('signature_id').where('signature_id', '=', signatureId);
  if ((await signatures.where(ownedBy(clientId)).executeTakeFirst()) === undefined) throw new ApiError(404);
}

/** The operator, who decides it, sees those of all clients. */
async function requireReview(db: Db, clientId: string, requestId: string): Promise<void> {
  const reviews = db.selectFrom('kyc_reviews').select('request_id').where('request_id', '=', requestId);
  if ((await reviews.where(ownedBy(clientId)).executeTakeFirst()) === undefined) throw new ApiError(404);
}

/** The details that the code corrects, each of which must be there. */
function correctedBy(code: string, values: Provider): CorrectedDetails {
  const names = CHANGES[code] ?? [];
  if (names.includes('routingNumber') && !isRoutingNumber(needed(values, 'routingNumber'))) {
    throw malformedCall('method', 'routingNumber', 'Is not a routing number');
  }
  return Object.fromEntries(names.map((name) => [name, needed(values, name)]));
}
