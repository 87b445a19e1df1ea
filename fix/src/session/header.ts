import { fieldValue, type Message } from '../codec/index.ts';
import { TAG } from '../dictionary/index.ts';
import { type Fault, REASON, requiredMissing } from './faults.ts';
import type { SessionSettings } from './state.ts';
import { parseUtcTimestamp } from './time.ts';
import { valueFault } from './validate.ts';

const INACCURATE: Fault = {
  reason: REASON.sendingTimeAccuracy,
  tag: TAG.SendingTime,
  text: 'SendingTime accuracy problem',
};

interface Receiver {
  readonly now: number;
  readonly settings: SessionSettings;
}

/** What is wrong with SendingTime. */
export function sendingTimeFault({ now, settings }: Receiver, message: Message): Fault | undefined {
  const text = fieldValue(message, TAG.SendingTime);
  if (text === undefined) return requiredMissing(TAG.SendingTime);
  const time = parseUtcTimestamp(text);
  if (time === undefined) {
    return { reason: REASON.incorrectDataFormat, tag: TAG.SendingTime, text: 'Incorrect data format for value' };
  }
  return Math.abs(time - now) > settings.sendingTimeToleranceMs ? INACCURATE : undefined;
}

/** What is wrong with OrigSendingTime of a possible duplicate. */
export function origSendingTimeFault(message: Message): Fault | undefined {
  const original = fieldValue(message, TAG.OrigSendingTime);
  if (original === undefined) return requiredMissing(TAG.OrigSendingTime);
  const [first, again] = [original, fieldValue(message, TAG.SendingTime) ?? ''].map(parseUtcTimestamp);
  return first !== undefined && again !== undefined && first > again ? INACCURATE : undefined;
}

/** A CompID that is missing or empty: a fault of the message, and no sign of another session. */
export function compIdFault(message: Message): Fault | undefined {
  for (const tag of [TAG.SenderCompID, TAG.TargetCompID]) {
    const value = fieldValue(message, tag);
    const fault = value === undefined ? requiredMissing(tag) : valueFault(tag, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether the message names both sides of this session. */
export function isOfSession({ settings }: Pick<Receiver, 'settings'>, message: Message): boolean {
  return (
    fieldValue(message, TAG.SenderCompID) === settings.peer && fieldValue(message, TAG.TargetCompID) === settings.own
  );
}

/** The number of a message; undefined where it has none in range. */
export function msgSeqNum(message: Message): number | undefined {
  const text = fieldValue(message, TAG.MsgSeqNum);
  return text !== undefined && valueFault(TAG.MsgSeqNum, text) === undefined ? Number(text) : undefined;
}

export function isPossDup(message: Message): boolean {
  return fieldValue(message, TAG.PossDupFlag) === 'Y';
}
