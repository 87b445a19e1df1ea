import { type Field, fieldValue, type Message } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import { type Fault, REASON } from './faults.ts';
import { requestResend } from './gaps.ts';
import { sendingTimeFault } from './header.ts';
import type { Turn } from './turn.ts';
import { validate } from './validate.ts';
import { BEGIN_STRING } from './wire.ts';

/**
 * What is wrong with the first message of a connection. It is not answered, and no number changes, before its key is
 * known to be right: a stranger can neither learn of a session nor move its numbers.
 */
export function firstMessageFault(message: Message): string | undefined {
  if (message.msgType !== MSG.Logon) return 'the first message is no Logon';
  return fieldValue(message, TAG.BeginString) === BEGIN_STRING ? undefined : 'BeginString is not FIX.4.4';
}

/** The key is right: the Logon itself is checked and answered. */
export function receiveLogon(turn: Turn, logon: Message) {
  turn.set({ phase: 'active', lastIn: turn.at });
  const fault = validate(logon) ?? sendingTimeFault(turn, logon) ?? logonFault(turn, logon);
  if (fault !== undefined) {
    turn.reject(logon, fault);
    return turn.logoutAndDisconnect(fault.text);
  }
  const seq = Number(fieldValue(logon, TAG.MsgSeqNum));
  const isReset = fieldValue(logon, TAG.ResetSeqNumFlag) === 'Y';
  if (isReset) resetNumbers(turn);
  if (seq < turn.state.nextIn) return turn.logoutAndDisconnect(tooLow(turn.state.nextIn, seq));
  const heartBtInt = fieldValue(logon, TAG.HeartBtInt) ?? '';
  turn.set({ heartbeatMs: Number(heartBtInt) * 1000 });
  const expected = fieldValue(logon, TAG.NextExpectedMsgSeqNum);
  const { nextIn, nextOut } = turn.state;
  if (expected !== undefined && Number(expected) > nextOut) {
    return turn.logoutAndDisconnect(`NextExpectedMsgSeqNum too high, ${nextOut} is next`);
  }
  answerLogon(turn, heartBtInt, { isReset, expected: expected && (seq > nextIn ? nextIn : seq + 1) });
  turn.outputs.push({ type: 'loggedOn' });
  if (expected !== undefined && Number(expected) < nextOut) {
    turn.outputs.push({ type: 'resend', from: Number(expected), to: nextOut - 1 });
  }
  if (seq <= nextIn) turn.received();
  // The peer sees in the answer what is missing here: it is asked only where that does not come.
  else if (expected !== undefined) turn.set({ resend: { upTo: seq, askedAt: turn.at } });
  else requestResend(turn, seq);
}

/** A Logon within a session: it may only reset the numbers of both sides. */
export function receiveLogonAgain(turn: Turn, message: Message) {
  if (turn.state.phase !== 'active') return;
  if (fieldValue(message, TAG.ResetSeqNumFlag) !== 'Y') {
    turn.reject(message, { reason: REASON.other, text: 'Already logged on' });
    return turn.received();
  }
  const fault = logonFault(turn, message);
  if (fault !== undefined) return turn.reject(message, fault);
  const heartBtInt = fieldValue(message, TAG.HeartBtInt) ?? '';
  resetNumbers(turn);
  turn.set({ heartbeatMs: Number(heartBtInt) * 1000 });
  answerLogon(turn, heartBtInt, { isReset: true });
  turn.received();
}

export function tooLow(expected: number, received: number): string {
  return `MsgSeqNum too low, expecting ${expected} but received ${received}`;
}

function answerLogon(
  turn: Turn,
  heartBtInt: string,
  { isReset, expected }: { readonly isReset: boolean; readonly expected?: number | '' | undefined },
) {
  const fields: Field[] = [
    [TAG.EncryptMethod, '0'],
    [TAG.HeartBtInt, heartBtInt],
  ];
  if (isReset) fields.push([TAG.ResetSeqNumFlag, 'Y']);
  if (expected) fields.push([TAG.NextExpectedMsgSeqNum, String(expected)]);
  turn.send(MSG.Logon, fields);
}

function resetNumbers(turn: Turn) {
  turn.set({ nextIn: 1, nextOut: 1, resend: undefined });
  turn.outputs.push({ type: 'reset' });
}

function logonFault({ settings }: Turn, message: Message): Fault | undefined {
  const incorrect = (tag: number, text: string): Fault => ({ reason: REASON.valueIncorrect, tag, text });
  if (fieldValue(message, TAG.EncryptMethod) !== '0') {
    return incorrect(TAG.EncryptMethod, 'EncryptMethod must be 0: use TLS');
  }
  const heartBtInt = Number(fieldValue(message, TAG.HeartBtInt));
  if (!(heartBtInt >= 1 && heartBtInt <= settings.maxHeartbeatSeconds)) {
    return incorrect(TAG.HeartBtInt, `HeartBtInt must be 1 to ${settings.maxHeartbeatSeconds}`);
  }
  if (fieldValue(message, TAG.ResetSeqNumFlag) === 'Y' && fieldValue(message, TAG.MsgSeqNum) !== '1') {
    return incorrect(TAG.MsgSeqNum, 'MsgSeqNum must be 1 with ResetSeqNumFlag');
  }
  return undefined;
}
