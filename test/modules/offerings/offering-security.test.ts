import { describe, expect, test } from 'vitest';
import { securityOf } from '../../../src/modules/offerings/offering-security.ts';

const OFFERING = {
  offering_id: 5001,
  client_id: 'C1',
  issuer_id: 1001,
  issue_name: 'Example Offering',
  offering_status: 'Pending',
  status_before_end: null,
  deleted_at: null,
  revision: 3,
};

describe('the security of an offering', () => {
  test('has its id, issuer, owner and name', () => {
    expect(securityOf(OFFERING)).toEqual({
      type: 'security',
      securityId: 5001,
      issuerId: 1001,
      ownerClientId: 'C1',
      name: 'Example Offering',
      status: 'awaiting',
      revision: 3,
    });
  });

  test.each([
    ['Pending', 'awaiting'],
    ['under review', 'awaiting'],
    ['Approved', 'trading'],
    ['aPPROVED', 'trading'],
    ['Denied', 'ended'],
    ['closed', 'ended'],
    ['CLOSED', 'ended'],
    ['cancelled', 'ended'],
    ['Canceled', 'ended'],
    ['deleted', 'ended'],
  ])('that is %s is %s', (offering_status, status) => {
    expect(securityOf({ ...OFFERING, offering_status }).status).toBe(status);
  });

  test('is admitted once its raise was closed, and as long as it is Approved', () => {
    const admitted = (offering_status: string) =>
      securityOf({ ...OFFERING, offering_status, status_before_end: 'closed' });
    expect(admitted('Approved')).toMatchObject({ status: 'trading', admitted: true });
    expect(admitted('Pending')).not.toHaveProperty('admitted');
    expect(securityOf({ ...OFFERING, offering_status: 'Approved' })).not.toHaveProperty('admitted');
  });

  test('has ended when the offering is deleted, whatever its status', () => {
    expect(securityOf({ ...OFFERING, offering_status: 'Approved', deleted_at: 1 }).status).toBe('ended');
  });
});
