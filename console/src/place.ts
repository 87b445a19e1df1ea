import type { MethodName } from './client/index.ts';
import type { Session } from './data/index.ts';
import type { IconName, PlaceView } from './parts/index.ts';

export const GROUPS = ['Start', 'Trade', 'Raise', 'Investors', 'Money', 'Oversight', 'Venue', 'Developers'] as const;

export interface Place {
  /** In its address: /console/orders. */
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly title: string;
  readonly icon: IconName;
  /** Methods that it cannot do without: it is shown to a key that may call all of them. */
  readonly needs: readonly MethodName[];
  /** Of these it needs one, for a client; absent: none. */
  readonly needsOne?: readonly MethodName[];
  /** Absent: for both. */
  readonly who?: 'client' | 'operator';
  /** It is about the user who is signed in: not for a key. */
  readonly isOfUser?: boolean;
  /** What it is, in one or two sentences. */
  readonly help: string;
  /** It needs all of the screen: no title is drawn above it. */
  readonly isFull?: boolean;
  readonly load: () => Promise<PlaceView>;
}

/** Those of the places that this key has something to do in. */
export function placesFor({ capabilities, may }: Session, places: readonly Place[]): readonly Place[] {
  const who = capabilities.operator ? 'operator' : 'client';
  const isUser = capabilities.user !== undefined;
  const hasOne = ({ needsOne = [] }: Place) =>
    needsOne.length === 0 || who === 'operator' || needsOne.some((method) => may(method));
  return places.filter(
    (place) => may(...place.needs) && hasOne(place) && (place.who ?? who) === who && (isUser || !place.isOfUser),
  );
}
