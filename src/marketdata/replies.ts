/** Answers to requests that need no more than what is at hand. */
import { formatInstant } from '../calendar/format-time.ts';
import type { EventFeed, Markets } from '../exchange/interface.ts';
import { CHANNEL, MODE, type RequestId, type SecurityChoice, type StreamError } from './protocol.ts';
import type { Subscriptions } from './subscriptions.ts';

export function subscribed(id: RequestId, securities: SecurityChoice): object {
  return { type: 'subscribed', id, channel: CHANNEL, securityIds: idTexts(securities), mode: MODE };
}

export function unsubscribed(id: RequestId, securities: SecurityChoice): object {
  return { type: 'unsubscribed', id, channel: CHANNEL, securityIds: idTexts(securities) };
}

export function subscriptionsList(
  id: RequestId,
  { everything, securityIds }: Pick<Subscriptions, 'everything' | 'securityIds'>,
): object {
  return { type: 'subscriptions', id, subscriptions: [{ channel: CHANNEL, mode: MODE, everything, securityIds }] };
}

export function pong(id: RequestId, exchange: Markets & EventFeed): object {
  return { type: 'pong', id, time: formatInstant(exchange.nowUs()), seq: exchange.lastEventSeq() };
}

export function errorMessage({ id, code, message }: StreamError): object {
  return { type: 'error', id, code, message };
}

function idTexts(securities: SecurityChoice): readonly string[] {
  return securities === '*' ? ['*'] : securities.map(String);
}
