/** Reads what a client may say on the stream. */
import { STRANGER_BYTES_MAX } from '../../http/body/index.ts';
import { ID_LENGTH_MAX, isFields, parseFields, requestId } from './fields.ts';
import {
  BATCH_MAX,
  CALLED_METHODS,
  type CallRequest,
  type Fields,
  type MethodCall,
  type Request,
  type RequestId,
  StreamError,
  type WatchRequest,
} from './protocol.ts';
import { requireKnown } from './request-fields.ts';
import { subscribeRequest, unsubscribeRequest } from './subscribe-request.ts';

const CREDENTIAL_LENGTH_MAX = 200;
const ACCOUNT_LENGTH_MAX = 100;
const WATCH_SECONDS = { least: 5, most: 60, usual: 15 } as const;

function watchRequest(fields: Fields, id: RequestId): WatchRequest {
  requireKnown('cancelOnDisconnect', fields, id);
  const { enabled = true, accountId = null, seconds = WATCH_SECONDS.usual } = fields;
  if (typeof enabled !== 'boolean') throw new StreamError('malformed-request', 'enabled must be true or false', id);
  const isAccount = typeof accountId === 'string' && accountId !== '' && accountId.length <= ACCOUNT_LENGTH_MAX;
  if (accountId !== null && !isAccount) throw new StreamError('malformed-request', 'accountId', id);
  const isWhole = typeof seconds === 'number' && Number.isInteger(seconds);
  if (!isWhole || seconds < WATCH_SECONDS.least || seconds > WATCH_SECONDS.most) {
    const { least, most } = WATCH_SECONDS;
    throw new StreamError('malformed-request', `seconds must be a whole number from ${least} to ${most}`, id);
  }
  return { op: 'cancelOnDisconnect', id, enabled, accountId: accountId as string | null, seconds };
}

function credential(fields: Fields, field: string, id: RequestId): string {
  const value = fields[field];
  if (typeof value === 'string' && value.length > 0 && value.length <= CREDENTIAL_LENGTH_MAX) return value;
  throw new StreamError('malformed-request', field, id);
}

const CALLED: ReadonlySet<unknown> = new Set(CALLED_METHODS);

function methodCall(entry: Fields): MethodCall {
  const id = requestId(entry);
  const { op, fields, idempotencyKey } = entry;
  if (typeof op !== 'string') throw new StreamError('malformed-request', 'op', id);
  if (!CALLED.has(op)) throw new StreamError('unknown-op', op.slice(0, ID_LENGTH_MAX), id);
  if (id === undefined)
    throw new StreamError('malformed-request', 'id: a call needs one, its answer has no other name');
  requireKnown('call', entry, id);
  if (!isFields(fields)) throw new StreamError('malformed-request', 'fields must be an object', id);
  return { op: op as MethodCall['op'], id, fields, idempotencyKey: idempotencyKey ?? undefined };
}

/** Nothing of a batch is done where one of its calls cannot be read. */
function batchRequest(fields: Fields, id: RequestId): CallRequest {
  requireKnown('batch', fields, id);
  const { calls } = fields;
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > BATCH_MAX || !calls.every(isFields)) {
    throw new StreamError('malformed-request', `calls must be a list of 1 to ${BATCH_MAX} calls`, id);
  }
  return { op: 'call', id, calls: calls.map(methodCall) };
}

/**
 * Reads one message. Unknown fields are refused; types are never converted. Throws StreamError: not-authenticated for
 * a long text of a stranger, which is not read at all.
 */
export function parseRequest(text: string, isStranger = false): Request {
  if (isStranger && text.length > STRANGER_BYTES_MAX) throw new StreamError('not-authenticated');
  const fields = parseFields(text);
  const id = requestId(fields);
  switch (fields.op) {
    case 'subscribe':
      return subscribeRequest(fields, id);
    case 'unsubscribe':
      return unsubscribeRequest(fields, id);
    case 'cancelOnDisconnect':
      return watchRequest(fields, id);
    case 'list':
    case 'ping':
      requireKnown(fields.op, fields, id);
      return { op: fields.op, id };
    case 'auth': {
      requireKnown('auth', fields, id);
      const clientId = credential(fields, 'clientID', id);
      return { op: 'auth', id, clientId, developerApiKey: credential(fields, 'developerAPIKey', id) };
    }
    case 'batch':
      return batchRequest(fields, id);
    default:
      if (CALLED.has(fields.op)) return { op: 'call', id, calls: [methodCall(fields)] };
      if (typeof fields.op !== 'string') throw new StreamError('malformed-request', 'op', id);
      throw new StreamError('unknown-op', undefined, id);
  }
}

/** As parseRequest, but returns what it throws. */
export function readRequest(text: string, isStranger = false): Request | StreamError {
  try {
    return parseRequest(text, isStranger);
  } catch (error) {
    if (error instanceof StreamError) return error;
    throw error;
  }
}
