import type { SecurityReference } from './security-reference.ts';
import { priceText } from './units.ts';

/** Reference data as it is shown, over HTTP and on the stream, and as it can be sent again. */
export function referenceFields({ tickSizes, priceCollar, ...rest }: SecurityReference) {
  return {
    ...rest,
    ...(tickSizes === undefined
      ? {}
      : { tickSizes: tickSizes.map(({ from, tick }) => ({ from: priceText(from), tick: priceText(tick) })) }),
    ...(priceCollar === undefined ? {} : { priceCollar: priceText(priceCollar) }),
  };
}
