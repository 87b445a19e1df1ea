/** Securities with their markets, their settings and their transfer rules. */
import { useState } from 'preact/hooks';
import { type Desk, useTopic } from '../../data/index.ts';
import { Empty, type Node } from '../../parts/index.ts';
import { SecuritySettings } from './security-settings.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const own = securities.all.filter((one) => one.isOwn || session.capabilities.operator);
  const [chosen, choose] = useState('');
  const security = own.find(({ securityId }) => securityId === chosen) ?? own[0];
  return security === undefined ? (
    <Empty>{securities.isRead ? 'This client owns no security of the venue.' : 'Reading …'}</Empty>
  ) : (
    <div class="panels">
      <SecuritySettings desk={desk} own={own} security={security} choose={choose} />
    </div>
  );
}
