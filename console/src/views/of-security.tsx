/** A place about one security, which is chosen at its top and stands in the address. */
import { type Desk, setQuery, useAddress, useTopic } from '../data/index.ts';
import { Empty, findIn, type Node, Picker } from '../parts/index.ts';

interface Props {
  readonly desk: Desk;
  /** Securities of others can be chosen, too, and one of them is shown to those who own none. */
  readonly isAny?: boolean;
  readonly show: (securityId: string) => Node;
}

/** Of the security in the query; of the first own one without. */
export function OfSecurity({ desk, isAny = false, show }: Props): Node {
  const { securities, session } = desk;
  useTopic(securities.changed);
  const asked = useAddress().query.get('security') ?? '';
  const own = securities.all.filter((one) => one.isOwn || session.capabilities.operator);
  const choices = isAny ? securities.all : own;
  const securityId = asked === '' ? ((own[0] ?? choices[0])?.securityId ?? '') : asked;
  if (!securities.isRead || securityId === '') {
    const none = isAny ? 'The venue has no security yet.' : 'This client owns no security of the venue.';
    return <Empty>{securities.isRead ? none : 'Reading …'}</Empty>;
  }
  return (
    <>
      <div class="place-tools">
        <Picker
          label="Security"
          id="security-of-place"
          value={securityId}
          find={findIn(() => choices.map((one) => ({ id: one.securityId, name: one.title })))}
          set={(security: string) => setQuery({ security })}
        />
      </div>
      {show(securityId)}
    </>
  );
}
