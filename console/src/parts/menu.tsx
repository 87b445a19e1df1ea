/** A button that opens a small panel below it; Escape and a click elsewhere close it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Children, Node } from './node.ts';

interface MenuProps {
  /** On the button. */
  readonly words: Children;
  readonly title?: string;
  readonly children?: Children;
  /** From the right edge of the button to the left. */
  readonly isLeftward?: boolean;
}

export function Menu({ words, title, children, isLeftward = false }: MenuProps): Node {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu;
      if (current === null || !current.open) return;
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : current.contains(event.target as Element)) return;
      current.open = false;
      if (event instanceof KeyboardEvent) current.querySelector('summary')?.focus();
    };
    addEventListener('click', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('click', close);
      removeEventListener('keydown', close);
    };
  }, []);
  const toggled = () => setOpen(menu.current?.open ?? false);
  return (
    <details ref={menu} class={`menu ${isLeftward ? 'leftward' : ''}`} onToggle={toggled}>
      <summary class="button" title={title} aria-label={title}>
        {words}
      </summary>
      {isOpen ? <div class="menu-body">{children}</div> : null}
    </details>
  );
}
