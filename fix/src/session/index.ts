/** The session layer of FIX 4.4 as a pure state machine, for the acceptor: no socket, no clock, no store. */
export { firstMessageFault } from './logon.ts';
export { routeBack } from './route.ts';
export {
  type ApplicationMessage,
  type Clocks,
  type Input,
  initialState,
  type Output,
  SESSION_SETTINGS,
  type SessionSettings,
  type SessionState,
} from './state.ts';
export { cutAfterMs, deadline, step } from './step.ts';
export { utcTimestamp } from './time.ts';
export { type CompIds, type Numbered, resendOf, type Stored, wireBytes } from './wire.ts';
