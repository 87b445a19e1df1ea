/** Puts the bank together as the settings say. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { AchSettings, BatchDeps } from '../../modules/payments/index.ts';
import { isRoutingNumber, type Originator, RoutingDirectory } from '../../providers/bank/index.ts';

/** In the sandbox, where nothing is sent: a bank that does not exist. */
const SANDBOX_ORIGINATOR: Originator = {
  destination: '123456780',
  destinationName: 'EXAMPLE BANK',
  origin: '1234567890',
  originName: 'EXAMPLE PLATFORM',
  companyId: '1234567890',
  originatingBank: '12345678',
};

/** Rejects, naming the setting, where the directory cannot be read or a routing number is wrong. */
export async function openAch(config: Config, log: Pick<Logger, 'warn'>): Promise<AchSettings> {
  return {
    isSandbox: config.ENVIRONMENT === 'sandbox',
    simulatedReturns: new Set(config.ACH_SANDBOX_RETURNS),
    banks: await directoryOf(config, log),
    originator: originatorOf(config),
    refundWaitDays: refundWaitDays(config),
    refundApprovalAbove: config.REFUND_APPROVAL_ABOVE,
  };
}

/** The folders of files for and from the bank, and the days after which debits settle. */
export function achSettings(config: Config): Pick<BatchDeps, 'outgoing' | 'incoming' | 'settlementDays'> {
  const folder = config.ACH_DIR ?? join(config.DATA_DIR, 'ach');
  const settlementDays = config.ACH_SETTLEMENT_DAYS;
  return { outgoing: join(folder, 'outgoing'), incoming: join(folder, 'incoming'), settlementDays };
}

/** Days after which the bank cannot take back what came: those of NACHA for a person, none in the sandbox. */
function refundWaitDays({ REFUND_WAIT_DAYS, ENVIRONMENT }: Config): number {
  if (REFUND_WAIT_DAYS !== null) return Number(REFUND_WAIT_DAYS);
  return ENVIRONMENT === 'sandbox' ? 0 : 60;
}

async function directoryOf({ ROUTING_DIRECTORY_FILE: file }: Config, log: Pick<Logger, 'warn'>) {
  if (file === null) return RoutingDirectory.empty();
  const directory = await RoutingDirectory.read(file).catch((error: Error) => {
    throw new Error(`ROUTING_DIRECTORY_FILE: ${error.message}`, { cause: error });
  });
  const { faults } = directory;
  if (faults.length > 0) log.warn({ lines: faults }, 'lines of ROUTING_DIRECTORY_FILE are not of its format: left out');
  return directory;
}

function originatorOf(config: Config): Originator | null {
  const { ACH_BANK_ROUTING: destination, ACH_ORIGIN: origin } = config;
  if (destination === null || origin === null) return config.ENVIRONMENT === 'sandbox' ? SANDBOX_ORIGINATOR : null;
  if (!isRoutingNumber(destination)) throw new Error('ACH_BANK_ROUTING: it is not a valid routing number');
  return {
    destination,
    destinationName: config.ACH_BANK_NAME,
    origin,
    originName: config.ACH_ORIGIN_NAME,
    companyId: config.ACH_COMPANY_ID ?? origin,
    originatingBank: destination.slice(0, 8),
  };
}
