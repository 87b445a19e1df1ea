/** The gateway as a program: npm start --prefix fix. Settings are environment variables; the README lists them. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openingApplications } from './application/index.ts';
import { Gateway, type GatewaySettings, readSettings, sandboxKey, WrongSetting } from './gateway/index.ts';

function settingsOrExit(): GatewaySettings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

/** What a FIX client needs, in the format of QuickFIX. The key is printed only where it is the one of the sandbox. */
function welcome(settings: GatewaySettings, ports: { readonly port: number; readonly adminPort: number }): string {
  const isSandbox = process.env.FIX_SESSIONS === undefined;
  const key = isSandbox ? sandboxKey(process.env) : undefined;
  const lines = settings.sessions.flatMap(({ compId, clientID, options }) => [
    '',
    `# ${options.dropCopy ? 'drop copy' : 'orders and market data'}; Logon with Username ${clientID}${
      key === undefined ? '' : ` and Password ${key.developerAPIKey}`
    }`,
    '[SESSION]',
    `SenderCompID=${compId}`,
  ]);
  return [
    `FIX 4.4 gateway of ${settings.venueUrl}; administration and metrics: http://127.0.0.1:${ports.adminPort}`,
    '',
    '[DEFAULT]',
    'ConnectionType=initiator',
    'BeginString=FIX.4.4',
    `TargetCompID=${settings.compId}`,
    `SocketConnectHost=${settings.host}`,
    `SocketConnectPort=${ports.port}`,
    ...(settings.tls === undefined ? [] : ['SSLEnable=Y']),
    'HeartBtInt=30',
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    'UseDataDictionary=Y',
    `DataDictionary=${fileURLToPath(new URL('../../docs/OpenATS-FIX44.xml', import.meta.url))}`,
    ...lines,
    '',
  ].join('\n');
}

const settings = settingsOrExit();
const log = pino({ level: process.env.LOG_LEVEL ?? 'info' });
const gateway = new Gateway({
  settings,
  log,
  open: openingApplications({
    baseUrls: settings.venueUrl.split(','),
    log: log.child({ part: 'application' }),
    settlementDays: settings.settlementDays,
  }),
  onFailure: (error) => {
    // What is in memory is ahead of the store: nothing more may be sent.
    log.fatal({ err: error }, 'the store cannot be written');
    process.exit(1);
  },
});
try {
  console.log(welcome(settings, await gateway.listen()));
} catch (error) {
  console.error(`FIX_HOST, FIX_PORT or FIX_ADMIN_PORT: ${(error as Error).message}`);
  process.exit(1);
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await gateway.close();
    process.exit(0);
  });
}
