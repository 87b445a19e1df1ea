/** Holders of the reader's own securities, as the register counts them. */
import { type Desk, pathOf, quantityText, useTopic } from '../../data/index.ts';
import { type Node, Panel, placeholder, useLoaded } from '../../parts/index.ts';
import { Figures } from './figure.tsx';

/** Each is one call. */
const SHOWN = 8;
const EVERY_MS = 60_000;

interface Sums {
  readonly holders: number;
  /** Null: more than one call counts. */
  readonly holdersOfRecord: number | null;
  readonly issued: string;
}

export function Holders({ desk }: { readonly desk: Desk }): Node {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const own = securities.all.filter(({ isOwn }) => isOwn);
  const shown = own.slice(0, SHOWN);
  const read = () =>
    Promise.all(
      shown.map(async ({ securityId, title }) => {
        const { sums } = await session.api.call('getRegister', { securityId, limit: 1 });
        return { securityId, title, ...(sums as Sums) };
      }),
    );
  const loaded = useLoaded(read, [shown.map(({ securityId }) => securityId).join()], EVERY_MS);
  const aside = <a href={pathOf('register')}>Register</a>;
  const figures = (loaded.value ?? []).map(({ securityId, title, holders, holdersOfRecord, issued }) => ({
    words: title,
    value: `${quantityText(holdersOfRecord ?? holders)} ${holdersOfRecord === null ? 'holders' : 'holders of record'}`,
    path: pathOf('register', '', `security=${securityId}`),
    ...(Number(issued) === 0 ? {} : { about: `${quantityText(issued)} shares issued` }),
  }));
  return (
    <Panel title="Holders" name="home-holders" wide aside={aside}>
      {placeholder(securities.isRead ? loaded : { ...loaded, value: undefined }, 'No security of yours.') ?? (
        <Figures figures={figures} />
      )}
      {own.length > SHOWN ? (
        <p class="hint">
          The first {SHOWN} of {quantityText(own.length)} securities.
        </p>
      ) : null}
    </Panel>
  );
}
