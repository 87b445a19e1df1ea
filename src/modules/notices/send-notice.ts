import Type from 'typebox';
import { EVERYBODY, NO_SECURITY, type SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { knownSecurity, noticeSchema, refusalError } from '../ats/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { shortId } from '../shared/ids/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { type NoticeFields, severityKind } from './notice-fields.ts';
import { NoticePace } from './notice-pace.ts';
import type { NoticeServices } from './notice-services.ts';

const TEXT_LENGTH_MAX = 1000;

/** S30. */
export function sendNotice(services: NoticeServices): Method {
  const pace = new NoticePace();
  return defineMethod({
    name: 'sendNotice',
    summary: 'Sends a notice to all clients',
    description:
      'An extension, for operators (S30). GET /v3/events of every client shows the notice, and the channel market of ' +
      'the stream sends it: a notice about a security to subscribers of that security or of all securities. Clients ' +
      'registered for webhook notice get it too. At most twenty a minute; more are 429. An unknown security: 138.',
    refusals: [138, 429],
    operator: true,
    parameters: {
      text: required(text({ maxLength: TEXT_LENGTH_MAX })),
      severity: optional(severityKind),
      securityId: optional(
        numericId<SecurityId>({ description: 'The security that it is about; absent: none in particular.' }),
      ),
    },
    response: Type.Object({ noticeDetails: Type.Object(noticeSchema) }),
    handler: changeAfter(
      services,
      async ({ values: { securityId } }) => {
        if (securityId !== undefined) knownSecurity(services, securityId);
        if (!pace.take(services.nowUs())) throw refusalError('too many notices');
        return shortId();
      },
      async ({ values }, db, noticeId) => {
        const { securityId, severity = 'info' } = values;
        const fields: NoticeFields = {
          noticeId,
          severity,
          securityId: securityId === undefined ? null : String(securityId),
          text: values.text,
          sentDate: timestamp(services.nowUs()),
        };
        const to = [{ clientId: EVERYBODY, fields: { ...fields } }];
        await services.notices.add(db, { noticeId, kind: 'notice', securityId: securityId ?? NO_SECURITY, to });
        const clientIds = await services.receiversOf(db, 'notice');
        return {
          fields: { noticeDetails: fields },
          alsoFires: clientIds.map((clientId) => ({ clientId, method: 'notice', fields: { ...fields } })),
          afterCommit: () => services.notices.publish(),
        };
      },
    ),
  });
}
