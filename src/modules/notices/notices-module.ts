import { inGroup, type Method } from '../../http/methods/index.ts';
import { getNotices, type NoticeServices, sendNotice } from './notice-methods.ts';

/** The operator's notices to all clients (docs/api/stream.md, S30). */
export function noticesModule(services: NoticeServices): Method[] {
  return inGroup('ATS', [sendNotice(services), getNotices(services)]);
}
