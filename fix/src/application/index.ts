/** Messages of the application layer to calls of the venue, and events of the venue to messages. */
export type {
  Finished,
  KeptRoute,
  OpenApplication,
  OutgoingMessage,
  SessionApplication,
  SessionKey,
  SessionOptions,
  SessionPort,
} from './api.ts';
export { openingApplications } from './open.ts';
