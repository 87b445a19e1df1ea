/** Kinds of parameters and parts of responses that several modules share: amounts, times, texts, pages. */
export {
  amount,
  fromMillionths,
  millionthsOf,
  positiveAmount,
  sixDecimals,
  storedAmount,
  toMillionths,
} from './amounts.ts';
export { choicesSchema, MASKED, textOrNull, textsSchema, written, writtenSchema } from './answers.ts';
export { moreSchema, pageAfter, pageLimit, pageOf } from './pages.ts';
export {
  asSent,
  birthDate,
  customField,
  ipAddress,
  line,
  phone,
  refuseFutureBirth,
  socialSecurityNumber,
  tags,
} from './parameters.ts';
export { containsPattern } from './search.ts';
export { afterCursor, cursorParameter, timeCursor } from './time-cursor.ts';
export { americanDate, changedTimestamp, instant, timestamp, timestampOrNull, utcTime } from './times.ts';
