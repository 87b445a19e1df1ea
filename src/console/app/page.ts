import type { Desk } from './desk.ts';
import type { Node } from './html.ts';

export interface Page {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<(props: { desk: Desk }) => Node>;
}
