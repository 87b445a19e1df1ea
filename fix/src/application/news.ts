/** News (B): what the operator and the gateway say. */
import type { VenueEvent } from '../client.ts';
import type { OutgoingMessage } from './api.ts';
import type { Securities } from './securities.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, groupOf, utcTimestamp } from './values.ts';

type Notice = Extract<VenueEvent, { readonly eventType: 'notice' }>;
type Action = Extract<VenueEvent, { readonly eventType: 'corporateAction' }>;

const URGENCY = { info: '0', warning: '1', urgent: '1' } as const;
const HEADLINE_LENGTH = 80;

/** Of an event for everybody. */
export function newsOf(event: Notice | Action, securities: Securities): OutgoingMessage {
  return event.eventType === 'notice' ? noticeNews(event, securities) : actionNews(event, securities);
}

/** Of the operator's notice. */
function noticeNews({ notice, eventTime }: Notice, securities: Securities): OutgoingMessage {
  const { securityId, text, severity } = notice;
  const related = securityId === null ? [] : [securities.fieldsOf(securityId)];
  const lines = text.split('\n').map((line) => fieldsOf([TAG.Text, line === '' ? ' ' : line]));
  const body = [
    ...fieldsOf([TAG.OrigTime, utcTimestamp(eventTime)], [TAG.Urgency, URGENCY[severity]]),
    ...fieldsOf([TAG.Headline, text.split('\n')[0]?.slice(0, HEADLINE_LENGTH) || 'Notice']),
    ...(related.length === 0 ? [] : groupOf(TAG.NoRelatedSym, related)),
    ...groupOf(TAG.NoLinesOfText, lines),
  ];
  return { msgType: MSG.News, body };
}

/** Of a corporate action that was announced or cancelled, or has had effect. */
function actionNews({ corporateAction, eventTime }: Action, securities: Securities): OutgoingMessage {
  const { securityId, kind, ratio, amount, intoSecurityId, mostShares, status, exDate, actionId } = corporateAction;
  const into = intoSecurityId === null ? null : `into ${intoSecurityId}`;
  const most = mostShares === null ? null : `up to ${mostShares} shares`;
  const headline = `${[kind, ratio, amount, into, most].filter((part) => part !== null).join(' ')}: ${status}`;
  const body = [
    ...fieldsOf([TAG.OrigTime, utcTimestamp(eventTime)], [TAG.Urgency, URGENCY.warning], [TAG.Headline, headline]),
    ...groupOf(TAG.NoRelatedSym, [securities.fieldsOf(securityId)]),
    ...groupOf(TAG.NoLinesOfText, [
      fieldsOf([TAG.Text, `${headline}. Corporate action ${actionId}, ex date ${exDate}.`]),
    ]),
  ];
  return { msgType: MSG.News, body };
}

/** The peer must know: what it has may no longer be what the venue has. */
export function missingReports(): OutgoingMessage {
  const text = 'Reports are missing: the venue was put back, or the session missed too many events. Ask for the state.';
  const body = [
    ...fieldsOf([TAG.Urgency, '1'], [TAG.Headline, 'Reports are missing']),
    ...fieldsOf([TAG.NoLinesOfText, 1], [TAG.Text, text]),
  ];
  return { msgType: MSG.News, body };
}
