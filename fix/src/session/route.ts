import { type Field, fieldValue, type Message } from '../codec/index.ts';
import { TAG } from '../dictionary/index.ts';

const PAIRS: readonly (readonly [onBehalfOf: number, deliverTo: number])[] = [
  [TAG.OnBehalfOfCompID, TAG.DeliverToCompID],
  [TAG.OnBehalfOfSubID, TAG.DeliverToSubID],
  [TAG.OnBehalfOfLocationID, TAG.DeliverToLocationID],
];

const BACK = PAIRS.flatMap(([onBehalfOf, deliverTo]) => [
  [onBehalfOf, deliverTo] as const,
  [deliverTo, onBehalfOf] as const,
]);

/**
 * Third-party addressing: the fields of the header of an answer to a message. OnBehalfOfCompID and its sub ids come
 * back as DeliverToCompID and its sub ids, and the other way round.
 */
export function routeBack(message: Message): Field[] {
  return BACK.flatMap(([from, to]): Field[] => {
    const value = fieldValue(message, from);
    return value === undefined || value === '' ? [] : [[to, value]];
  });
}
