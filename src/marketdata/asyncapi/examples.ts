/** Programs that the page at /docs/stream shows; tests run each of them as a reader would. */

export interface StreamExample {
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** For Node.js 22 or later, without packages; CLIENT_ID and API_KEY come from the environment. */
  readonly program: string;
}

/** Browsers cannot set headers, so the first message authenticates; this works in both. */
const CONNECT = `const address = process.env.STREAM ?? 'ws://localhost:8080/v3/stream';
const { CLIENT_ID: clientID, API_KEY: developerAPIKey } = process.env;
const stream = new WebSocket(address);
const send = (message) => stream.send(JSON.stringify(message));
stream.onopen = () => send({ op: 'auth', clientID, developerAPIKey });
stream.onclose = ({ code, reason }) => console.log('closed', code, reason);
`;

export const STREAM_EXAMPLES: readonly StreamExample[] = [
  {
    title: 'The best prices of every security',
    about: 'A message whose prevSeq is not the last seq means that one was lost: a new subscription repairs it.',
    program: `${CONNECT}
const seen = new Map(); // securityId -> last seq
const subscribe = (securityIds) => send({ op: 'subscribe', channel: 'topOfBook', securityIds });

stream.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === 'authenticated') subscribe(['*']);
  if (message.type === 'error') console.log(message);
  if (message.type !== 'snapshot' && message.type !== 'update') return;
  const { securityId, seq, prevSeq, bid, offer } = message;
  if (message.type === 'update' && prevSeq !== seen.get(securityId)) subscribe([securityId]);
  seen.set(securityId, seq);
  console.log(securityId, 'bid', bid?.price ?? '-', 'offer', offer?.price ?? '-');
};
`,
  },
  {
    title: 'A copy of the depth of a book',
    about: 'An update has the levels that changed; one without shares is gone (S27). SECURITY_ID names the security.',
    program: `${CONNECT}
const levels = { bids: new Map(), offers: new Map() }; // price -> level
stream.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === 'authenticated') {
    send({ op: 'subscribe', channel: 'depth', securityIds: [process.env.SECURITY_ID], levels: 10 });
  }
  if (message.type === 'error') console.log(message);
  if (message.channel !== 'depth' || message.seq === undefined) return;
  for (const side of ['bids', 'offers']) {
    if (message.type === 'snapshot') levels[side].clear();
    for (const level of message[side] ?? []) {
      if (level.quantity === 0 && level.contingent === undefined) levels[side].delete(level.price);
      else levels[side].set(level.price, level);
    }
  }
  const sorted = (side) => [...levels[side].values()].sort((one, other) => one.price - other.price);
  console.log('bids', sorted('bids').reverse().slice(0, 10), 'offers', sorted('offers').slice(0, 10));
};
`,
  },
  {
    title: 'Send an order and cancel it',
    about: 'ISSUER_ID and SECURITY_ID name the security. A repeated idempotencyKey gets the first answer.',
    program: `${CONNECT}
const fields = {
  memberid: '1', issuerid: process.env.ISSUER_ID, securityid: process.env.SECURITY_ID, type: 'Limit', action: 'Buy',
  quantity: 10, price: '1.00', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited',
};
stream.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === 'authenticated') {
    send({ op: 'createOrder', id: 'new', idempotencyKey: crypto.randomUUID(), fields });
  }
  if (message.type === 'error') console.log(message);
  if (message.type !== 'answer') return;
  console.log(message.op, message.statusCode, message.statusDesc, message['Error(s)'] ?? '');
  if (message.id === 'new' && message.statusCode === '101') {
    send({ op: 'cancelOrder', id: 'cancel', fields: { orderid: message.orderDetails.orderId } });
  } else {
    stream.close();
  }
};
`,
  },
];
