/** A place, loaded when it is first looked at; and one of its records, next to its list or as a page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { closeRecord, type Desk, RETRY_MS, useAddress, useTopic } from './data/index.ts';
import type { Node, PlaceView } from './parts/index.ts';
import type { Place } from './place.ts';

interface FrameProps {
  readonly place: Place;
  readonly desk: Desk;
}

export function PlaceFrame({ place, desk }: FrameProps): Node {
  const [view, setView] = useState<PlaceView | undefined>(undefined);
  const [failure, setFailure] = useState('');
  const { id, isDrawer } = useAddress();
  useTopic(desk.securities.named);
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        setView(await place.load());
        setFailure('');
      } catch {
        setFailure('The place could not be loaded: the venue does not answer.');
        retry = setTimeout(load, RETRY_MS);
      }
    };
    void load();
    return () => clearTimeout(retry);
  }, []);
  useEffect(() => {
    document.title = `${id === '' ? '' : `${id} · `}${place.title} – OpenATS console`;
  }, [id]);
  const isPage = view?.Record !== undefined && id !== '' && !isDrawer;
  return (
    <>
      <main id="content" class={`place ${place.name}-place`} tabindex={0}>
        <h1 class={place.isFull || isPage ? 'unseen' : ''}>{place.title}</h1>
        {failure === '' ? (
          view === undefined ? (
            <p class="empty loading">Loading …</p>
          ) : isPage ? (
            <view.Record key={id} desk={desk} id={id} />
          ) : (
            <view.Place desk={desk} id={view.Record === undefined ? id : ''} />
          )
        ) : (
          <p class="failed" role="alert">
            {failure}
          </p>
        )}
      </main>
      {view?.Record !== undefined && isDrawer && id !== '' ? (
        <Drawer key={id} title={`${place.title}: ${id}`}>
          <view.Record desk={desk} id={id} />
        </Drawer>
      ) : null}
    </>
  );
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
  return (
    <aside ref={drawer} class="drawer" tabindex={-1} aria-label={title} onKeyDown={press}>
      {children}
    </aside>
  );
}
