/** Answers to requests that need only the state of the connection. */
import { formatInstant } from '../../calendar/format-time.ts';
import type { EventFeed, Markets } from '../../exchange/api/index.ts';
import type {
  Beginning,
  ChannelName,
  Numbering,
  RequestId,
  SecurityChoice,
  StreamError,
  SubscribeRequest,
  UnsubscribeRequest,
} from './protocol.ts';

const RETRY_MS = { least: 1000, most: 5000 } as const;

/** With the parameters that hold (S33), and where a subscription with cursors begins (S23). */
export function subscribed(request: SubscribeRequest, beginning: Beginning | Numbering | undefined): object {
  const { id, channel, subscription, mode, levels, checksum, clients } = request;
  return {
    type: 'subscribed',
    id,
    channel,
    subscription,
    ...idsOf(channel, request.securities),
    ...(mode === null ? { mode: 'every' } : { mode: 'conflated', ...mode }),
    ...(channel === 'depth' ? { levels, checksum } : {}),
    ...(channel === 'orders' ? { clients } : {}),
    ...beginning,
  };
}

export function unsubscribed({ id, channel, subscription, securities }: UnsubscribeRequest): object {
  return { type: 'unsubscribed', id, channel, subscription, ...idsOf(channel, securities) };
}

export function subscriptionsList(id: RequestId, subscriptions: readonly object[]): object {
  return { type: 'subscriptions', id, subscriptions };
}

/** Before a planned stop. Clients come back at different times. */
export function goodbye(): object {
  const retryAfterMs = Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
  return { type: 'goodbye', reason: 'stopping', retryAfterMs };
}

/** @param cursor of the last event; undefined: something before it is still to be sent (S37) */
export function pong(id: RequestId, exchange: Markets & EventFeed, cursor: string | undefined): object {
  return { type: 'pong', id, time: formatInstant(exchange.nowUs()), seq: exchange.lastEventSeq(), cursor };
}

export function errorMessage({ id, code, message }: StreamError): object {
  return { type: 'error', id, code, message };
}

function idsOf(channel: ChannelName, securities: SecurityChoice): object {
  if (channel === 'orders') return {};
  return { securityIds: securities === '*' ? ['*'] : securities.map(String) };
}
