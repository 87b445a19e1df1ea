import Type from 'typebox';
import { ApiError, inGroup, type Method } from '../../http/methods/index.ts';
import { UnreadableList } from '../../providers/identity/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { deleteKycAml, getKycAml, getKycAmlResponse, performAml, performKycAml } from './check-methods.ts';
import { getStatusHistory, KYC_LEVELS, reviewLists } from './check-reads.ts';
import type { KycServices } from './kyc-services.ts';
import { getKycAmlReviews, requestKycAml, reviewKycAml, updateKycAmlStatus } from './review-methods.ts';
import { updateKycAml } from './update-kyc-aml.ts';

/** Checks of identities and watch lists, and reviews by people. */
export function kycModule(services: KycServices): Method[] {
  return inGroup({ group: 'KYC and AML', levels: KYC_LEVELS }, [
    performKycAml(services, 'performKycAml'),
    performKycAml(services, 'performKycAmlBasic'),
    performAml(services),
    updateKycAml(services),
    getKycAml(services),
    getKycAmlResponse(services),
    deleteKycAml(services),
    requestKycAml(services),
    updateKycAmlStatus(services),
    getKycAmlReviews(services),
    reviewKycAml(services),
    ...reviewLists(services),
    getStatusHistory(services),
    reloadWatchList(services),
  ]);
}

function reloadWatchList(services: KycServices): Method {
  const { watchLists } = services;
  return operatorMethod({
    name: 'reloadWatchList',
    summary: 'Reads the files of the watch list again; if that fails, the list in use stays',
    description: 'Reads sdn.csv, alt.csv and add.csv of WATCH_LIST_DIR; without that setting it is refused (404).',
    refusals: [190, 404],
    parameters: {},
    response: Type.Object({
      watchList: Type.Object({ entries: Type.Integer(), names: Type.Integer(), loadedDate: Type.String() }),
    }),
    handler: keepAnswer(services, async ({ log }) => {
      if (!watchLists.hasFolders) throw new ApiError(404, undefined, { statusDesc: 'WATCH_LIST_DIR is not set' });
      try {
        const { list, loadedAt } = await watchLists.load();
        const watchList = { entries: list.entryCount, names: list.nameCount, loadedDate: timestamp(loadedAt) };
        log.info(watchList, 'watch list loaded');
        return { fields: { watchList } };
      } catch (error) {
        if (!(error instanceof UnreadableList)) throw error;
        throw new ApiError(190, error.message, { statusDesc: 'The watch list could not be read' });
      }
    }),
  });
}
