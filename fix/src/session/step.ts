/**
 * The problem: a FIX session must survive cut connections, repeated messages and gaps, and both sides must agree on
 * every sequence number, also after a crash of either.
 *
 * A session is a value (`SessionState`) and this function: state and input give the next state and the outputs. The
 * caller stores the numbers of the next state first, then performs the outputs in order. There is no socket, clock or
 * store here, so every order of inputs is tested as data.
 *
 * What can go wrong: a message with too high a number (it is dropped, and everything from the gap on is asked for
 * again); with too low a number (ignored with PossDup, else the session ends); silence (TestRequest, then the
 * connection is cut); a Logout without an answer (cut at its time); a store that fails (the caller ends the
 * connection, nothing was sent).
 *
 * Never: a number is used twice for different messages; an output before its number is stored; a message is passed to
 * the application twice.
 */

import { MSG, TAG } from '../dictionary/index.ts';
import { receive } from './inbound.ts';
import { receiveLogon } from './logon.ts';
import type { Input, Output, SessionSettings, SessionState } from './state.ts';
import { Turn } from './turn.ts';

/** How much later than HeartBtInt a message may come before the peer is asked, and how much before it is cut. */
const TEST_AFTER = 1.2;
const CUT_AFTER = 2.4;

export interface Stepped {
  readonly state: SessionState;
  /** In the order in which they are to be done, after the numbers of `state` are stored. */
  readonly outputs: readonly Output[];
}

/** What a session does with an input. Pure: no socket, no clock, no store. */
export function step(state: SessionState, input: Input, settings: SessionSettings): Stepped {
  const turn = new Turn(state, settings, input);
  take(turn, input);
  return { state: turn.state, outputs: turn.outputs };
}

function take(turn: Turn, input: Input) {
  const { phase } = turn.state;
  switch (input.type) {
    case 'logon':
      return phase === 'off' ? receiveLogon(turn, input.message) : undefined;
    case 'message':
      return phase === 'off' ? undefined : receive(turn, input.message);
    case 'application':
      for (const { msgType, body, isTransient } of input.messages) turn.sendBody(msgType, body, isTransient !== true);
      return;
    case 'time':
      return passTime(turn);
    case 'logout':
      return logout(turn, input.text);
    case 'disconnected':
      return turn.off();
    case 'setNumbers':
      if (phase !== 'off') throw new Error('numbers are set only without a connection');
      turn.set({ nextIn: input.nextIn, nextOut: input.nextOut });
      turn.outputs.push({ type: 'reset' });
  }
}

function logout(turn: Turn, text: string) {
  if (turn.state.phase !== 'active') return;
  turn.send(MSG.Logout, [[TAG.Text, text]]);
  turn.set({ phase: 'closing', endAt: turn.at + turn.settings.logoutMs });
}

function passTime(turn: Turn) {
  const { state, now, at } = turn;
  if (state.endAt !== undefined && at >= state.endAt) return turn.disconnect('the Logout was not answered');
  if (state.phase !== 'active') return;
  const silence = at - state.lastIn;
  if (silence >= state.heartbeatMs * CUT_AFTER) return turn.disconnect('no answer to the TestRequest');
  if (silence >= state.heartbeatMs * TEST_AFTER && state.testRequestAt === undefined) {
    turn.set({ testRequestAt: at });
    return turn.send(MSG.TestRequest, [[TAG.TestReqID, `TEST-${now}`]]);
  }
  if (at - state.lastOut >= state.heartbeatMs) turn.send(MSG.Heartbeat, []);
}

/** How long a connection lasts at most whose other end is gone. */
export function cutAfterMs({ heartbeatMs }: SessionState): number {
  return heartbeatMs * CUT_AFTER;
}

/** When `time` is to be passed next, if no other input comes before; undefined: never. */
export function deadline(state: SessionState): number | undefined {
  if (state.phase !== 'active') return state.endAt;
  const test = state.lastIn + state.heartbeatMs * (state.testRequestAt === undefined ? TEST_AFTER : CUT_AFTER);
  return Math.min(test, state.lastOut + state.heartbeatMs);
}
