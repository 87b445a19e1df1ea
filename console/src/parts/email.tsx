import type { Node } from './node.ts';

/** An e-mail address that breaks before its host where a line is too short for it. */
export function Email({ address }: { readonly address: string }): Node {
  const [name = '', host = ''] = address.split('@');
  return (
    <span>
      {name}
      <wbr />
      {host === '' ? '' : `@${host}`}
    </span>
  );
}
