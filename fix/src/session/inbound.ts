import { fieldValue, type Message } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import { type Fault, REASON } from './faults.ts';
import { requestResend } from './gaps.ts';
import { compIdFault, isOfSession, isPossDup, msgSeqNum, origSendingTimeFault, sendingTimeFault } from './header.ts';
import { receiveLogonAgain, tooLow } from './logon.ts';
import { routeBack } from './route.ts';
import type { Turn } from './turn.ts';
import { validate, valueFault } from './validate.ts';
import { BEGIN_STRING } from './wire.ts';

/** A message within a session that is logged on: first its header, then its number, then what it says. */
export function receive(turn: Turn, message: Message) {
  turn.set({ lastIn: turn.at, testRequestAt: undefined });
  if (fieldValue(message, TAG.BeginString) !== BEGIN_STRING) {
    return turn.logoutAndDisconnect('Incorrect BeginString');
  }
  const number = fieldValue(message, TAG.MsgSeqNum);
  if (number === undefined) return turn.logoutAndDisconnect('MsgSeqNum missing');
  const outOfRange = valueFault(TAG.MsgSeqNum, number);
  if (outOfRange !== undefined) return turn.reject(message, outOfRange);
  const seq = Number(number);
  const missing = compIdFault(message);
  if (missing !== undefined) {
    turn.reject(message, missing);
    return seq === turn.state.nextIn ? turn.received() : undefined;
  }
  if (!isOfSession(turn, message)) {
    return refuse(turn, message, { reason: REASON.compIdProblem, text: 'CompID problem' });
  }
  const time = sendingTimeFault(turn, message);
  if (time?.reason === REASON.sendingTimeAccuracy) return refuse(turn, message, time);
  if (isResetOfNumbers(message)) return receiveReset(turn, message);
  if (seq === turn.state.nextIn) return receiveExpected(turn, message);
  if (seq < turn.state.nextIn) return receiveLow(turn, message, seq);
  return receiveHigh(turn, message, seq);
}

/** Rejects the message, then ends the session: the peer is not the one, or its clock is wrong. */
function refuse(turn: Turn, message: Message, fault: Fault) {
  turn.reject(message, fault);
  if (msgSeqNum(message) === turn.state.nextIn) turn.received();
  turn.logoutAndDisconnect(fault.text);
}

/** Its ResetSeqNumFlag, or a SequenceReset without gap fill, gives numbers a new beginning: its own is not checked. */
function isResetOfNumbers(message: Message): boolean {
  if (message.msgType === MSG.Logon) return fieldValue(message, TAG.ResetSeqNumFlag) === 'Y';
  return message.msgType === MSG.SequenceReset && fieldValue(message, TAG.GapFillFlag) !== 'Y';
}

function receiveReset(turn: Turn, message: Message) {
  const fault = validate(message);
  if (fault !== undefined) return turn.reject(message, fault);
  if (message.msgType === MSG.Logon) return receiveLogonAgain(turn, message);
  const next = Number(fieldValue(message, TAG.NewSeqNo));
  const { nextIn } = turn.state;
  if (next < nextIn) {
    const text = `Value is incorrect: NewSeqNo ${next} is below ${nextIn}`;
    return turn.reject(message, { reason: REASON.valueIncorrect, tag: TAG.NewSeqNo, text });
  }
  turn.log('warn', `the peer reset its numbers from ${nextIn} to ${next}`);
  turn.set({ nextIn: next, resend: undefined });
}

function receiveLow(turn: Turn, message: Message, seq: number) {
  if (!isPossDup(message)) return turn.logoutAndDisconnect(tooLow(turn.state.nextIn, seq));
  const fault = duplicateFault(message);
  // It was received before: there is nothing to do.
  if (fault !== undefined) turn.reject(message, fault);
}

/** A gap fill stands for several messages: engines send it without OrigSendingTime. */
function duplicateFault(message: Message): Fault | undefined {
  if (message.msgType === MSG.SequenceReset && fieldValue(message, TAG.OrigSendingTime) === undefined) return undefined;
  return origSendingTimeFault(message);
}

function receiveHigh(turn: Turn, message: Message, seq: number) {
  // Both sides may miss messages at once: each request is answered, whatever its number. So is a Logout.
  if (message.msgType === MSG.ResendRequest && validate(message) === undefined) resend(turn, message);
  if (message.msgType === MSG.Logout) return receiveLogout(turn);
  requestResend(turn, seq);
}

function receiveExpected(turn: Turn, message: Message) {
  const fault = validate(message) ?? (isPossDup(message) ? duplicateFault(message) : undefined);
  if (fault !== undefined) {
    // Two sides that reject each other's rejects would never end.
    if (message.msgType === MSG.Reject) turn.log('warn', `a Reject is malformed: ${fault.text}`, turn.state.nextIn);
    else turn.reject(message, fault);
    return turn.received();
  }
  switch (message.msgType) {
    case MSG.Heartbeat:
      return turn.received();
    case MSG.TestRequest:
      turn.received();
      return turn.send(MSG.Heartbeat, [[TAG.TestReqID, fieldValue(message, TAG.TestReqID) ?? '']]);
    case MSG.ResendRequest:
      turn.received();
      return resend(turn, message);
    case MSG.Reject:
      turn.log('warn', `the peer rejects message ${fieldValue(message, TAG.RefSeqNum)}`, turn.state.nextIn);
      return turn.received();
    case MSG.SequenceReset:
      return fillGap(turn, message);
    case MSG.Logout:
      turn.received();
      return receiveLogout(turn);
    case MSG.Logon:
      return receiveLogonAgain(turn, message);
    default:
      return deliver(turn, message);
  }
}

/** The gateway is the venue's: it passes nothing on to other firms. */
function deliver(turn: Turn, message: Message) {
  const deliverTo = fieldValue(message, TAG.DeliverToCompID);
  if (deliverTo === undefined || deliverTo === turn.settings.own) turn.outputs.push({ type: 'deliver', message });
  else {
    turn.send(MSG.BusinessMessageReject, [
      ...routeBack(message),
      [TAG.RefSeqNum, String(turn.state.nextIn)],
      [TAG.RefMsgType, message.msgType],
      [TAG.BusinessRejectReason, '7'],
      [TAG.Text, 'DeliverToCompID is not supported'],
    ]);
  }
  turn.received();
}

function resend(turn: Turn, message: Message) {
  const last = turn.state.nextOut - 1;
  const from = Number(fieldValue(message, TAG.BeginSeqNo));
  const end = Number(fieldValue(message, TAG.EndSeqNo));
  const to = end === 0 ? last : Math.min(end, last);
  if (from < 1 || from > to)
    return turn.log('warn', `the peer asks for numbers that it cannot miss: ${from} to ${end}`);
  turn.log('info', `sending ${from} to ${to} again`);
  turn.outputs.push({ type: 'resend', from, to });
}

function fillGap(turn: Turn, message: Message) {
  const { nextIn } = turn.state;
  const next = Number(fieldValue(message, TAG.NewSeqNo));
  if (next <= nextIn) {
    const text = `Attempt to lower sequence number, invalid value NewSeqNo=${next}`;
    turn.reject(message, { reason: REASON.valueIncorrect, tag: TAG.NewSeqNo, text });
    return turn.received();
  }
  turn.set({ nextIn: next - 1 });
  turn.received();
}

function receiveLogout(turn: Turn) {
  if (turn.state.phase === 'closing') return turn.disconnect('logged out', 'own');
  turn.logoutAndDisconnect('Logout', 'peer');
}
