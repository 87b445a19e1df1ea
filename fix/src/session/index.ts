/** The session layer of FIX 4.4 as a pure state machine, for the acceptor: no socket, no clock, no store. */
export {
  type ApplicationMessage,
  type Input,
  initialState,
  type Output,
  type Phase,
  SESSION_SETTINGS,
  type SessionSettings,
  type SessionState,
} from './state.ts';
export { deadline, type Stepped, step } from './step.ts';
export { parseUtcTimestamp, utcTimestamp } from './time.ts';
export { isAdmin, validate } from './validate.ts';
export { BEGIN_STRING, type CompIds, type Numbered, resendOf, type Stored, wireBytes } from './wire.ts';
