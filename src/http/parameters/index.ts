/**
 * Parameters of API methods: each kind is a JSON schema (TypeBox, for OpenAPI) and a reader that turns what was sent
 * (text from a form, or a JSON value) into the value the handler sees. Nothing is coerced: a reader answers a
 * `Malformed` for a value that is not exactly of its kind.
 *
 *     parameters: {
 *       securityid: required(numericId({ description: 'offering id' })),
 *       quantity: required(wholeNumber({ minimum: 1 })),
 *       action: required(choice(['Buy', 'Sell'])),
 *       token: optional(text({ maxLength: 200 })),
 *     }
 */

export { boundedJsonSteps, entriesMaxOf, OversizedJson, parseBoundedJson, withoutMark } from './bounded-json.ts';
export { choice, flag, yesNo } from './choices.ts';
export { jsonObject, list, objectOf, writtenFields } from './json.ts';
export { isMissing, type Kind, Malformed, mapKind, writtenOf } from './kind.ts';
export { FAULTS_MAX, unknownReason } from './nearest-name.ts';
export { decimal, numericId, wholeNumber } from './numbers.ts';
export * from './presence.ts';
export { printableName } from './printable-name.ts';
export { atOnce, type Steps } from './steps.ts';
export { text } from './text.ts';
export { clockTime, date } from './times.ts';
