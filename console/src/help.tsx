import { useState } from 'preact/hooks';
import type { Desk } from './data/index.ts';
import { prefer, preferences } from './data/index.ts';
import { SHORTCUTS } from './keyboard.ts';
import { Dialog, type Node } from './parts/index.ts';
import type { Place } from './place.ts';

interface HelpProps {
  readonly desk: Desk;
  /** That is shown. */
  readonly place: Place | undefined;
  readonly close: () => void;
}

export function Help({ desk, place, close }: HelpProps): Node {
  const [isOn, setOn] = useState(preferences.shortcuts);
  const switchOver = () => {
    prefer({ shortcuts: !isOn });
    setOn(!isOn);
  };
  const { name, environment, operator } = desk.session.capabilities;
  return (
    <Dialog title="Keyboard and help" close={close}>
      {place === undefined ? null : (
        <p>
          <strong>{place.title}.</strong> {place.help}
        </p>
      )}
      <p>
        Signed in as {name} ({environment}
        {operator ? ', operator' : ''}). Places and buttons show what this key may do. Times are New York's, the venue's
        zone; your time is next to them or in their titles.
      </p>
      <table class="keys">
        <caption>Keys, while no field is written in</caption>
        <tbody>
          {SHORTCUTS.map(({ key, what }) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <kbd>Enter</kbd>
            </th>
            <td>in the ticket: send the order</td>
          </tr>
          <tr>
            <th scope="row">
              <kbd>Esc</kbd>
            </th>
            <td>close a dialog, leave a field</td>
          </tr>
        </tbody>
      </table>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={switchOver} /> Keys are on
      </label>
      <p class="hint">
        Charts:{' '}
        <a href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
          TradingView Lightweight Charts™
        </a>
        , Copyright © 2025 TradingView, Inc.; uPlot. More in docs/operate/console.md.
      </p>
    </Dialog>
  );
}
