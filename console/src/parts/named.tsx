/** A record by its name, with its id after it. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Names, plainId, useTopic } from '../data/index.ts';
import type { Node } from './node.ts';

export const NamesContext = createContext<Names | undefined>(undefined);

/** The id alone while the name is not known. */
export function Named({ id }: { readonly id: string }): Node {
  const names = useContext(NamesContext);
  useTopic(...(names === undefined ? [] : [names.changed]));
  const name = names?.of(id) ?? '';
  const plain = plainId(id);
  return (
    <span class="named">
      {name === '' ? (
        plain
      ) : (
        <>
          <span class="name">{name}</span> <small>{plain}</small>
        </>
      )}
    </span>
  );
}
