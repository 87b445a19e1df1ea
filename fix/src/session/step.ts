import { MSG, TAG } from '../dictionary/index.ts';
import { receive } from './inbound.ts';
import { authenticated, receiveFirst } from './logon.ts';
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
  const turn = new Turn(state, settings, input.now);
  take(turn, input);
  return { state: turn.state, outputs: turn.outputs };
}

function take(turn: Turn, input: Input) {
  const { phase } = turn.state;
  switch (input.type) {
    case 'connected':
      return turn.set({ phase: 'logon', endAt: turn.now + turn.settings.logonMs });
    case 'message':
      if (phase === 'logon') return receiveFirst(turn, input.message);
      if (phase === 'active' || phase === 'closing') return receive(turn, input.message);
      return;
    case 'authenticated':
      return authenticated(turn);
    case 'refused':
      return phase === 'authenticating' ? turn.disconnect(input.text) : undefined;
    case 'application':
      for (const { msgType, body, isTransient } of input.messages) {
        if (isTransient !== true) turn.sendBody(msgType, body, true);
        else if (phase === 'active') turn.sendBody(msgType, body, false);
      }
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
  const { phase } = turn.state;
  if (phase === 'logon' || phase === 'authenticating') return turn.disconnect(text);
  if (phase !== 'active') return;
  turn.send(MSG.Logout, [[TAG.Text, text]]);
  turn.set({ phase: 'closing', endAt: turn.now + turn.settings.logoutMs });
}

function passTime(turn: Turn) {
  const { state, now } = turn;
  if (state.endAt !== undefined && now >= state.endAt) {
    return turn.disconnect(state.phase === 'closing' ? 'the Logout was not answered' : 'no Logon came in time');
  }
  if (state.phase !== 'active') return;
  const silence = now - state.lastIn;
  if (silence >= state.heartbeatMs * CUT_AFTER) return turn.disconnect('no answer to the TestRequest');
  if (silence >= state.heartbeatMs * TEST_AFTER && state.testRequestAt === undefined) {
    turn.set({ testRequestAt: now });
    return turn.send(MSG.TestRequest, [[TAG.TestReqID, `TEST-${now}`]]);
  }
  if (now - state.lastOut >= state.heartbeatMs) turn.send(MSG.Heartbeat, []);
}

/** When `time` is to be passed next, if no other input comes before; undefined: never. */
export function deadline(state: SessionState): number | undefined {
  if (state.phase !== 'active') return state.endAt;
  const test = state.lastIn + state.heartbeatMs * (state.testRequestAt === undefined ? TEST_AFTER : CUT_AFTER);
  return Math.min(test, state.lastOut + state.heartbeatMs);
}
