import type { MethodName } from './client/index.ts';
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
