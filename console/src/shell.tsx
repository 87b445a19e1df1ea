/** The frame of every place: the side bar, the top bar, the place itself, messages, and the keyboard. */
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from './data/index.ts';
import { go, land, listenToLinks, pathOf, prefer, preferences, useAddress } from './data/index.ts';
import { Help } from './help.tsx';
import { homeOf } from './homes.ts';
import { listenForKeys } from './keyboard.ts';
import { Palette } from './palette.tsx';
import { type Node, Notices } from './parts/index.ts';
import type { Place } from './place.ts';
import { PlaceFrame } from './place-frame.tsx';
import { placesOf } from './places.ts';
import { Sayings } from './sayings.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { Tour } from './tour.tsx';

interface ShellProps {
  readonly desk: Desk;
  readonly leave: () => void;
}

export function Shell({ desk, leave }: ShellProps): Node {
  const [places] = useState(() => placesOf(desk.session));
  const [shown, show] = useState<'help' | 'palette' | undefined>(undefined);
  const [isFolded, fold] = useState(preferences.isBarFolded);
  const { place: name } = useAddress();
  const home = homeOf(desk.session, places);
  const place = name === '' ? home : places.find((one) => one.name === name);
  // A list needs an address for its records.
  useEffect(() => {
    if (name === '' && home !== undefined && home.isFull !== true) land(home.name);
  }, [name]);
  useEffect(listenToLinks, []);
  useEffect(() => desk.needs.keepReading(), []);
  useEffect(() => {
    const help = () => show('help');
    return listenForKeys({ desk, places, help, palette: () => show('palette') });
  }, []);
  const close = () => show(undefined);
  const changeFold = () => {
    prefer({ isBarFolded: !isFolded });
    fold(!isFolded);
  };
  return (
    <>
      <a class="skip" href="#content">
        To the content
      </a>
      <div class={`shell ${isFolded ? 'folded' : ''}`}>
        <SideBar desk={desk} places={places} place={place} isFolded={isFolded} changeFold={changeFold} leave={leave} />
        <TopBar
          desk={desk}
          leave={leave}
          title={place?.title ?? ''}
          help={() => show('help')}
          palette={() => show('palette')}
        />
        <div class="above">
          <Notices desk={desk} />
          <Tour desk={desk} />
        </div>
        {place === undefined ? <Nowhere first={home} /> : <PlaceFrame key={place.name} place={place} desk={desk} />}
      </div>
      <Sayings desk={desk} />
      {shown === 'help' ? <Help desk={desk} place={place} close={close} /> : null}
      {shown === 'palette' ? <Palette desk={desk} places={places} close={close} leave={leave} go={go} /> : null}
    </>
  );
}

/** An address that this key has nothing at. */
function Nowhere({ first }: { readonly first: Place | undefined }): Node {
  const words =
    first === undefined ? 'This key may see none of the places.' : 'There is no such place, or not for this key.';
  return (
    <main id="content" class="place" tabindex={-1}>
      <h1 class="unseen">OpenATS</h1>
      <p class="empty">
        {words} {first === undefined ? null : <a href={pathOf(first.name)}>{first.title}</a>}
      </p>
    </main>
  );
}
