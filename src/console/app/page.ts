import type { Desk } from './data/index.ts';
import type { Node } from './parts/index.ts';

export interface Page {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<(props: { desk: Desk }) => Node>;
}
