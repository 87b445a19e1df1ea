import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import { findInvestor, investorKind } from './investors.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { insertReview } from './review-records.ts';

export function requestKycAml(services: KycServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'requestKycAml',
    verb: 'POST',
    group: GROUP,
    summary: 'Requests that people review a party, an entity or an account; once for each',
    description:
      'The review ends with webhook updateKycAmlStatus; updateKycAmlRequest says that more information is ' +
      'needed. A second request is refused (116).',
    refusals: [116, 148, 198],
    parameters: {
      investorId: required(text({ description: 'party id (P), entity id (E) or account id (A)', maxLength: 100 })),
    },
    response: Type.Object({ requestDetails: Type.Array(textsSchema('investorId', 'requestId')) }),
    handler: change(
      services,
      async ({ client, values: { investorId } }, db) => {
        const of = { clientId: client.clientId, investorId };
        const investor = found(investorKind(investorId), await findInvestor(db, of));
        const review = await insertReview(db, of, { kyc: investor.kycStatus, aml: investor.amlStatus }, nowUs());
        if (review === undefined) {
          throw new ApiError(116, undefined, { statusDesc: 'A review was already requested for this investor' });
        }
        return { fields: { requestDetails: [{ investorId, requestId: review.request_id }] } };
      },
      { ids: ['kyc_review'] },
    ),
  });
}
