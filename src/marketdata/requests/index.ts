/** The words of the stream: requests as they are read, errors, answers, limits. */

export { mayStream } from './credentials.ts';
export {
  type Beginning,
  CALLED_METHODS,
  type CallRequest,
  CHANNEL_NAMES,
  type ChannelName,
  CLOSE,
  type MethodCall,
  type Numbering,
  type Request,
  type RequestId,
  type SecurityChoice,
  STREAM_ERRORS,
  StreamError,
  type StreamErrorCode,
  type SubscribeRequest,
  type UnsubscribeRequest,
  type WatchRequest,
} from './protocol.ts';
export { errorMessage, goodbye, pong, subscribed, subscriptionsList, unsubscribed } from './replies.ts';
export { REQUESTS } from './request-schemas.ts';
export { readRequest } from './requests.ts';
export { STREAM_DEFAULTS, type StreamSettings } from './settings.ts';
