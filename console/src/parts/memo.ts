/** Parts of a page that are drawn again only when something that they show has changed. */
import { Component } from 'preact';
import type { Node } from './node.ts';

/** As `draw`, called when a property is another one than before; `draw` may use no hooks. */
export function memo<P extends object>(draw: (props: P) => Node | null) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return isOther(this.props, next);
    }

    override render(props: P): Node | null {
      return draw(props);
    }
  };
}

function isOther(one: object, other: object): boolean {
  const names = Object.keys(other) as (keyof typeof other)[];
  return names.length !== Object.keys(one).length || names.some((name) => one[name] !== other[name]);
}
