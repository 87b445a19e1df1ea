/**
 * The settings: environment variables with units in their names, each with its kind, its usual value and what
 * docs/operate/settings.md says of it.
 */
import {
  encryptionKeys,
  formed,
  list,
  oneOf,
  optional,
  port,
  proxies,
  text,
  url,
  wholeNumber,
  yesNo,
} from './setting-kinds.ts';

const MIB = 1024 * 1024;

export const SETTINGS = {
  HOST: text('127.0.0.1', 'Address that the ports are bound to.'),
  PORT: port(8080, 'API and stream.'),
  LEGACY_PORT: port(8081, 'Legacy host: retired methods without the /v3 prefix.'),
  METRICS_PORT: port(9464, 'Prometheus metrics.'),
  METRICS_HOST: text('127.0.0.1', 'Address that the metrics port is bound to; they have no credentials.'),
  PUBLIC_URL: url('Where callers reach the API, for links in its answers; empty: the address that it listens on.'),
  LEGACY_PUBLIC_URL: url('Where callers reach the legacy host; empty: the address that it listens on.'),
  DATA_DIR: text('./data', 'Folder of journal, databases and, in the sandbox, keys.'),
  DATABASE_URL: optional('postgres://... uses PostgreSQL; empty: SQLite in DATA_DIR.'),
  JOURNAL_URL: optional(
    'postgres://... keeps the journal there, for several nodes of which one leads; several hosts are ' +
      'separated by commas; empty: one process, with the journal in DATA_DIR.',
  ),
  JOURNAL_LEASE_MS: wholeNumber(
    [2000, 1000, 60_000],
    'How long the node that leads the venue may be silent before another one takes it over, milliseconds.',
  ),
  JOURNAL_REQUIRE_STANDBY: yesNo(
    false,
    'Whether the venue closes where commits of the journal do not wait for a standby; production always does.',
  ),
  NODE_LEADER: oneOf(
    ['may', 'never'],
    'may',
    'Whether this node may lead the venue; never: it serves calls and streams, as in another zone.',
  ),
  NODE_HOST: text('127.0.0.1', 'Address that the port for the other nodes is bound to.'),
  NODE_PORT: port(0, 'Port on which the other nodes pass commands on to this one when it leads; 0: any free one.'),
  NODE_ADDRESS: optional('The name or address under which the other nodes reach this one; empty: NODE_HOST.'),
  NODE_TLS_CERT: optional('File with the certificate of this node for the other nodes; empty: no TLS between nodes.'),
  NODE_TLS_KEY: optional('File with its key.'),
  NODE_TLS_CA: optional('File with the certificate that those of all nodes were signed with.'),
  NODE_NAME: optional('Name of this node, one for each; empty: the name of the machine and DATA_DIR.'),
  ENVIRONMENT: oneOf(
    ['sandbox', 'production'],
    'sandbox',
    'sandbox makes a first client, keys and a demo security; production makes nothing and wants ENCRYPTION_KEY.',
  ),
  CONSOLE: oneOf(['on', 'off'], 'on', 'Whether the web console is served at /console, and / leads browsers there.'),
  SANDBOX_TICKER: oneOf(
    ['on', 'off'],
    'on',
    'on: in the sandbox a security trades round the clock, by its own client, for something to look at.',
  ),
  MARKET_ALWAYS_OPEN: yesNo(false, 'Keeps every market open around the clock, for trying things out.'),
  LOG_LEVEL: oneOf(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'Least level that is logged.',
  ),
  ENCRYPTION_KEY: encryptionKeys(
    '32 bytes in base64: encrypts tax ids and keys at rest; to change it, several with the newest first, ' +
      'separated by commas; empty in the sandbox: made in DATA_DIR.',
  ),
  TRUST_PROXY: proxies(
    'Proxies whose X-Forwarded-For is believed: how many stand in front, or their addresses and ranges (CIDR), ' +
      'separated by commas.',
  ),
  BODY_BYTES_MAX: wholeNumber([MIB, 1024, 64 * MIB], 'Largest request body, bytes.'),
  REQUEST_SECONDS_MAX: wholeNumber([60, 1, 86_400], 'Time that a request may take to arrive, seconds.'),
  UPLOADED_BYTES_MAX: wholeNumber(
    [4096 * MIB, MIB, 1024 * 1024 * MIB],
    'Uploads that are under way at once, bytes on the disk of DATA_DIR; more get 429.',
  ),
  UPLOADED_BYTES_PER_CLIENT_MAX: wholeNumber(
    [1024 * MIB, MIB, 1024 * 1024 * MIB],
    'Those of one client, bytes; more get 429.',
  ),
  UPLOADS_PER_CLIENT_MAX: wholeNumber(
    [4, 1, 10_000],
    'Requests with files of one client under way at once; more get 429.',
  ),
  DISK_RESERVE_BYTES: wholeNumber(
    [512 * MIB, 0, 1024 * 1024 * MIB],
    'Free space of the disk of DATA_DIR that uploads leave to the journal, bytes; further uploads get 503.',
  ),
  DOCUMENT_STORE: oneOf(
    ['local', 's3'],
    'local',
    'Where documents and reports are kept: local is folders in DATA_DIR, s3 an S3-compatible service.',
  ),
  DOCUMENT_LINK_SECONDS: wholeNumber([900, 1, 604_800], 'Life of a download link, seconds.'),
  DELETED_DOCUMENT_DAYS: wholeNumber([30, 0, 36_500], 'How long the file of a deleted document is kept, days.'),
  AUDIT_LOG_DAYS: wholeNumber([2557, 1, 36_500], 'How long entries of the audit log are kept, days; seven years.'),
  REPORT_DAYS: wholeNumber([0, 0, 36_500], 'How long the reports of trading days are kept, days; 0: for ever.'),
  S3_ENDPOINT: url('Address of the S3-compatible service, also for those who download; empty: that of AWS.'),
  S3_BUCKET: optional('Bucket that documents and reports are kept in; it must exist.'),
  S3_REGION: text('us-east-1', 'Region of the bucket.'),
  S3_ACCESS_KEY_ID: optional('Access key; empty: what the AWS client finds, for example the role of the machine.'),
  S3_SECRET_ACCESS_KEY: optional('Secret of the access key.'),
  S3_FORCE_PATH_STYLE: yesNo(false, 'Names the bucket in the path and not in the host name.'),
  IDENTITY_SECONDS_MAX: wholeNumber([30, 1, 300], 'Time in which the identity provider must answer, seconds.'),
  WATCH_LIST_DIR: optional(
    'Folder with sdn.csv, alt.csv and add.csv of the OFAC list; empty: the sandbox screens against made-up ' +
      'names, production refuses to screen.',
  ),
  WATCH_LIST_THRESHOLD: wholeNumber([85, 1, 100], 'Score from which a name counts as one of the watch list.'),
  ACH_BANK_ROUTING: formed(
    /^\d{9}$/,
    'it must be the nine digits of a routing number',
    'Routing number of the bank that ACH debits are sent to; empty: made up in the sandbox, no debits in ' +
      'production (211).',
  ),
  ACH_BANK_NAME: text('', 'Name of that bank, as files of debits have it.'),
  ACH_ORIGIN: formed(/^\d{9,10}$/, 'it must be nine or ten digits', 'Number that the bank gave the sender of files.'),
  ACH_ORIGIN_NAME: text('', 'Name of the sender of files.'),
  ACH_COMPANY_ID: formed(
    /^[\dA-Z]{1,10}$/i,
    'it must be at most ten letters and digits',
    'Identification of the company that debits; empty: as ACH_ORIGIN.',
  ),
  ACH_DIR: optional(
    'Folder with outgoing, where the bank fetches files of debits, and incoming, where it puts returns; empty: ' +
      'ach in DATA_DIR.',
  ),
  ACH_SETTLEMENT_DAYS: wholeNumber(
    [5, 0, 60],
    'Bank business days after which a debit that did not come back is settled; 0: only the operator settles.',
  ),
  ACH_SANDBOX_RETURNS: list(
    'Return codes that nicknames such as Test ACH R01 simulate in the sandbox, separated by commas.',
    'R01,R02,R03,R04,R07,R08,R09,R10,R16,R20,R29',
  ),
  ROUTING_DIRECTORY_FILE: optional(
    'File in the format of the FedACH directory, for the names of banks; empty: routing numbers are checked by ' +
      'their digits.',
  ),
  RATE_LIMIT_PER_KEY: wholeNumber([60_000, 0, 1e9], 'Requests a minute and client, orders apart; 0: no limit.'),
  RATE_LIMIT_PER_ADDRESS: wholeNumber([300_000, 0, 1e9], 'Requests a minute and address, orders apart; 0: no limit.'),
  RATE_LIMIT_ORDERS_PER_KEY: wholeNumber([0, 0, 1e9], 'Orders a minute and client; 0: no limit.'),
  READS_PER_CLIENT_MAX: wholeNumber([4, 1, 1000], 'Reads of lists of one client under way; 50 times as many wait.'),
  RATE_LIMIT_PAGES: wholeNumber([120, 0, 1e9], 'Those of pages and forms that investors open; 0: no limit.'),
  AUTHENTICATION_FAILURES_MAX: wholeNumber(
    [100, 0, 1e9],
    'Missing or wrong credentials a minute of an address, wrong ones for a client id; then they get 429; 0: off.',
  ),
  VENUE_MIC: formed(
    /^[A-Z0-9]{4}$/,
    'is not a market identifier code: four letters and digits',
    'Market identifier code of the venue (ISO 10383), for getSecurityReference, getSecurities and the stream.',
  ),
  ORDERS_PER_CLIENT_MAX: wholeNumber([100_000, 1, 1e9], 'Live orders of one client; more are refused (190).'),
  CONTINGENT_ORDERS_PER_SECURITY_MAX: wholeNumber(
    [100, 1, 1e9],
    'Live orders with a contingency of one client in one security; more are refused (190).',
  ),
  ORDERS_PER_TOKEN_MAX: wholeNumber(
    [10_000, 1, 1e9],
    'Live orders of one client that share a token; more are refused (190).',
  ),
  BLOCK_CONFIRM_SECONDS: wholeNumber(
    [900, 1, 86_400],
    'Seconds that the other side of a reported block has to confirm it, where the report does not say.',
  ),
  WAITING_ORDERS_MAX: wholeNumber([20_000, 1, 1e6], 'Commands that may wait for the journal; more get 503.'),
  HISTORY_LAG_EVENTS_MAX: wholeNumber(
    [2_000_000, 1000, 1e8],
    'Events that the order history may lag; above it, orders get 503.',
  ),
  JOURNAL_SEGMENT_BYTES: wholeNumber(
    [64 * MIB, 64 * 1024, 1024 * MIB],
    'Size at which a new journal file begins, bytes.',
  ),
  JOURNAL_ARCHIVE_DIR: optional(
    'Folder that journal files are moved to once no snapshot needs them; empty: they stay.',
  ),
  CHECK_COMMANDS_PER_SECOND: wholeNumber(
    [1000, 0, 1e6],
    'Commands a second that the check of journal and order history reads in the background; 0: no check.',
  ),
  SNAPSHOT_COMMANDS: wholeNumber([250_000, 100, 1e8], 'Commands between two snapshots.'),
  STREAM_CONNECTIONS_MAX: wholeNumber([10_000, 1, 1e6], 'WebSocket connections in all.'),
  STREAM_CONNECTIONS_PER_CLIENT_MAX: wholeNumber([100, 1, 1e6], 'WebSocket connections of one client.'),
  STREAM_SUBSCRIPTIONS_MAX: wholeNumber([10_000, 1, 1e6], 'Securities that one connection may name in subscriptions.'),
  STREAM_MESSAGE_BYTES_MAX: wholeNumber([64 * 1024, 256, 16 * MIB], 'Largest message from a subscriber, bytes.'),
  STREAM_MESSAGES_PER_SECOND_MAX: wholeNumber([50, 1, 1e6], 'Messages a second from one subscriber.'),
  STREAM_UNSENT_BYTES_MAX: wholeNumber([MIB, 1024, 1024 * MIB], 'Unsent bytes above which a connection is conflated.'),
  STREAM_COMPRESSION: oneOf(
    ['on', 'off'],
    'off',
    'Whether long messages of the stream go compressed to who asks for it.',
  ),
  STREAM_ORIGINS: list('Browser origins that may open the stream, separated by commas.'),
  CORS_ORIGINS: list('Browser origins whose pages may call the API, separated by commas.'),
  ESIGN_TEMPLATE_DIR: optional(
    'Folder of PDF files that documents to be signed are made from, each a template named as its file; empty: ' +
      'none but those of the sandbox.',
  ),
  CERTIFICATE_KEY: formed(
    /^[A-Za-z0-9+/]{43}=$/,
    'it must be 32 bytes in base64; create one with: openssl rand -base64 32',
    'Ed25519 private key that signed documents are signed with, 32 bytes in base64; empty: follows from the newest ' +
      'ENCRYPTION_KEY.',
  ),
  ESIGN_CALLBACK_SECRET: optional(
    'Secret with which an e-signature provider signs its callbacks to /v3/updateDocuSignStatus; empty: no callbacks.',
  ),
  INVESTMENT_LIMITS: yesNo(
    true,
    'Whether an investment below minAmount of its offering, or above a limit of its account, is refused (T4).',
  ),
  CARD_PROCESSOR: oneOf(
    ['', 'sandbox', 'stripe'],
    '',
    'Who takes payments by card: sandbox moves no money, stripe needs STRIPE_SECRET_KEY; empty: sandbox in the ' +
      'sandbox, nobody in production.',
  ),
  CARD_AMOUNT_MAX: wholeNumber(
    [5000, 1, 999_999_999],
    'Most that one payment by card may come to, dollars, where the operator set nothing else for the client.',
  ),
  CARD_SECONDS_MAX: wholeNumber([30, 1, 300], 'Time for one request to the card processor, seconds.'),
  STRIPE_SECRET_KEY: optional('Secret key of the Stripe account.'),
  STRIPE_WEBHOOK_SECRET: optional(
    'Signing secret of the notices that Stripe sends to /callbacks/cards; empty: none is taken.',
  ),
  STRIPE_URL: url('Where the API of Stripe is; empty: at Stripe.'),
  PAGE_ANCESTORS: list(
    'Origins whose pages may embed the forms that investors open, separated by commas; empty: any in the ' +
      'sandbox, none in production.',
  ),
  WEBHOOK_ALLOW_HTTP: yesNo(false, 'Webhook URLs may be http (never in production).'),
  WEBHOOK_ALLOW_LOOPBACK: yesNo(false, 'Webhook URLs may point to this machine (never in production).'),
  SIGN_IN_PROVIDERS: text('', 'Providers of OpenID Connect at which users of the console sign in: a JSON array (P14).'),
  PASSKEYS: oneOf(['on', 'off'], 'on', 'Whether users of the console sign in with passkeys (P17).'),
  SIGN_IN_AGAIN_MINUTES: wholeNumber(
    [10, 1, 1440],
    'Minutes after its sign-in in which a user may do what asks for a new one.',
  ),
  SESSION_IDLE_MINUTES: wholeNumber(
    [30, 1, 1440],
    'Minutes without a call after which the session of a user ends (P7).',
  ),
  SESSION_HOURS: wholeNumber(
    [12, 1, 168],
    'Hours after which the session of a user ends, however much it is used (P7).',
  ),
  FOUR_EYES: yesNo(
    false,
    "Lets operators' calls that move money, undo trades or loosen limits wait for a second operator (C81).",
  ),
  FOUR_EYES_HOURS: wholeNumber([24, 1, 720], 'Hours in which a second operator must decide; then the call expires.'),
  SURVEILLANCE: oneOf(['on', 'off'], 'on', 'Whether orders and trades are looked through for alerts (O10).'),
  SURVEILLANCE_WASH_SHARES: wholeNumber(
    [1, 0, 1e9],
    'Shares of a match between related accounts from which it is an alert; 0: none is.',
  ),
  SURVEILLANCE_WINDOW_SECONDS: wholeNumber(
    [60, 1, 3600],
    'Time in which surveillance counts cancelled orders, seconds.',
  ),
  SURVEILLANCE_LAYERING_ORDERS: wholeNumber(
    [5, 0, 200],
    'Unfilled orders of one side that a client cancels around a fill on the other side, from which it is an alert; ' +
      '0: off.',
  ),
  SURVEILLANCE_QUICK_CANCELS: wholeNumber(
    [20, 0, 200],
    'Unfilled orders of a client in a security, each cancelled within SURVEILLANCE_QUICK_CANCEL_MS, from which it is ' +
      'an alert; 0: off.',
  ),
  SURVEILLANCE_QUICK_CANCEL_MS: wholeNumber(
    [1000, 1, 60_000],
    'Time from the entry of an order to its cancel that counts as quick, milliseconds.',
  ),
  SURVEILLANCE_CLOSE_SECONDS: wholeNumber(
    [300, 1, 3600],
    'Time before a close in which surveillance looks at the price, seconds.',
  ),
  SURVEILLANCE_CLOSE_MOVE_PERCENT: wholeNumber(
    [3, 0, 1000],
    'Change of the price in that time, mostly by one client, from which it is an alert, percent; 0: off.',
  ),
  SURVEILLANCE_PRICE_BAND_PERCENT: wholeNumber(
    [10, 0, 1000],
    'Change of the price from one match to the next above which it is an alert, percent; 0: off.',
  ),
  SURVEILLANCE_HOLDER_PERCENT: wholeNumber(
    [25, 0, 100],
    'Part of the held shares of a security above which a holder is an alert at the end of a day, percent; 0: off.',
  ),
  IDEMPOTENCY_KEYS_PER_CLIENT_MAX: wholeNumber(
    [100_000, 100, 1e8],
    'Idempotency keys of one client outside of the venue; above it, its oldest are removed.',
  ),
  WEBHOOK_OUTBOX_MAX: wholeNumber(
    [100_000, 100, 1e8],
    'Webhooks of one client that wait for their delivery; more are dropped.',
  ),
  WEBHOOK_LOG_MAX: wholeNumber(
    [100_000, 100, 1e8],
    'Webhook deliveries that the log keeps, and bodies for replays; shared by the clients.',
  ),
  WEBHOOK_TESTS_PER_MINUTE: wholeNumber(
    [30, 1, 1e6],
    'Test webhooks a minute of one client, and as many to one host from all; more get 429.',
  ),
  WEBHOOK_REPLAYS_PER_MINUTE: wholeNumber(
    [1000, 1, 1e6],
    'Webhooks that one client has replayed a minute, and as many to one host from all; more get 429.',
  ),
} as const;
