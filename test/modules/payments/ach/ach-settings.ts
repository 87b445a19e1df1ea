import type { AchSettings } from '../../../../src/modules/payments/ach/accounts/index.ts';
import { RoutingDirectory } from '../../../../src/providers/bank/index.ts';

/** A sandbox that sends debits to a bank which does not exist. */
export const TEST_ACH: AchSettings = {
  isSandbox: true,
  simulatedReturns: new Set(['R01', 'R10']),
  banks: RoutingDirectory.empty(),
  originator: {
    destination: '123456780',
    destinationName: 'EXAMPLE BANK',
    origin: '1987654321',
    originName: 'EXAMPLE PLATFORM',
    companyId: '1987654321',
    originatingBank: '12345678',
  },
  refundWaitDays: 0,
  refundApprovalAbove: 0,
};
