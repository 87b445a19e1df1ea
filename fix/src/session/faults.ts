/** Values of SessionRejectReason. */
export const REASON = {
  invalidTagNumber: 0,
  requiredTagMissing: 1,
  tagNotDefinedForMessage: 2,
  tagWithoutValue: 4,
  valueIncorrect: 5,
  incorrectDataFormat: 6,
  compIdProblem: 9,
  sendingTimeAccuracy: 10,
  invalidMsgType: 11,
  tagAppearsMoreThanOnce: 13,
  tagOutOfOrder: 14,
  groupOutOfOrder: 15,
  groupCountIncorrect: 16,
  delimiterInValue: 17,
  other: 99,
} as const;

/** Why a message is rejected. */
export interface Fault {
  readonly reason: number;
  readonly tag?: number;
  readonly text: string;
}

export function requiredMissing(tag: number): Fault {
  return { reason: REASON.requiredTagMissing, tag, text: 'Required tag missing' };
}
