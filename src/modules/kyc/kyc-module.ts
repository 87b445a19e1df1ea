import Type from 'typebox';
import { ApiError, inGroup, type Method } from '../../http/methods/index.ts';
import { UnreadableList } from '../../providers/identity/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import { deleteKycAml, getKycAml, getKycAmlResponse, performAml, performKycAml } from './check-methods.ts';
import { getStatusHistory, KYC_LEVELS, reviewLists } from './check-reads.ts';
import type { KycDeps } from './kyc-deps.ts';
import { getKycAmlReviews, requestKycAml, reviewKycAml, updateKycAmlStatus } from './review-methods.ts';
import { updateKycAml } from './update-kyc-aml.ts';

/** Checks of identities and watch lists, and reviews by people. */
export function kycModule(deps: KycDeps): Method[] {
  return inGroup({ group: 'KYC and AML', levels: KYC_LEVELS }, [
    performKycAml(deps, 'performKycAml'),
    performKycAml(deps, 'performKycAmlBasic'),
    performAml(deps),
    updateKycAml(deps),
    getKycAml(deps),
    getKycAmlResponse(deps),
    deleteKycAml(deps),
    requestKycAml(deps),
    updateKycAmlStatus(deps),
    getKycAmlReviews(deps),
    reviewKycAml(deps),
    ...reviewLists(deps),
    getStatusHistory(deps),
    reloadWatchList(deps),
  ]);
}

const LIST_SCHEMA = Type.Object({
  list: Type.String(),
  files: Type.Array(Type.String()),
  published: textOrNull('as the file says'),
  entries: Type.Integer(),
  faultCount: Type.Integer({ description: 'records that could not be read and were left out' }),
  faults: Type.Array(Type.Object({ file: Type.String(), record: Type.Integer(), reason: Type.String() }), {
    description: 'the first of them',
  }),
});

function reloadWatchList(deps: KycDeps): Method {
  const { watchLists } = deps;
  return operatorMethod({
    name: 'reloadWatchList',
    summary: 'Reads the files of the watch lists again; if that fails, the lists in use stay',
    description:
      'Reads the lists of OFAC, the UN, the EU and the UK in WATCH_LIST_DIR; without that setting it is refused (404).',
    refusals: [190, 404],
    parameters: {},
    response: Type.Object({
      watchList: Type.Object({
        ...{ entries: Type.Integer(), names: Type.Integer(), loadedDate: Type.String() },
        lists: Type.Array(LIST_SCHEMA),
      }),
    }),
    handler: keepAnswer(deps, async ({ log }) => {
      if (!watchLists.hasFolders) throw new ApiError(404, undefined, { statusDesc: 'WATCH_LIST_DIR is not set' });
      try {
        const { list, loadedAt, reports } = await watchLists.load();
        const counts = { entries: list.entryCount, names: list.nameCount, loadedDate: timestamp(loadedAt) };
        const lists = reports.map((report) => ({
          ...report,
          files: [...report.files],
          faults: report.faults.map((fault) => ({ ...fault })),
        }));
        const watchList = { ...counts, lists };
        log.info(watchList, 'watch lists loaded');
        return { fields: { watchList } };
      } catch (error) {
        if (!(error instanceof UnreadableList)) throw error;
        throw new ApiError(190, error.message, { statusDesc: 'The watch lists could not be read' });
      }
    }),
  });
}
