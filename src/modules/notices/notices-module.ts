import { inGroup, type Method } from '../../http/methods/index.ts';
import { getNotices, type NoticeDeps, sendNotice } from './notice-methods.ts';

/** The operator's notices to all clients (docs/api/stream.md, S30). */
export function noticesModule(deps: NoticeDeps): Method[] {
  return inGroup('ATS', [sendNotice(deps), getNotices(deps)]);
}
