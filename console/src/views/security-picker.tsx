/** Chooses a security: the one that all places of trading look at. */
import { type Desk, useTopic } from '../data/index.ts';
import { type Find, findIn, type Node, Picker } from '../parts/index.ts';

export const findSecurity = ({ securities }: Desk): Find =>
  findIn(() => securities.all.map(({ securityId, title }) => ({ id: securityId, name: title })));

export function SecurityPicker({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.selection, desk.securities.changed);
  return (
    <div class="place-tools">
      <Picker
        label="Security"
        id="chosen-security"
        value={desk.selected}
        set={(id: string) => desk.select(id)}
        find={findSecurity(desk)}
      />
    </div>
  );
}
