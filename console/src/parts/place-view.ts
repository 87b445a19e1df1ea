/** What the module of a place exports. */
import type { Desk } from '../data/index.ts';
import type { Node } from './node.ts';

export interface PlaceView {
  /** The list, or all of the place where it has no records. */
  readonly Place: (props: { readonly desk: Desk; readonly id: string }) => Node | null;
  /** One of its records: next to the list, or as a page. Absent: `Place` gets the id. */
  readonly Record?: (props: { readonly desk: Desk; readonly id: string }) => Node | null;
}
