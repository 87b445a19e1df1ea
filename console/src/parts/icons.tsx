/** Line icons of 20 by 20, in the colour of the text around them. They only go with words. */
import type { Node } from './node.ts';

const LINES = {
  home: 'M3 10l7-6 7 6M5 9v7h10V9M9 16v-4h2v4',
  market: 'M3 16l4-5 3 3 6-8M12 6h4v4',
  orders: 'M4 5h12M4 10h12M4 15h7',
  trades: 'M4 7h11l-3-3M16 13H5l3 3',
  quotes: 'M4 4h12v9H9l-4 3v-3H4z',
  positions: 'M10 3v7h7a7 7 0 1 1-7-7zM13 3a5 5 0 0 1 4 4h-4z',
  limits: 'M3 15a7 7 0 0 1 14 0M10 15l4-5M3 15h2M15 15h2',
  offerings: 'M10 3l7 4-7 4-7-4zM3 11l7 4 7-4',
  investments: 'M3 6h14v9H3zM3 9h14M6 12h3',
  documents: 'M5 3h7l3 3v11H5zM12 3v3h3M8 10h4M8 13h4',
  holders: 'M7 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3 2-5 5-5s5 2 5 5M13 9a2 2 0 1 0 0-4M14 12c2 0 4 2 4 5',
  people: 'M10 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c0-4 3-6 6-6s6 2 6 6',
  accounts: 'M3 5h14v11H3zM6 9h3v3H6zM11 9h3M11 12h3',
  checks: 'M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5zM7 10l2 2 4-4',
  payments: 'M3 6h14v9H3zM10 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  batches: 'M4 4h12v4H4zM4 8h12v4H4zM4 12h12v4H4z',
  custody: 'M3 8l7-4 7 4M5 8v7M9 8v7M12 8v7M15 8v7M3 16h14',
  reconciliation: 'M10 4v12M5 16h10M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z',
  approvals: 'M4 10l4 4 8-8',
  surveillance: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  replay: 'M4 10a6 6 0 1 0 2-4.5M4 3v4h4M10 7v3l2 2',
  audit: 'M5 3h10v14H5zM8 7h4M8 10h4M8 13h2',
  securities: 'M4 16V9M8 16V5M12 16v-5M16 16V7',
  calendar: 'M3 5h14v11H3zM3 8h14M7 3v3M13 3v3',
  clients: 'M4 17V4h7v13M11 8h5v9M6.5 7h2M6.5 10h2M6.5 13h2M3 17h14',
  stop: 'M7 3h6l4 4v6l-4 4H7l-4-4V7zM7 10h6',
  notices: 'M4 8v4h3l6 4V4L7 8zM16 8v4',
  files: 'M3 6h5l2 2h7v8H3z',
  health: 'M2 11h4l2-6 4 10 2-4h4',
  users: 'M8 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-4 3-6 6-6 2 0 3 .4 4 1M12 15l2 2 4-4',
  sessions: 'M3 4h14v9H3zM7 16h6M10 13v3',
  keys: 'M7 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10 10h7v3M14 10v2',
  webhooks: 'M7 8a3 3 0 1 1 4 2l3 5M10 7l-4 7M6 14a2 2 0 1 0 0 3M7 15h8',
  log: 'M3 5l4 4-4 4M9 14h8',
  sandbox: 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM4 6.5l6 3.5 6-3.5M10 10v7',
  more: 'M4 10h.1M10 10h.1M16 10h.1',
  fold: 'M12 5l-5 5 5 5',
  unfold: 'M8 5l5 5-5 5',
  search: 'M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM13 13l4 4',
  inbox: 'M3 12l2-8h10l2 8v4H3zM3 12h4l1 2h4l1-2h4',
} as const;

export type IconName = keyof typeof LINES;

export function Icon({ name }: { readonly name: IconName }): Node {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={LINES[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
