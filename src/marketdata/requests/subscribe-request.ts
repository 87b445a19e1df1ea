import type { SecurityId } from '../../exchange/api/index.ts';
import { isFields, securityId } from './fields.ts';
import {
  CHANNEL_NAMES,
  type ChannelName,
  type Fields,
  type Mode,
  type RequestId,
  type SecurityChoice,
  StreamError,
  type SubscribeRequest,
  type UnsubscribeRequest,
} from './protocol.ts';
import { requireKnown } from './request-fields.ts';

const TEXT_LENGTH_MAX = 100;
const SUBSCRIPTION = /^[A-Za-z0-9._-]{1,32}$/;
const LEVELS = { most: 100, usual: 10 } as const;
const INTERVAL_MS = { least: 50, most: 10_000, usual: 1000, step: 50 } as const;

const CONFLATED: ReadonlySet<ChannelName> = new Set(['topOfBook', 'trades', 'depth']);
const SUBSCRIBE = {
  topOfBook: 'subscribeTopOfBook',
  trades: 'subscribeTrades',
  depth: 'subscribeDepth',
  market: 'subscribeMarket',
  auction: 'subscribeAuction',
  orders: 'subscribeOrders',
} as const satisfies Record<ChannelName, string>;

/** Throws StreamError. */
export function subscribeRequest(fields: Fields, id: RequestId): SubscribeRequest {
  const channel = channelOf(fields, id);
  requireKnown(SUBSCRIBE[channel], fields, id);
  const securities = securityChoice(channel, fields, id);
  const mode = modeOf(channel, fields, id);
  const since = textOf('since', 'a cursor', fields, id);
  return {
    op: 'subscribe',
    id,
    channel,
    subscription: subscriptionOf(fields, id),
    securities,
    after: afterOf(fields, securities, id),
    since,
    venue: textOf('venue', 'a text', fields, id),
    mode,
    levels: levelsOf(fields, id),
    checksum: checksumOf(fields, id),
    clients: clientsOf(fields, id),
  };
}

/** Throws StreamError. */
export function unsubscribeRequest(fields: Fields, id: RequestId): UnsubscribeRequest {
  const channel = channelOf(fields, id);
  requireKnown('unsubscribe', fields, id);
  const subscription = subscriptionOf(fields, id);
  return { op: 'unsubscribe', id, channel, subscription, securities: securityChoice(channel, fields, id) };
}

const NAMES: ReadonlySet<unknown> = new Set(CHANNEL_NAMES);

function channelOf({ channel }: Fields, id: RequestId): ChannelName {
  if (typeof channel !== 'string') throw new StreamError('malformed-request', 'channel', id);
  if (!NAMES.has(channel)) throw new StreamError('unknown-channel', undefined, id);
  return channel as ChannelName;
}

/** S43 */
function subscriptionOf({ subscription }: Fields, id: RequestId): string | undefined {
  if (subscription === undefined) return undefined;
  if (typeof subscription === 'string' && SUBSCRIPTION.test(subscription)) return subscription;
  const form = 'subscription must be 1 to 32 letters, digits, dots, dashes or underscores';
  throw new StreamError('malformed-request', form, id);
}

function securityChoice(channel: ChannelName, { securityIds }: Fields, id: RequestId): SecurityChoice {
  if (channel === 'orders') {
    if (securityIds === undefined) return '*';
    throw new StreamError('malformed-request', 'securityIds: the channel orders has none', id);
  }
  if (!Array.isArray(securityIds) || securityIds.length === 0) {
    throw new StreamError('malformed-request', 'securityIds must be a list that is not empty', id);
  }
  if (securityIds.length === 1 && securityIds[0] === '*') return '*';
  return [...new Set(securityIds.map((text) => securityId(text, 'securityIds', id)))];
}

function afterOf(fields: Fields, securities: SecurityChoice, id: RequestId): Map<SecurityId, number> {
  const { after = {} } = fields;
  if (!isFields(after)) throw new StreamError('malformed-request', 'after must be an object', id);
  const chosen = securities === '*' ? undefined : new Set(securities);
  const result = new Map<SecurityId, number>();
  for (const [key, seq] of Object.entries(after)) {
    const security = securityId(key, 'after', id);
    if (chosen?.has(security) === false) throw new StreamError('malformed-request', 'after names other ids', id);
    if (!Number.isSafeInteger(seq) || (seq as number) < 0) {
      throw new StreamError('malformed-request', 'after must hold sequence numbers', id);
    }
    result.set(security, seq as number);
  }
  return result;
}

function textOf(name: 'since' | 'venue', what: string, fields: Fields, id: RequestId): string | undefined {
  const { [name]: sent } = fields;
  if (sent === undefined || (typeof sent === 'string' && sent.length <= TEXT_LENGTH_MAX)) return sent;
  throw new StreamError('malformed-request', `${name} must be ${what} of at most ${TEXT_LENGTH_MAX} characters`, id);
}

/** S33. */
function modeOf(channel: ChannelName, { mode = 'every', intervalMs }: Fields, id: RequestId): Mode {
  if (mode === 'every') {
    if (intervalMs === undefined) return null;
    throw new StreamError('malformed-request', 'intervalMs goes with the mode conflated', id);
  }
  if (mode !== 'conflated' || !CONFLATED.has(channel)) {
    throw new StreamError('malformed-request', `mode: the channel ${channel} has no such mode`, id);
  }
  const { least, most, usual, step } = INTERVAL_MS;
  const asked = intervalMs ?? usual;
  if (typeof asked !== 'number' || !Number.isInteger(asked) || asked < least || asked > most) {
    throw new StreamError('malformed-request', `intervalMs must be a whole number from ${least} to ${most}`, id);
  }
  return { intervalMs: Math.ceil(asked / step) * step };
}

function levelsOf({ levels = LEVELS.usual }: Fields, id: RequestId): number | 'all' {
  if (levels === 'all') return levels;
  if (typeof levels === 'number' && Number.isInteger(levels) && levels >= 1 && levels <= LEVELS.most) return levels;
  throw new StreamError('malformed-request', `levels must be 1 to ${LEVELS.most}, or "all"`, id);
}

function checksumOf({ checksum = false }: Fields, id: RequestId): boolean {
  if (typeof checksum === 'boolean') return checksum;
  throw new StreamError('malformed-request', 'checksum must be true or false', id);
}

function clientsOf({ clients = 'own' }: Fields, id: RequestId): 'own' | 'all' {
  if (clients === 'own' || clients === 'all') return clients;
  throw new StreamError('malformed-request', 'clients must be "own" or "all"', id);
}
