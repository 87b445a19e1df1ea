/** The prices of a security that the reader wants to hear of. */
import { useState } from 'preact/hooks';
import { type Desk, decimalText, millionths, type PriceAlert, priceText, useTopic } from '../../data/index.ts';
import { Menu, type Node, TextField } from '../../parts/index.ts';

const WORDS = { above: 'at or above', below: 'at or below' } as const;

const textOf = ({ way, price }: PriceAlert): string => `${WORDS[way]} ${priceText(price)}`;

export function PriceAlerts({ desk }: { readonly desk: Desk }): Node {
  const { priceAlerts, securities, selected } = desk;
  useTopic(priceAlerts.changed);
  const [price, setPrice] = useState('');
  const alerts = priceAlerts.of(selected);
  const wanted = millionths(price);
  const add = (event: Event) => {
    event.preventDefault();
    if (wanted === undefined) return;
    const alert = { securityId: selected, way: priceAlerts.wayTo(selected, wanted), price: decimalText(wanted) };
    if (priceAlerts.add(alert)) setPrice('');
    else desk.say('hint', 'There are as many price alerts as there may be. Remove one first.');
  };
  const way = wanted === undefined ? '' : ` ${WORDS[priceAlerts.wayTo(selected, wanted)]}`;
  return (
    <Menu
      title={alerts.length === 0 ? 'Alert at a price' : `Alert ${alerts.length}: prices to hear of`}
      isLeftward
      words={<>Alert{alerts.length === 0 ? '' : <span class="count"> {alerts.length}</span>}</>}
    >
      <form class="narrow price-alerts" onSubmit={add}>
        <TextField label={`Alert when it is${way}`} id="alert-price" numeric value={price} set={setPrice} />
        <button type="submit" disabled={wanted === undefined}>
          Add alert
        </button>
        {alerts.map((alert) => (
          <p key={alert.way + alert.price}>
            {WORDS[alert.way]} <strong>{priceText(alert.price)}</strong>{' '}
            <button
              type="button"
              aria-label={`Remove the alert ${textOf(alert)} of ${securities.titleOf(selected)}`}
              onClick={() => priceAlerts.remove(alert)}
            >
              Remove
            </button>
          </p>
        ))}
        <p class="hint">
          Trades and the best price of a side count. This browser keeps alerts, and looks while it is open.
        </p>
      </form>
    </Menu>
  );
}
