/**
 * Watches every book, every trade and the operator's notices: `npm run watch`. Node 22 and later, or a browser with
 * other lines at the top and the end. BASE_URL, CLIENT_ID and DEVELOPER_API_KEY say where and who; without them it is
 * the sandbox in ./data at PORT of this machine.
 */
import { readFileSync } from 'node:fs';
import { OpenAts, type Side } from 'openats/client';

const { PORT = '8080', BASE_URL = `http://127.0.0.1:${PORT}`, DATA_DIR = './data', TRADES } = process.env;
const { CLIENT_ID, DEVELOPER_API_KEY } = process.env;
const sandbox = () => JSON.parse(readFileSync(`${DATA_DIR}/sandbox-client.json`, 'utf8'));
const credentials =
  CLIENT_ID && DEVELOPER_API_KEY ? { clientID: CLIENT_ID, developerAPIKey: DEVELOPER_API_KEY } : sandbox();

const stream = new OpenAts({ baseUrls: BASE_URL, ...credentials }).stream();
stream.onState(({ state, reason = '' }) => console.log(`connection: ${state} ${reason}`.trimEnd()));

const shown = (side: Side) => (side === null ? '--' : 'rfq' in side ? 'RFQ' : `${side.quantity} at ${side.price}`);

stream.topOfBook('*').on(({ securityId, bid, offer, stale }) => {
  console.log(`${securityId}  ${shown(bid)}  |  ${shown(offer)}${stale ? '  (disconnected)' : ''}`);
});

stream.market('*').on((message) => {
  if (message.type === 'notice') console.log(`${message.severity}: ${message.text}`);
});

// TRADES says how many trades it waits for; without it, it runs until it is ended.
let left = Number(TRADES ?? Number.POSITIVE_INFINITY);
for await (const message of stream.trades('*')) {
  if (message.type !== 'trade') continue;
  console.log(`${message.securityId}  ${message.quantity} traded at ${message.price}, ${message.time}`);
  if (--left <= 0) break;
}
stream.close();
