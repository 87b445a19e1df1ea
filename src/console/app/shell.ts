/** The frame of every place: the side bar, the top bar, the place itself, messages, and the keyboard. */
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from './data/index.ts';
import { go, listenToLinks, pathOf, prefer, preferences, useAddress } from './data/index.ts';
import { Help } from './help.ts';
import { listenForKeys } from './keyboard.ts';
import { Palette } from './palette.ts';
import { html, type Node, Notices } from './parts/index.ts';
import type { Place } from './place.ts';
import { PlaceFrame } from './place-frame.ts';
import { placesOf } from './places.ts';
import { Sayings } from './sayings.ts';
import { SideBar } from './side-bar.ts';
import { TopBar } from './top-bar.ts';
import { Tour } from './tour.ts';

interface ShellProps {
  readonly desk: Desk;
  readonly leave: () => void;
}

export function Shell({ desk, leave }: ShellProps): Node {
  const [places] = useState(() => placesOf(desk.session));
  const [shown, show] = useState<'help' | 'palette' | undefined>(undefined);
  const [isFolded, fold] = useState(preferences.isBarFolded);
  const { place: name } = useAddress();
  const place = name === '' ? places[0] : places.find((one) => one.name === name);
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
  return html`<a class="skip" href="#content">To the content</a>
    <div class=${`shell ${isFolded ? 'folded' : ''}`}>
      <${SideBar} ...${{ desk, places, place, isFolded, changeFold, leave }} />
      <${TopBar} ...${{ desk, leave }} title=${place?.title ?? ''} help=${() => show('help')}
        palette=${() => show('palette')} />
      <div class="above"><${Notices} desk=${desk} /><${Tour} desk=${desk} /></div>
      ${
        place === undefined
          ? html`<${Nowhere} first=${places[0]} />`
          : html`<${PlaceFrame} key=${place.name} place=${place} desk=${desk} />`
      }
    </div>
    <${Sayings} desk=${desk} />
    ${shown === 'help' ? html`<${Help} desk=${desk} place=${place} close=${close} />` : null}
    ${shown === 'palette' ? html`<${Palette} ...${{ desk, places, close, leave, go }} />` : null}`;
}

/** An address that this key has nothing at. */
function Nowhere({ first }: { readonly first: Place | undefined }): Node {
  const words =
    first === undefined ? 'This key may see none of the places.' : 'There is no such place, or not for this key.';
  return html`<main id="content" class="place" tabindex="-1"><h1 class="unseen">OpenATS</h1>
    <p class="empty">${words}${' '}
    ${first === undefined ? null : html`<a href=${pathOf(first.name)}>${first.title}</a>`}</p></main>`;
}
