/** Messages of the application layer to calls of the venue, and events of the venue to messages. */
export type {
  Finished,
  OpenApplication,
  OutgoingMessage,
  SessionApplication,
  SessionKey,
  SessionOptions,
  SessionPort,
} from './api.ts';
export type { Log } from './context.ts';
export { type ApplicationMeans, openingApplications } from './open.ts';
