/** A place, loaded when it is first looked at; and one of its records, next to its list or as a page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { closeRecord, type Desk, useAddress } from './data/index.ts';
import { html, type Node, type PlaceView } from './parts/index.ts';
import type { Place } from './place.ts';

interface FrameProps {
  readonly place: Place;
  readonly desk: Desk;
}

export function PlaceFrame({ place, desk }: FrameProps): Node {
  const [view, setView] = useState<PlaceView | undefined>(undefined);
  const [failure, setFailure] = useState('');
  const { id, isDrawer } = useAddress();
  useEffect(() => {
    place.load().then(setView, () => setFailure('The place could not be loaded: the venue does not answer.'));
  }, []);
  useEffect(() => {
    document.title = `${id === '' ? '' : `${id} · `}${place.title} – OpenATS console`;
  }, [id]);
  const isPage = view?.Record !== undefined && id !== '' && !isDrawer;
  return html`<main id="content" class=${`place ${place.name}-place`} tabindex="0">
      <h1 class=${place.isFull || isPage ? 'unseen' : ''}>${place.title}</h1>
      ${
        failure === ''
          ? view === undefined
            ? html`<p class="empty loading">Loading …</p>`
            : isPage
              ? html`<${view.Record} key=${id} desk=${desk} id=${id} />`
              : html`<${view.Place} desk=${desk} id=${view.Record === undefined ? id : ''} />`
          : html`<p class="failed" role="alert">${failure}</p>`
      }
    </main>
    ${
      view?.Record !== undefined && isDrawer && id !== ''
        ? html`<${Drawer} key=${id} title=${`${place.title}: ${id}`}><${view.Record} ...${{ desk, id }} /></${Drawer}>`
        : null
    }`;
}

/** Over the right side of the list, which stays in use. */
function Drawer({ title, children }: { readonly title: string; readonly children?: Node }): Node {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    drawer.current?.focus();
    return () => before?.focus?.();
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    event.stopPropagation();
    closeRecord();
  };
  return html`<aside ref=${drawer} class="drawer" tabindex="-1" aria-label=${title}
    onKeyDown=${press}>${children}</aside>`;
}
